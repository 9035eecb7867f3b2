import { type Page, pageWindow } from '@marketplace/domain/pagination'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import type { TableAddress } from './table-address.ts'

export type Column<Row> = {
  id: string
  title: string
  show: (row: Row) => ReactNode
  sortable?: boolean
  /** Whether this column names the row; usually the first one. */
  isHeading?: boolean
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  /** The rows of the current page, already sorted. Lists that can exceed 200 rows are sorted and paged by the server. */
  found: Pick<Page<Row>, 'items' | 'page' | 'pages'>
  keyOf: (row: Row) => string
  address: Pick<TableAddress, 'sort' | 'hrefWith'>
  /** Shown instead of a table without rows. */
  empty: ReactNode
}

const CELL = 'px-4 py-3 text-start align-middle max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:px-0 max-sm:py-1.5'

/** The value of `sort` after a click on a column's title: sorted by this column; after a second click, in the opposite order. */
const nextSort = (id: string, { column, descending }: TableAddress['sort']): string =>
  column === id && !descending ? `-${id}` : id

/** A table whose sort order and page are in the address. On small screens each row is a block of labelled lines. */
export const DataTable = <Row,>({ caption, columns, found, keyOf, address: { sort, hrefWith }, empty }: Props<Row>) => {
  if (found.items.length === 0) return empty
  const { page, pages } = found
  return (
    <>
      <table className="w-full border-collapse text-sm wrap-anywhere max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="max-sm:block">
          <tr className="max-sm:mb-3 max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 sm:border-b sm:border-line">
            {columns.map(({ id, title, sortable }) => (
              <th
                key={id}
                scope="col"
                aria-sort={sort.column === id ? (sort.descending ? 'descending' : 'ascending') : undefined}
                className={classNames(
                  'px-4 py-2 text-start text-xs font-semibold text-muted max-sm:px-0',
                  !sortable && 'max-sm:sr-only',
                )}
              >
                {sortable ? (
                  <Link
                    to={hrefWith({ sort: nextSort(id, sort), page: null })}
                    preventScrollReset
                    className="-mx-1 inline-flex min-h-8 items-center gap-1 rounded-xs px-1 hover:text-ink"
                  >
                    <span className="sr-only">Sort by </span>
                    {title}
                    <Icon as={sort.column !== id ? ArrowUpDown : sort.descending ? ArrowDown : ArrowUp} size={14} />
                  </Link>
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block max-sm:space-y-3">
          {found.items.map((row) => (
            <tr
              key={keyOf(row)}
              className="max-sm:block max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-surface max-sm:p-4 sm:border-b sm:border-line"
            >
              {columns.map(({ id, title, show, isHeading }) =>
                isHeading ? (
                  <th key={id} scope="row" className={classNames(CELL, 'font-semibold sm:min-w-32')}>
                    {show(row)}
                  </th>
                ) : (
                  <td key={id} className={CELL}>
                    <span aria-hidden className="text-muted sm:hidden">
                      {title}
                    </span>
                    <div className="min-w-0 max-sm:text-end">{show(row)}</div>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Pagination page={page} pages={pages} items={pageWindow(page, pages)} hrefOf={(to) => hrefWith({ page: String(to) })} />
    </>
  )
}
