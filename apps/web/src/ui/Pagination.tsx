import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'

type Props = {
  page: number
  pages: number
  items: (number | 'gap')[]
  hrefOf: (page: number) => string
  /** Called before the link to a page is followed. */
  onFollow?: (event: MouseEvent, page: number) => void
}

const step =
  'inline-flex h-10 min-w-10 items-center justify-center gap-1 rounded-control px-2.5 text-sm tabular-nums transition-colors hover:bg-hover'

/** Links to the pages of a list. Renders nothing if there is only one page. */
export const Pagination = ({ page, pages, items, hrefOf, onFollow }: Props) => {
  const linkTo = (to: number) => ({ to: hrefOf(to), onClick: (event: MouseEvent) => onFollow?.(event, to) })
  return (
    pages > 1 && (
      <nav aria-label="Pages" className="mt-12 flex items-center justify-center gap-1">
        {page > 1 && (
          <Link {...linkTo(page - 1)} rel="prev" className={step}>
            <Icon as={ChevronLeft} />
            <span className="sr-only sm:not-sr-only">Previous</span>
            <span className="sr-only"> page</span>
          </Link>
        )}
        <ol className="flex items-center gap-1">
          {items.map((item, index) => (
            <li key={item === 'gap' ? `gap-${index}` : item} className={classNames(item !== page && 'hidden sm:list-item')}>
              {item === 'gap' ? (
                <span className="px-1 text-muted">…</span>
              ) : (
                <Link
                  {...linkTo(item)}
                  aria-current={item === page ? 'page' : undefined}
                  className={classNames(step, item === page && 'bg-primary font-semibold text-on-primary hover:bg-primary')}
                >
                  <span className="sr-only">Page </span>
                  {item}
                </Link>
              )}
            </li>
          ))}
        </ol>
        <span className="px-2 text-sm text-muted sm:hidden">of {pages}</span>
        {page < pages && (
          <Link {...linkTo(page + 1)} rel="next" className={step}>
            <span className="sr-only sm:not-sr-only">Next</span>
            <span className="sr-only"> page</span>
            <Icon as={ChevronRight} />
          </Link>
        )}
      </nav>
    )
  )
}
