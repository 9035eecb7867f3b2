import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { addDialog, removeDialog, topDialog } from './open-dialogs.ts'

type Props = { open: boolean; onClose: () => void; label: string; className?: string; children: ReactNode }

/** Says how wide the scrollbar is that goes while a dialog is open: nothing where none takes room, or where another one has taken it away. */
const keepScrollbarRoom = (): void => {
  if (document.querySelector('dialog:modal')) return
  const { style, clientWidth } = document.documentElement
  style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`)
}

/**
 * The browser's own modal dialog: it traps focus, closes on Escape and gives the focus back. A click beside it closes it, and so does
 * going back: by the browser itself where that is a key of the device, elsewhere where a page may say so, which is within our pages.
 */
export const Dialog = ({ open, onClose, label, className, children }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  // Before its element goes: one that has gone gives the focus back to nobody.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const closeBeside = (event: MouseEvent) => {
      if (event.target === dialog) dialog.close()
    }
    const closeInstead = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable || topDialog() !== dialog) return
      // The router goes forward again where a question stands in the way of going back.
      if (event.destination.index > (window.navigation.currentEntry?.index ?? 0)) return
      event.preventDefault()
      dialog.close()
    }
    // Not every browser has it yet.
    const history = window.navigation as Navigation | undefined
    dialog.addEventListener('click', closeBeside)
    history?.addEventListener('navigate', closeInstead)
    const before = document.activeElement
    keepScrollbarRoom()
    dialog.showModal()
    addDialog(dialog)
    return () => {
      dialog.removeEventListener('click', closeBeside)
      history?.removeEventListener('navigate', closeInstead)
      removeDialog(dialog)
      dialog.close()
      // Not every browser gives it back to an iframe.
      if (before?.tagName === 'IFRAME') (before as HTMLElement).focus()
    }
  }, [open])
  return (
    // The event comes late: by then it may be open again.
    <dialog ref={ref} aria-label={label} className={className} onClose={(event) => event.currentTarget.open || onClose()}>
      {open && children}
    </dialog>
  )
}
