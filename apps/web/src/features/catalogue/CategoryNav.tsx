import { BRAND } from '@marketplace/contracts/core/brand'
import { type ListQuery, withoutFilter } from '@marketplace/contracts/pages/list-query'
import type { CountedLink } from '@marketplace/contracts/pages/parts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/Link.tsx'

type Props = {
  categories: CountedLink[]
  /** This list's own path. */
  current: string
  query: ListQuery
}

/** The chosen chip may lie beyond the edge of a small screen. */
const showChosen = (row: HTMLUListElement | null): void => {
  const chosen = row?.querySelector('[aria-current]')
  if (!row || !chosen) return
  const { left, width } = chosen.getBoundingClientRect()
  const edge = row.getBoundingClientRect()
  row.scrollLeft += left + width / 2 - (edge.left + edge.width / 2)
}

/** Where to look further: a row of chips on small screens, a column beside the list on wide ones. The rest of the query is kept. */
export const CategoryNav = ({ categories, current, query }: Props) => {
  const links = [
    {
      slug: '',
      to: paths.apps(withoutFilter(query, 'categories')),
      name: BRAND.allApps,
      count: null,
      current: current === paths.apps() && !query.filters.categories,
    },
    ...categories.map((category) => ({
      ...category,
      to: category.href === current ? current : paths.chooseCategory(current, category.slug, query),
    })),
  ]
  return (
    <nav aria-label="Categories">
      <h2 className="mb-1 hidden px-3 text-sm font-semibold lg:block">Categories</h2>
      <ul
        key={current}
        ref={showChosen}
        className="scroll-row -mx-4 gap-2 px-4 py-1 md:-mx-8 md:px-8 lg:mx-0 lg:flex-col lg:gap-0.5 lg:overflow-visible lg:px-0 lg:py-0"
      >
        {links.map((link) => (
          <li key={link.slug} className="shrink-0 snap-start">
            <Link
              to={link.to}
              aria-current={link.current ? (link.to === current ? 'page' : 'true') : undefined}
              className="nav-link"
            >
              {link.name}
              {link.count !== null && (
                <span>
                  {link.count.toLocaleString('en-US')}
                  <span className="sr-only"> apps</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
