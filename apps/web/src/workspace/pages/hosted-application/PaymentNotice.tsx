import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'

type Props = {
  name: string
  busy: boolean
  onOpen: () => void
  onDecline: () => void
  /** Called when the notice is removed while it has the focus. */
  onLeft: () => void
}

/** A bar that says that an application asks for a payment. It is shown if the application may not open the dialog itself. */
export const PaymentNotice = ({ name, busy, onOpen, onDecline, onLeft }: Props) => {
  const bar = useRef<HTMLDivElement>(null)
  const left = useRef(onLeft)
  useLayoutEffect(() => {
    left.current = onLeft
  })
  useLayoutEffect(() => {
    const element = bar.current
    // A layout effect: it runs before the element is removed, when the focus can still be read.
    return () => {
      if (element?.contains(document.activeElement)) left.current()
    }
  }, [])
  // aria-disabled instead of disabled: a disabled button would lose the focus.
  return (
    <div ref={bar} className="flex flex-wrap items-center justify-end gap-2 border-b border-line bg-sunken px-3 py-1.5 text-sm">
      <p className="min-w-0 grow [overflow-wrap:anywhere]">{name} asks for a payment.</p>
      <div className="flex gap-2">
        <Button variant="quiet" size="sm" aria-disabled={busy} onClick={() => busy || onDecline()}>
          Decline
        </Button>
        <Button variant="secondary" size="sm" aria-disabled={busy} onClick={() => busy || onOpen()}>
          Show payment
        </Button>
      </div>
    </div>
  )
}
