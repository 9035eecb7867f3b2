// The query of a list in its address: filters, order and page. docs/product/pages.md, Addresses, has the rule.

/** Filters with several values, in their order in addresses and on screens. */
export const FACET_NAMES = [
  'kind',
  'categories',
  'payment',
  'compatibility',
  'placement',
  'services',
  'language',
  'country',
  'industry',
] as const
export type FacetName = (typeof FACET_NAMES)[number]

/** The chosen values of each filter. A filter without chosen values is absent. */
export type Filters = { readonly [Name in FacetName]?: readonly string[] }

/**
 * The query of a list. An address leaves out absent and default values. `sortBy` is null for the list's default order; `page` counts from
 * 1.
 */
export type ListQuery = {
  /** The searched text; only the list of search results has one. */
  readonly text?: string
  readonly filters: Filters
  readonly verified: boolean
  readonly sortBy: string | null
  readonly page: number
}

export const EMPTY_QUERY: ListQuery = { filters: {}, verified: false, sortBy: null, page: 1 }

/** Limits for queries from strangers. No address of the storefront reaches them. */
const MAX_QUERY_VALUES = 60
const MAX_VALUE_LENGTH = 80

/** Characters of a searched text that are read. */
const MAX_TEXT_LENGTH = 200

/**
 * The cut text may end with half of a surrogate pair, on which encodeURIComponent throws, or with a blank, which would be lost when the
 * address is read again.
 */
const cut = (value: string, length: number): string => value.slice(0, length).toWellFormed().trimEnd()

const valuesOf = (given: readonly string[]): string[] => {
  const values = given
    .slice(0, MAX_QUERY_VALUES)
    .flatMap((part) => cut(part, MAX_QUERY_VALUES * MAX_VALUE_LENGTH).split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '' && value.length <= MAX_VALUE_LENGTH)
  return [...new Set(values)].slice(0, MAX_QUERY_VALUES)
}

/** The part of URLSearchParams that parseListQuery uses. */
export type QueryParameters = { get: (name: string) => string | null; getAll: (name: string) => string[] }

/**
 * Reads a list's query. The values of a filter are comma-separated, or the parameter is repeated, as plain HTML forms send it. Invalid
 * parameters are ignored. Any value is accepted here; the list drops values that it does not have (knownFilters).
 */
export const parseListQuery = (parameters: QueryParameters): ListQuery => {
  const filters: { [Name in FacetName]?: readonly string[] } = {}
  for (const name of FACET_NAMES) {
    const values = valuesOf(parameters.getAll(name))
    if (values.length > 0) filters[name] = values
  }
  const page = parameters.get('page') ?? ''
  const text = cut(parameters.get('query')?.trim() ?? '', MAX_TEXT_LENGTH)
  return {
    ...(text && { text }),
    filters,
    verified: parameters.get('verified') === 'true',
    sortBy: cut(parameters.get('sortBy')?.trim() ?? '', MAX_VALUE_LENGTH) || null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/** The query as text for an address, with its question mark; '' for the default query. Equal queries give equal texts. */
export const writeListQuery = ({ text, filters = {}, verified, sortBy, page }: Partial<ListQuery> = {}): string => {
  const parts = FACET_NAMES.flatMap((name) => {
    const values = filters[name] ?? []
    return values.length > 0 ? [`${name}=${values.map(encodeURIComponent).join(',')}`] : []
  })
  if (text) parts.unshift(`query=${encodeURIComponent(text)}`)
  if (verified) parts.push('verified=true')
  if (sortBy) parts.push(`sortBy=${encodeURIComponent(sortBy)}`)
  if (page && page > 1) parts.push(`page=${page}`)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** Adds the value to the filter's chosen values, or removes it if it is there. Returns to the first page. */
export const toggleFilter = (query: ListQuery, name: FacetName, value: string): ListQuery => {
  const { [name]: chosen = [], ...others } = query.filters
  const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
  return { ...query, filters: next.length > 0 ? { ...others, [name]: next } : others, page: 1 }
}

/** Removes all chosen values of a filter. Returns to the first page. */
export const withoutFilter = (query: ListQuery, name: FacetName): ListQuery => {
  const { [name]: _, ...others } = query.filters
  return { ...query, filters: others, page: 1 }
}

export const isFiltered = ({ filters, verified }: Pick<ListQuery, 'filters' | 'verified'>): boolean =>
  verified || Object.keys(filters).length > 0
