import {
  EMPTY_QUERY,
  isFiltered,
  type FacetName,
  type ListQuery,
  type QueryParameters,
  parseListQuery,
} from '@marketplace/contracts/pages/list-query'
import type { ListFilters, Pagination } from '@marketplace/contracts/pages/parts'
import { type BitSet, countBits } from '@marketplace/domain/bit-set'
import { facetKey } from '@marketplace/domain/facets'
import { knownFilters, type ListIndex, selectFrom, itemsInOrder } from '@marketplace/domain/list-index'
import { PAGE_STEP, pageOf } from '@marketplace/domain/pagination'

/** A list with all data that is needed to show any part of it. */
export type FilterableList<T, Sort extends string> = {
  /** Unique among the lists of a variant. */
  key: string
  index: ListIndex<T>
  /** The positions, in the index, of the items in this list. */
  scope: BitSet
  /** Filters that are not offered for this list. */
  hiddenFacets: readonly FacetName[]
  sorts: readonly Sort[]
  defaultSort: Sort
  /** The positions, in the index, of all items, sorted. */
  orderBy: (sort: Sort) => ArrayLike<number>
  /** The number of items that pages show at most; absent if there is no limit. */
  pagedTo?: number
  /** Caches values that are computed from the list. Absent for a list that exists for one request only. */
  remember?: <V>(what: string, work: (list: ListFrame<T, Sort>) => V) => V
}

/** A list without its items, enough to read addresses. */
export type ListFrame<T, Sort extends string> = Omit<FilterableList<T, Sort>, 'orderBy'>

const remember = <T, Sort extends string, V>(list: ListFrame<T, Sort>, what: string, work: (list: ListFrame<T, Sort>) => V): V =>
  list.remember ? list.remember(what, work) : work(list)

const totalOf = <T, Sort extends string>(list: ListFrame<T, Sort>): number =>
  remember(list, 'total', ({ scope }) => countBits(scope))

const pagedOf = <T, Sort extends string>({ pagedTo = Infinity }: ListFrame<T, Sort>, total: number): number =>
  Math.min(total, pagedTo)

/**
 * The query that the parameters of an address select in this list, in canonical form. Unknown filters and values, the default order and
 * pages beyond the end are left out. Addresses with the same content have the same canonical query, so they are cached once.
 */
export const canonicalQuery = <T, Sort extends string>(list: ListFrame<T, Sort>, parameters: QueryParameters): ListQuery => {
  const given = parseListQuery(parameters)
  const { filters, verified } = isFiltered(given) ? knownFilters(list.index, given, facetKey) : EMPTY_QUERY
  const sort = list.sorts.find((candidate) => candidate === given.sortBy)
  return {
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !list.hiddenFacets.includes(name as FacetName))),
    verified,
    sortBy: sort === undefined || sort === list.defaultSort ? null : sort,
    page: pageOf(pagedOf(list, totalOf(list)), given.page, PAGE_STEP).page,
  }
}

/** The order that a canonical query asks for. */
export const sortOf = <T, Sort extends string>(list: ListFrame<T, Sort>, { sortBy }: ListQuery): Sort =>
  list.sorts.find((candidate) => candidate === sortBy) ?? list.defaultSort

/** The parts of a list page around its items: the query, the filters with the number of items of each choice, and the pagination. */
type ListFrameOfPage = { query: ListQuery; filters: ListFilters; pagination: Pagination }

/** One page of a list under a canonical query, before its items are read. The items are those of `matches` from position `from` on. */
export const selectPage = <T, Sort extends string>(
  list: ListFrame<T, Sort>,
  query: ListQuery,
): ListFrameOfPage & { matches: BitSet; from: number } => {
  const { matches, total, filters } = isFiltered(query)
    ? selectFrom(list.index, list.scope, query, list.hiddenFacets)
    : remember(list, 'selection', ({ index, scope, hiddenFacets }) => selectFrom(index, scope, EMPTY_QUERY, hiddenFacets))
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

/** The first items of a list, in its default order. */
export const firstOf = <T, Sort extends string>(
  list: FilterableList<T, Sort>,
  count: number,
  sort: Sort = list.defaultSort,
): T[] => itemsInOrder(list.index, list.orderBy(sort), list.scope, 0, count)

export const isEmptyList = <T, Sort extends string>(list: FilterableList<T, Sort>): boolean => totalOf(list) === 0
