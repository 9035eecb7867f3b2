import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/Link.tsx'

export type OptionProps = { id: string; active: boolean; onGo: () => void }

type Props = OptionProps & { to: string; className?: string; children: ReactNode }

/** One option of the list. The focus stays in the field, whose aria-activedescendant names the option. */
export const Option = ({ id, active, onGo, to, className, children }: Props) => {
  const ref = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <Link
      ref={ref}
      id={id}
      to={to}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      onClick={onGo}
      className={classNames(
        'flex scroll-my-2 items-center gap-3 rounded-control px-3 hover:bg-hover aria-selected:bg-hover aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent',
        className,
      )}
    >
      {children}
    </Link>
  )
}
