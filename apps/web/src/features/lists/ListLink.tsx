import type { ListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { rememberChoice } from './remember-choice.ts'
import { Link } from '../../ui/Link.tsx'

type Props = { page: ListPage; query: ListQuery; className?: string; children: ReactNode }

/** A link to the same list with other filters. The scroll position stays. */
export const ListLink = ({ page, query, className, children }: Props) => (
  <Link
    to={paths.listing(page.path, query)}
    preventScrollReset
    onClick={() => rememberChoice(page, page.query, query)}
    className={className}
  >
    {children}
  </Link>
)
