import { useNavigation } from 'react-router'
import { useLasting } from '../lib/use-lasting.ts'

/** When a page is on its way for this long, it is said in words. */
const HINT_MS = 1000

/** A quiet word that a slow page is on its way, said once. */
export const SlowHint = () => {
  const slow = useLasting(useNavigation().state !== 'idle', HINT_MS)
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-24 z-50 flex justify-center lg:bottom-6">
      {slow && (
        <span className="toast rounded-full border border-line bg-surface px-4 py-2 text-sm text-muted shadow-lift">
          Still loading…
        </span>
      )}
    </div>
  )
}
