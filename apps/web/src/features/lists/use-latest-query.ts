import { type ListQuery, parseListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import { useHref, useNavigation } from 'react-router'

/** What the person has asked of this list last: what is on its way, or else what is shown. */
export const useLatestQuery = ({ path, query }: ListPage): ListQuery => {
  const address = useHref(path)
  const { location } = useNavigation()
  return location?.pathname === address ? parseListQuery(new URLSearchParams(location.search)) : query
}
