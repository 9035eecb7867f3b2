import type { ListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import type { MouseEvent, ReactNode } from 'react'
import { opensElsewhere } from '../../lib/new-tab.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/Link.tsx'
import { rememberChoice } from './remember-choice.ts'
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
  const follow = (event: MouseEvent) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    const latest = list.latest()
    const next = change(latest)
    rememberChoice(page, latest, next)
    list.go(next)
  }
  return (
    <Link to={paths.listing(page.path, change(page.query))} onClick={follow} className={className}>
      {children}
    </Link>
  )
}
