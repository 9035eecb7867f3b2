import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'

type Props = {
  name: string
  busy: boolean
  onOpen: () => void
  onDecline: () => void
  /** It goes, and had the focus. */
  onLeft: () => void
}

/** That an application asks for a payment again, which opens no dialog by itself. */
export const PaymentNotice = ({ name, busy, onOpen, onDecline, onLeft }: Props) => {
  const bar = useRef<HTMLDivElement>(null)
  const left = useRef(onLeft)
  useLayoutEffect(() => {
    left.current = onLeft
  })
  useLayoutEffect(() => {
    const element = bar.current
    // Before its element goes: afterwards the focus is nowhere.
    return () => {
      if (element?.contains(document.activeElement)) left.current()
    }
  }, [])
  // A button that is disabled while it works would lose the focus.
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
