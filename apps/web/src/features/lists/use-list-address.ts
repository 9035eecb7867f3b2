import { type ListQuery, parseListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import { type MouseEvent, useContext, useEffect } from 'react'
import { useHref, useLocation, useNavigate, useNavigation } from 'react-router'
import { LatestLocationContext } from '../../lib/latest-location.ts'
import { opensElsewhere } from '../../lib/new-tab.ts'
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
   * Corrects a click on a link to `addressOf(page.query)` while another query of the list is loading: the link then leads to the address for
   * that one.
   */
  const follow = (event: MouseEvent, addressOf: (query: ListQuery) => string, preventScrollReset = false): void => {
    const from = latest()
    if (from === query || opensElsewhere(event)) return
    event.preventDefault()
    void navigate(addressOf(from), { preventScrollReset })
  }
  return {
    loadingOrShown,
    latest,
    follow,
    /** Follows a link that changes the list's filters. The scroll position stays. */
    followChange: (event: MouseEvent, change: (query: ListQuery) => ListQuery): void => {
      const from = latest()
      rememberChoice(page, from, change(from))
      follow(event, (query) => paths.listing(path, change(query)), true)
    },
    /** Shows the list with this query. The scroll position stays. */
    go: (next: ListQuery): void => {
      rememberChoice(page, latest(), next)
      void navigate(paths.listing(path, next), { preventScrollReset: true })
    },
  }
}

export type ListAddress = ReturnType<typeof useListAddress>

/** Calls `follow` with the latest query of the list whenever it may have changed, so that the fields of a form can get its values. */
export const useFollowQuery = ({ loadingOrShown }: ListAddress, follow: (query: ListQuery) => void): void => {
  // Draws the form again when a navigation begins.
  useNavigation()
  useEffect(() => {
    const query = loadingOrShown()
    if (query) follow(query)
  })
}
