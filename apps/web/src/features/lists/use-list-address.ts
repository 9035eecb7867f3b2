import { type ListQuery, parseListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import { useContext, useEffect } from 'react'
import { useHref, useLocation, useNavigate, useNavigation } from 'react-router'
import { LatestLocationContext } from '../../lib/latest-location.ts'
import { paths } from '../../lib/paths.ts'

/**
 * The address of a list, for what changes it. A choice starts from the latest query and not from the one that is shown, so that of several
 * choices made while a list loads none is lost.
 */
export const useListAddress = ({ path, query }: ListPage) => {
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
  return {
    loadingOrShown,
    latest: (): ListQuery => loadingOrShown() ?? query,
    /** Shows the list with this query. The scroll position stays. */
    go: (next: ListQuery): void => void navigate(paths.listing(path, next), { preventScrollReset: true }),
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
