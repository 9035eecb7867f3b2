import { PRODUCTS } from '@marketplace/contracts/core/enumerations'
import { parseListQuery } from '@marketplace/contracts/pages/list-query'
import { listSearch } from './list-address.ts'
import { readStored, store } from './storage.ts'

/** The session storage key of the products that a person excluded from lists, separated by commas. */
const KEY = 'exclude-compatibility'

/** The value to store for the chosen products: the products that were not chosen; null if none is left out. */
export const excludedBeside = (chosen: readonly string[]): string | null => {
  const excluded = PRODUCTS.filter((product) => !chosen.includes(product))
  return excluded.length > 0 && excluded.length < PRODUCTS.length ? excluded.join(',') : null
}

/**
 * Adds the remembered choice to the search of a list's address. Unchanged if nothing is remembered, or if the address has a choice of its
 * own.
 */
export const withRemembered = (search: string, stored: string | null): string => {
  const excluded = stored?.split(',') ?? []
  const chosen = PRODUCTS.filter((product) => !excluded.includes(product))
  const query = parseListQuery(new URLSearchParams(search))
  if (query.filters.compatibility || chosen.length === 0 || chosen.length === PRODUCTS.length) return search
  return listSearch(search, { ...query, filters: { ...query.filters, compatibility: chosen } })
}

export const rememberCompatibility = (chosen: readonly string[] = []): boolean =>
  store('sessionStorage', KEY, excludedBeside(chosen))

export const withRememberedCompatibility = (search: string): string => withRemembered(search, readStored('sessionStorage', KEY))
