import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { useTopDialog } from './open-dialogs.ts'
import { dismissToast, useToasts, type Toast } from '../lib/toasts.ts'

/** A toast stays while the pointer or the focus is on it. Afterwards its full duration starts again. */
const ToastCard = ({ toast: { id, message, duration } }: { toast: Toast }) => {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(id), duration)
    return () => clearTimeout(timer)
  }, [held, id, duration])
  return (
    <div
      className="toast pointer-events-auto flex max-w-full items-center gap-3 rounded-control bg-primary py-1.5 ps-4 pe-1.5 text-sm text-on-primary shadow-lift"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
      <button
        type="button"
        aria-label="Dismiss"
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-sm focus-visible:outline-current"
        onClick={() => dismissToast(id)}
      >
        <Icon as={X} />
      </button>
    </div>
  )
}

/**
 * The place of toasts, which screen readers read politely. A modal dialog makes the rest of the page inert, so while one is open the toasts
 * are inside it, at the top of the window, where they cover none of its buttons.
 */
export const ToastRegion = () => {
  const dialog = useTopDialog()
  const region = (
    <div
      role="status"
      aria-live="polite"
      aria-label="Messages"
      className={classNames(
        'pointer-events-none fixed start-4 end-[calc(1rem+var(--gutter))] z-50 flex flex-col items-center gap-2',
        dialog ? 'top-4' : 'bottom-24 lg:bottom-8',
      )}
    >
      {useToasts().map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
  return dialog ? createPortal(region, dialog) : region
}
