import { writeListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import type { PageData, PageResult } from '@marketplace/contracts/pages/page-data'
import { listSearch } from '../../lib/list-address.ts'
import { counted } from '../../ui/counted.ts'

const isList = (page: PageResult): page is Extract<PageResult, ListPage> => 'filters' in page

/** The announcement of a page: its title, or for a filtered list the number of results. */
export const announcementOf = (before: PageData | undefined, now: PageData): string => {
  const { result } = now
  const filtersOf = (page: PageResult) => isList(page) && writeListQuery({ ...page.query, sortBy: null, page: 1 })
  const filtered = before && before.path === now.path && filtersOf(before.result) !== filtersOf(result)
  return filtered && isList(result) ? counted(result.pagination.total, 'result') : result.meta.title
}

/**
 * Rewrites the address of a list to its canonical spelling without a request, and removes an empty hash. The router keeps the old spelling,
 * which is equivalent. `key` is the router's key of the location that shows this data.
 */
export const tidyAddress = ({ result }: PageData, key: string): void => {
  // The person may already have navigated to another page.
  const state = window.history.state as { key?: string } | null
  if ((state?.key ?? 'default') !== key) return
  const { pathname, search, hash, href } = window.location
  const tidy = pathname + (isList(result) ? listSearch(search, result.query) : search) + hash
  if (!href.endsWith(tidy)) window.history.replaceState(state, '', tidy)
}
