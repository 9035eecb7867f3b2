import type { ListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/Link.tsx'
import { useListAddress } from './use-list-address.ts'

type Props = {
  page: ListPage
  /** The query that the link leads to, from another query of this list. */
  change: (query: ListQuery) => ListQuery
  className?: string
  children: ReactNode
}

/** A link to the same list with other filters. The scroll position stays. */
export const ListLink = ({ page, change, className, children }: Props) => {
  const list = useListAddress(page)
  return (
    <Link
      to={paths.listing(page.path, change(page.query))}
      preventScrollReset
      onClick={(event) => list.followFilterLink(event, change)}
      className={className}
    >
      {children}
    </Link>
  )
}
