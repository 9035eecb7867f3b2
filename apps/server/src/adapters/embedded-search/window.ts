import { SEARCH_LIMIT } from '@marketplace/contracts/search/limits'
import { FACET_HITS, HITS_PER_PAGE, type SearchParameters, VALUES_PER_FACET } from '@marketplace/contracts/search/protocol'

/** The range of hits in an answer. `from` counts from 0; no answer goes beyond SEARCH_LIMIT. */
export type Window = { from: number; count: number; page: number; perPage: number; byOffset: boolean }

export const windowOf = ({ page, hitsPerPage, offset, length }: SearchParameters): Window => {
  // The hosted protocol ignores the page if an offset or a length is given.
  const byOffset = typeof offset === 'number' || typeof length === 'number'
  const perPage = Math.min(
    byOffset ? (length ?? HITS_PER_PAGE.default) : (hitsPerPage ?? HITS_PER_PAGE.default),
    HITS_PER_PAGE.most,
  )
  const from = Math.min(byOffset ? (offset ?? 0) : (page ?? 0) * perPage, SEARCH_LIMIT)
  return { from, count: Math.min(perPage, SEARCH_LIMIT - from), page: page ?? 0, perPage, byOffset }
}

/** The number of pages that can be reached. */
export const pagesOf = (total: number, { perPage }: Window): number =>
  perPage === 0 ? 0 : Math.ceil(Math.min(total, SEARCH_LIMIT) / perPage)

export const valuesPerFacet = ({ maxValuesPerFacet }: SearchParameters): number =>
  Math.min(maxValuesPerFacet ?? VALUES_PER_FACET.default, VALUES_PER_FACET.most)

/** The most values that a search among the values of a facet returns. */
export const facetHits = ({ maxFacetHits }: SearchParameters): number =>
  Math.min(Math.max(maxFacetHits ?? FACET_HITS.default, 1), FACET_HITS.most)

/** The parameters as a query string, as the hosted protocol returns them. */
export const echoOf = (parameters: SearchParameters): string =>
  Object.entries(parameters)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(wellFormed(typeof value === 'object' ? JSON.stringify(value) : String(value)))}`,
    )
    .join('&')

/** Half of a surrogate pair cannot be encoded, so it is replaced. */
const wellFormed = (text: string): string => text.toWellFormed()
