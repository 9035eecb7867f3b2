import type { CountedLink, PageLink } from '@marketplace/contracts/page-data'
import { Link } from 'react-router'
import { paths, type ListingQuery } from '../../lib/paths.ts'
import { classNames } from '../../ui/class-names.ts'

type Props = {
  categories: CountedLink[]
  collections: PageLink[]
  /** This list's own path. */
  current: string
  query: ListingQuery
}

const chip =
  'flex min-h-9 items-center justify-between gap-2 rounded-full border px-3.5 text-sm whitespace-nowrap transition-colors lg:rounded-sm lg:border-transparent lg:px-3'

const look = (current: boolean): string =>
  current
    ? 'border-primary bg-primary font-semibold text-on-primary lg:bg-hover lg:text-ink'
    : 'border-line bg-surface hover:bg-hover lg:bg-transparent'

/** The chosen chip may lie beyond the edge of a small screen. */
const showChosen = (row: HTMLUListElement | null): void => {
  const chosen = row?.querySelector('[aria-current]')
  if (!row || !chosen) return
  const { left, width } = chosen.getBoundingClientRect()
  const edge = row.getBoundingClientRect()
  row.scrollLeft += left + width / 2 - (edge.left + edge.width / 2)
}

/** Where to look further: a row of chips on small screens, a column beside the list on wide ones. The order chosen is kept. */
export const CategoryNav = ({ categories, collections, current, query }: Props) => {
  const atRoot = current === paths.apps()
  const links = [
    { href: paths.apps(), name: 'All apps', count: null, current: atRoot },
    ...categories.map(({ href, name, count, current }) => ({ href, name, count, current })),
  ]
  return (
    <div className="lg:sticky lg:top-6">
      <nav aria-label="Categories">
        <h2 className="mb-2 hidden px-3 text-xs text-muted lg:block">Categories</h2>
        <ul
          key={current}
          ref={showChosen}
          className="scroll-row -mx-4 gap-2 px-4 py-1 md:-mx-8 md:px-8 lg:mx-0 lg:flex-col lg:gap-0.5 lg:overflow-visible lg:px-0 lg:py-0"
        >
          {links.map(({ href, name, count, current }) => (
            <li key={href} className="shrink-0 snap-start">
              <Link
                to={paths.listing(href, query)}
                aria-current={current ? 'page' : undefined}
                className={classNames(chip, look(current))}
              >
                {name}
                {count !== null && (
                  <span className={classNames('text-xs tabular-nums', current ? 'opacity-80' : 'text-muted')}>
                    {count.toLocaleString('en-US')}
                    <span className="sr-only"> apps</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label="Collections" className="mt-8 hidden lg:block">
        <h2 className="mb-2 px-3 text-xs text-muted">Collections</h2>
        <ul className="flex flex-col gap-0.5">
          {collections.map(({ href, name }) => (
            <li key={href}>
              <Link
                to={href}
                aria-current={href === current ? 'page' : undefined}
                className={classNames(chip, look(href === current))}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
