import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  /** A sentence about what will be lost. */
  loses: ReactNode
  /** The label of the button that cancels, and of the button that confirms. */
  keep: string
  confirm: string
  busy?: boolean
  onConfirm: () => void
  children?: ReactNode
}

/** A dialog that asks for confirmation before something is lost. */
export const Confirm = ({ open, onClose, title, loses, keep, confirm, busy = false, onConfirm, children }: Props) => (
  <Modal
    open={open}
    onClose={onClose}
    title={title}
    actions={
      <>
        <Button variant="secondary" onClick={onClose}>
          {keep}
        </Button>
        <Button onClick={onConfirm} aria-busy={busy} disabled={busy}>
          {busy ? 'One moment…' : confirm}
        </Button>
      </>
    }
  >
    <p className="mb-4">{loses}</p>
    {children}
  </Modal>
)
