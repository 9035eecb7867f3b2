import { type ListQuery, parseListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import { type MouseEvent, useContext, useEffect } from 'react'
import { useHref, useLocation, useNavigate, useNavigation } from 'react-router'
import { LatestLocationContext } from '../../lib/latest-location.ts'
import { opensElsewhere } from '../../lib/opens-elsewhere.ts'
import { paths } from '../../lib/paths.ts'
import { rememberChoice } from './remember-choice.ts'

/**
 * The address of a list, for what changes it. A choice starts from the latest query and not from the one that is shown, so that of several
 * choices made while a list loads none is lost.
 */
export const useListAddress = (page: ListPage) => {
  const { path, query } = page
  const address = useHref(path)
  const { key } = useLocation()
  const navigate = useNavigate()
  const readLocation = useContext(LatestLocationContext)
  /** The query that is loading, or else the one that is shown; undefined if another page is loading. */
  const loadingOrShown = (): ListQuery | undefined => {
    const location = readLocation()
    if (!location || location.key === key) return query
    return location.pathname === address ? parseListQuery(new URLSearchParams(location.search)) : undefined
  }
  const latest = (): ListQuery => loadingOrShown() ?? query
  /**
   * Handles a click on a link to `addressOf(page.query)`. While the list loads another query, the click leads to that query's address instead.
   */
  const followLink = (event: MouseEvent, addressOf: (query: ListQuery) => string, preventScrollReset = false): void => {
    const from = latest()
    if (from === query || opensElsewhere(event)) return
    event.preventDefault()
    void navigate(addressOf(from), { preventScrollReset })
  }
  return {
    loadingOrShown,
    latest,
    followLink,
    /** Handles a click on a link to this list with other filters. The scroll position stays. */
    followFilterLink: (event: MouseEvent, change: (query: ListQuery) => ListQuery): void => {
      const from = latest()
      rememberChoice(page, from, change(from))
      followLink(event, (query) => paths.listing(path, change(query)), true)
    },
    /** Shows the list with this query. The scroll position stays. */
    go: (next: ListQuery): void => {
      rememberChoice(page, latest(), next)
      void navigate(paths.listing(path, next), { preventScrollReset: true })
    },
  }
}

export type ListAddress = ReturnType<typeof useListAddress>

/** Calls `show` with the list's latest query whenever it may have changed, so that the fields of a form show it. */
export const useLatestQuery = ({ loadingOrShown }: ListAddress, show: (query: ListQuery) => void): void => {
  // Renders the form again when a navigation begins, so that the effect runs.
  useNavigation()
  useEffect(() => {
    const query = loadingOrShown()
    if (query) show(query)
  })
}
