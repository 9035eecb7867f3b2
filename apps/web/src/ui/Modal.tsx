import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import { Icon } from './Icon.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  /** Class names for place and size; centred by default. */
  look?: string
  children: ReactNode
  actions: ReactNode
}

const MIDDLE =
  'm-auto mb-0 max-h-[calc(100dvh-2rem)] w-full max-w-lg flex-col overflow-hidden rounded-t-panel bg-surface text-ink shadow-lift open:flex backdrop:bg-black/50 sm:mb-auto sm:rounded-panel'

/** A dialog with a title, text and actions. On small screens it is at the bottom. */
export const Modal = ({ open, onClose, title, look = MIDDLE, children, actions }: Props) => (
  // onClose is called only when the person closes it, not when `open` becomes false.
  <Dialog open={open} onClose={() => open && onClose()} label={title} className={look}>
    <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-1">
      <h2 className="min-w-0 pt-1 text-xl font-semibold">{title}</h2>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="-me-2 inline-flex size-9 shrink-0 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-ink"
      >
        <Icon as={X} size={18} />
      </button>
    </div>
    <div className="min-h-0 grow overflow-y-auto px-6 py-2 text-sm" tabIndex={-1}>
      {children}
    </div>
    <div className="flex flex-wrap-reverse justify-end gap-3 px-6 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
      {actions}
    </div>
  </Dialog>
)
