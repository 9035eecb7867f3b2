import { type ListQuery, parseListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import { useHref, useNavigation } from 'react-router'

/** The latest query of this list: the one that is loading, or else the one that is shown. */
export const useLatestQuery = ({ path, query }: ListPage): ListQuery => {
  const address = useHref(path)
  const { location } = useNavigation()
  return location?.pathname === address ? parseListQuery(new URLSearchParams(location.search)) : query
}
