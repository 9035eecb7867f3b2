import { useEffect, useRef, type ReactNode } from 'react'

type Props = { open: boolean; onClose: () => void; label: string; className?: string; children: ReactNode }

/** Says how wide the scrollbar is that goes while a dialog is open: nothing where none takes room, or where another one has taken it away. */
const keepScrollbarRoom = (): void => {
  if (document.querySelector('dialog:modal')) return
  const { style, clientWidth } = document.documentElement
  style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`)
}

/** The browser's own modal dialog: it traps focus, closes on Escape and gives the focus back. A click beside it closes it. */
export const Dialog = ({ open, onClose, label, className, children }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const closeBeside = (event: MouseEvent) => {
      if (event.target === dialog) dialog.close()
    }
    dialog.addEventListener('click', closeBeside)
    keepScrollbarRoom()
    dialog.showModal()
    return () => {
      dialog.removeEventListener('click', closeBeside)
      dialog.close()
    }
  }, [open])
  return (
    // The event comes late: by then it may be open again.
    <dialog ref={ref} aria-label={label} className={className} onClose={(event) => event.currentTarget.open || onClose()}>
      {open && children}
    </dialog>
  )
}
