import { isFiltered, type ListQuery } from '@marketplace/contracts/pages/list-query'
import type { ListPage, PageLink } from '@marketplace/contracts/pages/parts'
import { pageWindow } from '@marketplace/domain/pagination'
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Chips } from './Chips.tsx'
import { ColumnToggle } from './ColumnToggle.tsx'
import { FilterForm } from './FilterForm.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import { NoMatches } from './NoMatches.tsx'
import { WITH_COLUMN } from './list-grid.ts'
import { resultText } from './result-text.ts'
import { useListAddress } from './use-list-address.ts'

type Props = {
  page: ListPage
  /** The plural of the listed things: "apps". */
  noun: string
  /** The list of everything, if that is another page. */
  all?: PageLink | null
  /** Shown below the heading, over the whole width. */
  top?: ReactNode
  /** Shown in the column above the filters, and below them. */
  nav?: ReactNode
  below?: ReactNode
  /** The choice of the sort order. */
  sort?: ReactNode
  /** Shown instead of the list if it is empty without filters. */
  empty: ReactNode
  /** Shown after the list on its first page. */
  after?: ReactNode
  /** The cards. */
  children: ReactNode
}

/** A list with its filters: in a column that can be hidden on wide screens, in a sheet on small ones. */
export const ListLayout = ({ page, noun, all = null, top, nav, below, sort, empty, after, children }: Props) => {
  const list = useListAddress(page)
  const busy = useNavigation().state !== 'idle'
  const { filters, pagination, path, query } = page
  const filterable = filters.facets.length > 0 || filters.verified !== null
  const addressOf = (query: ListQuery) => paths.listing(path, query)
  const column = Boolean(nav) || filterable
  return (
    <div className="wrap">
      <Breadcrumbs steps={page.breadcrumbs} />
      <h1 className="mt-4 text-3xl font-semibold md:text-4xl">{page.heading}</h1>
      {page.description && <p className="mt-2 max-w-2xl text-base text-muted md:text-lg">{page.description}</p>}
      {top}
      <div className={classNames('mt-6 lg:mt-10', column && WITH_COLUMN)}>
        {column && (
          <div className="lg:collapsed:hidden">
            {nav}
            {filterable && (
              <div id="filters" className="max-lg:hidden max-lg:no-js:target:block lg:mt-8 lg:px-3 lg:first:mt-0">
                <FilterForm page={page} />
              </div>
            )}
            {below}
          </div>
        )}
        <section aria-label={page.heading} aria-busy={busy} className={classNames(column && 'mt-6 lg:mt-0')}>
          <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 empty:hidden">
            {column && <ColumnToggle />}
            {filterable && <FilterSheet page={page} />}
            {pagination.total > 0 && (
              <p className="text-sm text-muted tabular-nums max-sm:order-1 max-sm:w-full">{resultText(pagination)}</p>
            )}
            {pagination.total > 1 && sort && <div className="ms-auto">{sort}</div>}
          </div>
          <Chips page={page} />
          {pagination.total === 0 ? (
            isFiltered(query) ? (
              <NoMatches page={page} noun={noun} all={all} />
            ) : (
              empty
            )
          ) : (
            <>
              <div className={classNames('transition-opacity xl:collapsed:[&>ul]:grid-cols-4', busy && 'opacity-50 delay-150')}>
                {children}
              </div>
              <Pagination
                page={pagination.page}
                pages={pagination.pages}
                items={pageWindow(pagination.page, pagination.pages)}
                hrefOf={(number) => addressOf({ ...query, page: number })}
                onFollow={(event, number) => list.followLink(event, (latest) => addressOf({ ...latest, page: number }))}
              />
            </>
          )}
          {after}
        </section>
      </div>
    </div>
  )
}
