import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { addDialog, removeDialog, topDialog } from './open-dialogs.ts'

type Props = { open: boolean; onClose: () => void; label: string; className?: string; children: ReactNode }

/**
 * Stores the width of the scrollbar, which disappears while a dialog is open. 0 if it takes no space; unchanged if another dialog is open.
 */
const keepScrollbarRoom = (): void => {
  if (document.querySelector('dialog:modal')) return
  const { style, clientWidth } = document.documentElement
  style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`)
}

/**
 * The browser's own modal dialog. It traps the focus, closes on Escape and returns the focus. A click outside closes it, and so does going
 * back: the browser handles Android's back key, and this component handles the back button by the Navigation API.
 */
export const Dialog = ({ open, onClose, label, className, children }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  // A layout effect: closing must happen before the element is removed, or the browser does not return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const closeBeside = (event: MouseEvent) => {
      if (event.target === dialog) dialog.close()
    }
    const closeInstead = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable || topDialog() !== dialog) return
      // After the question of useLeaveGuard, the router navigates forward again. That must not close a dialog.
      if (event.destination.index > (window.navigation.currentEntry?.index ?? 0)) return
      event.preventDefault()
      dialog.close()
    }
    // Some browsers lack the Navigation API.
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
      // Some browsers do not return the focus to an iframe.
      if (before?.tagName === 'IFRAME') (before as HTMLElement).focus()
    }
  }, [open])
  return (
    // The close event comes late: the dialog may be open again.
    <dialog ref={ref} aria-label={label} className={className} onClose={(event) => event.currentTarget.open || onClose()}>
      {open && children}
    </dialog>
  )
}
