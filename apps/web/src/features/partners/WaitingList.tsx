import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { LazyWaitingForm } from './LazyForms.tsx'

/** Opens the form of a prospect's waiting list. */
export const WaitingList = ({ id, name }: { id: string; name: string }) => {
  const [wanted, setWanted] = useState(false)
  return (
    <details className="mt-2 text-sm no-js:hidden" onToggle={(event) => event.currentTarget.open && setWanted(true)}>
      <summary className="inline-flex min-h-8 list-none items-center gap-2 rounded-xs font-semibold underline-offset-4 hover:underline">
        <Icon as={BellRing} />
        Join the waiting list<span className="sr-only"> of {name}</span>
      </summary>
      <div className="mt-2">{wanted && <LazyWaitingForm id={id} name={name} />}</div>
    </details>
  )
}
