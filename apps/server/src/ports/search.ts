import type { TextParts } from '@marketplace/contracts/search/schemas'
import type { FacetResult, SearchParameters, SearchResult } from '@marketplace/contracts/search/protocol'

/** A request to one index: for hits, or with `type: 'facet'` for a facet's values. */
export type IndexRequest = SearchParameters & {
  indexName: string
  type?: 'default' | 'facet'
  facet?: string
  /**
   * Further conditions, in the format of facetFilters. The server adds them, so an answer does not repeat them. Only for the index in this
   * process.
   */
  within?: readonly string[]
}
export type IndexAnswer = SearchResult | FacetResult

/** A set of places, one bit each (the BitSet of packages/domain). */
export type PlaceSet = Readonly<Uint32Array>

/** The caller's numbering of the records in an index: id to place. Pass the same object while the numbering is unchanged. */
export type Places = { of: ReadonlyMap<string, number>; size: number }

/**
 * All matches of a request, for a caller that filters, counts and sorts by its own data. Hits are limited to SEARCH_LIMIT, while
 * matches are not. Matches without a place in the caller's numbering are left out.
 */
export type IndexMatches = {
  /** The number of matches in the index. */
  total: number
  /** Whether `places` contains all matches. A hosted index returns only its best ones. */
  complete: boolean
  /** Whether each match contains all words of the query. False: at least one of them. */
  allWords: boolean
  /** Whether a match contains all words exactly as typed. Null if the index does not say. */
  asTyped: boolean | null
  places: () => PlaceSet
  /** The places of the best matches among `wanted`, or among all without it; the best first. */
  best: (limit: number, wanted?: PlaceSet) => Promise<number[]>
  /** A text in parts, with its matches marked. A hosted index returns no marks for so many hits, so there the text is one unmarked part. */
  mark: (text: string) => TextParts
}

/**
 * A search index with the protocol of hosted indexes: one answer for each request. The index in this process and hosted ones implement it.
 * `caller` is the client's network address: callers take turns, so that one of them cannot use up the whole capacity. Throws SearchRefused.
 */
export type SearchPort = {
  search: (requests: readonly IndexRequest[], caller: string) => Promise<readonly IndexAnswer[]>
  /** The same answers as JSON, for callers that only pass them on. The index in this process creates only this form. */
  searchAsJson: (requests: readonly IndexRequest[], caller: string) => Promise<readonly string[]>
  match: (request: IndexRequest, places: Places, caller: string) => Promise<IndexMatches>
}

/**
 * Whether all hits contain all words of the query. Hosted indexes report omitted words in queryAfterRemoval; the index in this process sets
 * allWords.
 */
export const isOfAllWords = ({ allWords, queryAfterRemoval }: SearchResult): boolean =>
  allWords !== false && queryAfterRemoval === undefined

/**
 * Why a search was refused: the request is malformed, the index does not exist or cannot be reached, this caller sends too many
 * requests at once (`too-many`), or all callers together do (`busy`).
 */
export type RefusalReason = 'malformed' | 'no-index' | 'unavailable' | 'too-many' | 'busy'

export class SearchRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
