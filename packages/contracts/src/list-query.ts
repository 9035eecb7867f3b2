// What the address of a list says: which filters, in which order, which page (specification, section 2, "Routing behaviour").

/** Filters with several values, in the order in which an address and a screen have them. */
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

/** The values chosen of each filter; a filter without any is left out. */
export type Filters = { readonly [Name in FacetName]?: readonly string[] }

/**
 * A list's query. What is absent or the default is left out of an address: `sortBy` is null where the list's own order stands,
 * `page` counts from 1.
 */
export type ListQuery = {
  /** What was searched for; only the list of search results has it. */
  readonly text?: string
  readonly filters: Filters
  readonly verified: boolean
  readonly sortBy: string | null
  readonly page: number
}

export const EMPTY_QUERY: ListQuery = { filters: {}, verified: false, sortBy: null, page: 1 }

/** No address of ours is longer; more than that is noise. */
const MAX_QUERY_VALUES = 60
const MAX_VALUE_LENGTH = 80

/** What is looked for in a search; the rest is not read. */
const MAX_TEXT_LENGTH = 200

/** Half of a character, which a cut can leave, cannot be written into an address. */
const cut = (value: string, length: number): string => value.slice(0, length).toWellFormed()

const valuesOf = (given: readonly string[]): string[] => {
  const values = given
    .slice(0, MAX_QUERY_VALUES)
    .flatMap((part) => cut(part, MAX_QUERY_VALUES * MAX_VALUE_LENGTH).split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '' && value.length <= MAX_VALUE_LENGTH)
  return [...new Set(values)].slice(0, MAX_QUERY_VALUES)
}

/** What this reads of URLSearchParams. */
export type QueryParameters = { get: (name: string) => string | null; getAll: (name: string) => string[] }

/**
 * The query that parameters say: list values are comma-separated, or the parameter stands several times, as a plain form sends it.
 * Whatever is none is as if it were not there; whether a value exists is for the list to say.
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

/** The query as an address has it, with its question mark; '' for an empty one. The same query is always the same text. */
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

/** The query with a value of a filter chosen, or no longer. A change of filters begins at the first page. */
export const toggleFilter = (query: ListQuery, name: FacetName, value: string): ListQuery => {
  const { [name]: chosen = [], ...others } = query.filters
  const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
  return { ...query, filters: next.length > 0 ? { ...others, [name]: next } : others, page: 1 }
}

/** The query without a filter, from its first page. */
export const withoutFilter = (query: ListQuery, name: FacetName): ListQuery => {
  const { [name]: _, ...others } = query.filters
  return { ...query, filters: others, page: 1 }
}

/** Whether anything is filtered. */
export const isFiltered = ({ filters, verified }: Pick<ListQuery, 'filters' | 'verified'>): boolean =>
  verified || Object.keys(filters).length > 0
