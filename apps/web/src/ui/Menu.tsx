import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

type Props = {
  label: ReactNode
  name: string
  className?: string
  summaryClassName?: string
  panelClassName: string
  children: ReactNode
}

/** A menu that opens over the page (details and summary, so it works without scripts). */
export const Menu = ({ label, name, className, summaryClassName, panelClassName, children }: Props) => {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const details = ref.current
    if (!details) return
    const close = () => {
      details.open = false
    }
    const closeOutside = (event: PointerEvent) => {
      if (!details.contains(event.target as Node)) close()
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return
      close()
      details.querySelector('summary')?.focus()
    }
    const closeOnChoice = (event: MouseEvent) => {
      if ((event.target as Element).closest('a')) close()
    }
    // Closes when the focus leaves it, so that the focus is never behind the open menu.
    const closeBehind = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !details.contains(relatedTarget)) close()
    }
    document.addEventListener('pointerdown', closeOutside)
    details.addEventListener('focusout', closeBehind)
    details.addEventListener('keydown', closeOnEscape)
    details.addEventListener('click', closeOnChoice)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      details.removeEventListener('focusout', closeBehind)
      details.removeEventListener('keydown', closeOnEscape)
      details.removeEventListener('click', closeOnChoice)
    }
  }, [])
  return (
    <details ref={ref} name={name} className={classNames('group/menu', className)}>
      <summary
        className={classNames(
          'flex min-h-10 list-none items-center gap-1.5 rounded-control px-3 text-sm whitespace-nowrap transition-colors select-none group-open/menu:bg-hover hover:bg-hover',
          summaryClassName,
        )}
      >
        {label}
        <Icon as={ChevronDown} size={14} className="text-muted transition-transform group-open/menu:rotate-180" />
      </summary>
      <div className={classNames('absolute z-40 overflow-y-auto border border-line bg-surface shadow-lift', panelClassName)}>
        {children}
      </div>
    </details>
  )
}
