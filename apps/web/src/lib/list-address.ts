import { FACET_NAMES, type ListQuery, parseListQuery, writeListQuery } from '@marketplace/contracts/pages/list-query'
import { TRACKING_PARAMETERS } from '@marketplace/contracts/core/tracking-parameters'

const LIST_PARAMETERS = ['query', ...FACET_NAMES, 'verified', 'sortBy', 'page']

const replaced = (search: string, query: ListQuery, dropped: readonly string[]): string => {
  const others = new URLSearchParams(search)
  for (const name of [...LIST_PARAMETERS, ...dropped]) others.delete(name)
  const own = writeListQuery(query)
  return others.size === 0 ? own : `${own ? `${own}&` : '?'}${others}`
}

/** The search of an address with a list's query in its one canonical spelling. Unknown parameters follow it. */
export const listSearch = (search: string, query: ListQuery): string => replaced(search, query, [])

/** The part of an address's search that the page's data depends on, in one canonical spelling. */
export const dataSearch = (search: string): string =>
  replaced(search, parseListQuery(new URLSearchParams(search)), TRACKING_PARAMETERS)
