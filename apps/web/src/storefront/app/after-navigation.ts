import { writeListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import type { PageData, PageResult } from '@marketplace/contracts/pages/page-data'
import { listSearch } from '../../lib/list-address.ts'
import { counted } from '../../ui/counted.ts'

const isList = (page: PageResult): page is Extract<PageResult, ListPage> => 'filters' in page

/** What is said of a page that has come up: its title, or of a list that was filtered, what is left of it. */
export const announcementOf = (before: PageData | undefined, now: PageData): string => {
  const { result } = now
  const filtersOf = (page: PageResult) => isList(page) && writeListQuery({ ...page.query, sortBy: null, page: 1 })
  const filtered = before && before.path === now.path && filtersOf(before.result) !== filtersOf(result)
  return filtered && isList(result) ? counted(result.pagination.total, 'result') : result.meta.title
}

/**
 * The address of a list in its one spelling, without a request: the router's own location keeps the old one, which means the same.
 * What the list does not know is no longer in it, nor an empty hash. `key` is the router's, of the location that shows this data.
 */
export const tidyAddress = ({ result }: PageData, key: string): void => {
  // The person may have gone on already.
  const state = window.history.state as { key?: string } | null
  if ((state?.key ?? 'default') !== key) return
  const { pathname, search, hash, href } = window.location
  const tidy = pathname + (isList(result) ? listSearch(search, result.query) : search) + hash
  if (!href.endsWith(tidy)) window.history.replaceState(state, '', tidy)
}
