import type { TextParts } from '@marketplace/contracts/search'
import type { FacetResult, SearchParameters, SearchResult } from '@marketplace/contracts/search-protocol'

/** A request to one index: for hits, or with `type: 'facet'` for values of a facet. */
export type IndexRequest = SearchParameters & { indexName: string; type?: 'default' | 'facet'; facet?: string }
export type IndexAnswer = SearchResult | FacetResult

/** A set of places, 32 to a word: the BitSet of packages/domain. */
export type PlaceSet = Readonly<Uint32Array>

/** Where the caller has what is in an index, by its ids. The same object belongs to the same places. */
export type Places = { of: ReadonlyMap<string, number>; size: number }

/**
 * What fits a request for hits, for a caller who filters, counts and sorts it by what he knows himself: answers hold no more than
 * SEARCH_LIMIT hits, and what is to be counted may be all there is. What he has no place for is left out.
 */
export type IndexMatches = {
  /** How many there are in the index. */
  total: number
  /** Whether `places` are all of them. An index elsewhere hands out its best and keeps the rest to itself. */
  complete: boolean
  /** Whether all words of the query are in each of them, or at least one. */
  allWords: boolean
  /** Whether something has all words as they are typed; null where the index does not say. */
  asTyped: boolean | null
  places: () => PlaceSet
  /** The places of the best of those that are `wanted`, the best first; of all of them without it. */
  best: (limit: number, wanted?: PlaceSet) => Promise<number[]>
  /** A text in pieces, with what was asked for marked. An index elsewhere does not say it of so many: there it is one piece. */
  mark: (text: string) => TextParts
}

/**
 * A search index, by the hosted index's own contract: requests in, one answer for each. The index in this process and a hosted one fit
 * behind it alike. `caller` is the address of who asks: callers have their turns one after the other, so that nobody uses up the search
 * for the others. Throws SearchRefused for what it does not answer.
 */
export type SearchPort = {
  search: (requests: readonly IndexRequest[], caller: string) => Promise<readonly IndexAnswer[]>
  match: (request: IndexRequest, places: Places, caller: string) => Promise<IndexMatches>
}

/** Whether an answer is about all words of the query. A hosted index says by queryAfterRemoval that it left some out, ours by allWords. */
export const isOfAllWords = ({ allWords, queryAfterRemoval }: SearchResult): boolean =>
  allWords !== false && queryAfterRemoval === undefined

/**
 * Why there is no answer: the request is malformed, there is no such index, the index cannot be reached, this caller asks too much at
 * once, or all callers together do.
 */
export type RefusalReason = 'malformed' | 'no-index' | 'unavailable' | 'too-many' | 'busy'

export class SearchRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
