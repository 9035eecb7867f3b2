import { BRAND } from '@marketplace/contracts/core/brand'
import { type ListQuery, withoutFilter } from '@marketplace/contracts/pages/list-query'
import type { CountedLink, ListPage } from '@marketplace/contracts/pages/parts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/Link.tsx'
import { grouped } from '../../ui/counted.ts'
import { useListAddress } from './use-list-address.ts'

type Props = {
  categories: CountedLink[]
  /** The current list. */
  page: ListPage
}

/** Scrolls the chosen chip into view, since it may be outside of a small screen. */
const showChosen = (row: HTMLUListElement | null): void => {
  const chosen = row?.querySelector('[aria-current]')
  if (!row || !chosen) return
  const { left, width } = chosen.getBoundingClientRect()
  const edge = row.getBoundingClientRect()
  row.scrollLeft += left + width / 2 - (edge.left + edge.width / 2)
}

/** Links to the categories: a row of chips on small screens, a column beside the list on wide ones. The links keep the rest of the query. */
export const CategoryNav = ({ categories, page }: Props) => {
  const { path: current, query } = page
  const list = useListAddress(page)
  const links = [
    {
      slug: '',
      addressOf: (query: ListQuery) => paths.apps(withoutFilter(query, 'categories')),
      name: BRAND.allApps,
      count: null,
      current: current === paths.apps() && !query.filters.categories,
    },
    ...categories.map((category) => ({
      ...category,
      addressOf: (query: ListQuery) =>
        category.href === current ? current : paths.chooseCategory(current, category.slug, query),
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
              to={link.addressOf(query)}
              onClick={(event) => list.followLink(event, link.addressOf)}
              aria-current={link.current ? (link.addressOf(query) === current ? 'page' : 'true') : undefined}
              className="nav-link"
            >
              {link.name}
              {link.count !== null && (
                <span>
                  {grouped(link.count)}
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
