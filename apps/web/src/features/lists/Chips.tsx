import { EMPTY_QUERY, type ListQuery, toggleFilter } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import { X } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'
import { ListLink } from './ListLink.tsx'

/** The query without filters: the search text and the sort order stay. */
export const withoutFilters = ({ text, sortBy }: ListQuery): ListQuery => ({ ...EMPTY_QUERY, ...(text && { text }), sortBy })

/** The query without this filter, which it may not have any more. */
const without = (query: ListQuery, { name, value }: ListPage['filters']['chips'][number]): ListQuery => {
  if (name === 'verified') return { ...query, verified: false, page: 1 }
  return query.filters[name]?.includes(value) ? toggleFilter(query, name, value) : { ...query, page: 1 }
}

/** The chosen filters, each with a link that removes it. */
export const Chips = ({ page }: { page: ListPage }) =>
  page.filters.chips.length > 0 && (
    <ul aria-label="Chosen filters" className="mb-5 flex flex-wrap items-center gap-2">
      {page.filters.chips.map((chip) => (
        <li key={`${chip.name} ${chip.value}`}>
          <ListLink
            page={page}
            change={(query) => without(query, chip)}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line bg-surface ps-3 pe-2 text-sm wrap-anywhere transition-colors hover:bg-hover"
          >
            <span className="sr-only">Remove the filter </span>
            {chip.label}
            <Icon as={X} size={14} className="text-muted" />
          </ListLink>
        </li>
      ))}
      <li>
        <ListLink
          page={page}
          change={withoutFilters}
          className="inline-flex min-h-8 items-center px-2 text-sm font-semibold underline-offset-4 hover:underline"
        >
          Clear all
        </ListLink>
      </li>
    </ul>
  )
