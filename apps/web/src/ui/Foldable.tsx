import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'

/** The height of the folded part in CSS px, as in base.css. */
const FOLD_PX = 600
/** If less than this (CSS px) would be hidden, the text is not folded. */
const SLACK_PX = 120

/**
 * A long text, folded to its first screenful if scripts run. `probablyLong` is a guess for the first paint; afterwards the text is
 * measured.
 */
export const Foldable = ({ probablyLong, what, children }: { probablyLong: boolean; what: string; children: ReactNode }) => {
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const [foldable, setFoldable] = useState(probablyLong)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const content = ref.current
    if (!content) return
    setFoldable(content.scrollHeight > FOLD_PX + SLACK_PX)
    const anchor = window.location.hash && content.querySelector(`[id="${CSS.escape(window.location.hash.slice(1))}"]`)
    if (anchor) setOpen(true)
  }, [])
  // Moving the focus into the hidden part opens it.
  const openForFocus = (event: FocusEvent<HTMLDivElement>) => {
    const { top } = event.currentTarget.getBoundingClientRect()
    if (event.target.getBoundingClientRect().bottom > top + FOLD_PX) setOpen(true)
  }
  return (
    <div>
      <div id={id} ref={ref} className={classNames(foldable && !open && 'folded')} onFocus={openForFocus}>
        {children}
      </div>
      {foldable && (
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={open}
          aria-controls={id}
          className="mt-4 no-js:hidden"
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Show more'}
          <span className="sr-only"> of the {what}</span>
          <Icon as={ChevronDown} className={classNames('transition-transform', open && 'rotate-180')} />
        </Button>
      )}
    </div>
  )
}
