import { useNavigation } from 'react-router'
import { useLasting } from '../lib/use-lasting.ts'

/** A page that loads longer than this (ms) is announced with a sentence. */
const HINT_MS = 1000

/** Tells the person once that a page loads slowly. */
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
