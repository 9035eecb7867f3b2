import { Button } from '../../../ui/Button.tsx'

type Props = { name: string; busy: boolean; onOpen: () => void; onDecline: () => void }

/** That an application asks for a payment again, which opens no dialog by itself. */
export const PaymentNotice = ({ name, busy, onOpen, onDecline }: Props) => (
  <div className="flex flex-wrap items-center justify-end gap-2 border-b border-line bg-sunken px-3 py-1.5 text-sm">
    <p className="min-w-0 grow [overflow-wrap:anywhere]">{name} asks for a payment.</p>
    <div className="flex gap-2">
      <Button variant="quiet" size="sm" disabled={busy} onClick={onDecline}>
        Decline
      </Button>
      <Button variant="secondary" size="sm" disabled={busy} onClick={onOpen}>
        Show payment
      </Button>
    </div>
  </div>
)
