import {
  EMPTY_QUERY,
  isFiltered,
  type FacetName,
  type ListQuery,
  type QueryParameters,
  parseListQuery,
} from '@marketplace/contracts/list-query'
import type { ListFilters, Pagination } from '@marketplace/contracts/page-data'
import { type BitSet, countBits } from '@marketplace/domain/bit-set'
import { facetKey } from '@marketplace/domain/facets'
import { knownFilters, type ListIndex, selectFrom, itemsInOrder } from '@marketplace/domain/list-index'
import { PAGE_STEP, pageOf } from '@marketplace/domain/pagination'

/** A list and all that is needed to show any part of it. */
export type FilterableList<T, Sort extends string> = {
  /** Its name, unique among the lists of a variant. */
  key: string
  index: ListIndex<T>
  /** What of the index is in this list. */
  scope: BitSet
  /** Filters that make no sense here. */
  without: readonly FacetName[]
  sorts: readonly Sort[]
  usual: Sort
  /** The places of the index's items in an order. */
  orderBy: (sort: Sort) => ArrayLike<number>
  /** How many items are paged through, however many there are; all of them without it. */
  pagedTo?: number
  /** Keeps what is worked out of the list; without it, the list stands for one request alone. */
  remember?: <V>(what: string, work: (list: ListFrame<T, Sort>) => V) => V
}

/** A list of which addresses are read; nothing of it is shown. */
export type ListFrame<T, Sort extends string> = Omit<FilterableList<T, Sort>, 'orderBy'>

const remember = <T, Sort extends string, V>(list: ListFrame<T, Sort>, what: string, work: (list: ListFrame<T, Sort>) => V): V =>
  list.remember ? list.remember(what, work) : work(list)

const totalOf = <T, Sort extends string>(list: ListFrame<T, Sort>): number =>
  remember(list, 'total', ({ scope }) => countBits(scope))

const pagedOf = <T, Sort extends string>({ pagedTo = Infinity }: ListFrame<T, Sort>, total: number): number =>
  Math.min(total, pagedTo)

/**
 * What the parameters of an address choose in this list, in its canonical form: filters and values that it does not have, its usual
 * order and pages beyond its end are not in it. Addresses that show the same have the same query, and are kept as one page.
 */
export const canonicalQuery = <T, Sort extends string>(list: ListFrame<T, Sort>, parameters: QueryParameters): ListQuery => {
  const given = parseListQuery(parameters)
  const { filters, verified } = isFiltered(given) ? knownFilters(list.index, given, facetKey) : EMPTY_QUERY
  const sort = list.sorts.find((candidate) => candidate === given.sortBy)
  return {
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !list.without.includes(name as FacetName))),
    verified,
    sortBy: sort === undefined || sort === list.usual ? null : sort,
    page: pageOf(pagedOf(list, totalOf(list)), given.page, PAGE_STEP).page,
  }
}

/** The order that a canonical query asks for. */
export const sortOf = <T, Sort extends string>(list: ListFrame<T, Sort>, { sortBy }: ListQuery): Sort =>
  list.sorts.find((candidate) => candidate === sortBy) ?? list.usual

/** What a page of a list shows around its items: the query, the filters and what each of their choices would give. */
type ListFrameOfPage = { query: ListQuery; filters: ListFilters; pagination: Pagination }

/** One page of a list under a canonical query, before its items are read: they are those from `from` on, of what `matches`. */
export const selectPage = <T, Sort extends string>(
  list: ListFrame<T, Sort>,
  query: ListQuery,
): ListFrameOfPage & { matches: BitSet; from: number } => {
  const { matches, total, filters } = isFiltered(query)
    ? selectFrom(list.index, list.scope, query, list.without)
    : remember(list, 'selection', ({ index, scope, without }) => selectFrom(index, scope, EMPTY_QUERY, without))
  const pagination = { ...pageOf(pagedOf(list, total), query.page, PAGE_STEP), total }
  return { matches, from: Math.max(0, pagination.from - 1), query: { ...query, page: pagination.page }, filters, pagination }
}

/** One page of a list under a canonical query. */
export const readList = <T, Sort extends string>(
  list: FilterableList<T, Sort>,
  query: ListQuery,
): ListFrameOfPage & { items: T[] } => {
  const { matches, from, ...page } = selectPage(list, query)
  return { ...page, items: itemsInOrder(list.index, list.orderBy(sortOf(list, query)), matches, from, page.pagination.to - from) }
}

/** The first items of a list, in its usual order. */
export const firstOf = <T, Sort extends string>(list: FilterableList<T, Sort>, count: number, sort: Sort = list.usual): T[] =>
  itemsInOrder(list.index, list.orderBy(sort), list.scope, 0, count)

export const isEmptyList = <T, Sort extends string>(list: FilterableList<T, Sort>): boolean => totalOf(list) === 0
