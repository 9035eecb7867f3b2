import type { FacetResult, SearchParameters, SearchResult } from '@marketplace/contracts/search-protocol'

/** A request to one index: for hits, or with `type: 'facet'` for values of a facet. */
export type IndexRequest = SearchParameters & { indexName: string; type?: 'default' | 'facet'; facet?: string }
export type IndexAnswer = SearchResult | FacetResult

/**
 * A search index, by the hosted index's own contract: requests in, one answer for each. The index in this process and a hosted one fit
 * behind it alike. Throws SearchRefused for what it does not answer.
 */
export type SearchPort = { search: (requests: readonly IndexRequest[]) => Promise<readonly IndexAnswer[]> }

/** Why there is no answer: the request is malformed, there is no such index, or the index cannot be reached. */
export type RefusalReason = 'malformed' | 'no-index' | 'unavailable'

export class SearchRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
