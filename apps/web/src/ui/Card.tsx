import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Props = { as?: 'article' | 'div' | 'section'; interactive?: boolean; className?: string; children: ReactNode }

/** A surface. An interactive one contains one stretched link, and lifts under the pointer. */
export const Card = ({ as: Element = 'div', interactive = false, className, children }: Props) => (
  <Element
    className={classNames(
      'relative rounded-card border border-line bg-surface shadow-card',
      interactive && 'transition-[box-shadow,border-color] hover:border-control/40 hover:shadow-lift',
      className,
    )}
  >
    {children}
  </Element>
)
