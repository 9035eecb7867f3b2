import { allBits } from '@marketplace/domain/bit-set'
import type { Dictionary } from './dictionary.ts'
import type { DocumentOrder, IndexedDocument } from './document.ts'
import type { FacetIndex } from './facet-index.ts'
import type { PostingList } from './posting-list.ts'
import type { TokenList } from './token-list.ts'

/**
 * A part of the index: postings say which documents have a term, tokens say where in a document it stands. A segment does not
 * change, but for `live`: a document that was removed or replaced is taken out of it until the segment is merged with another.
 */
export type Segment = {
  documents: readonly IndexedDocument[]
  attributes: number
  dictionary: Dictionary
  tokens: TokenList
  postings: PostingList
  facetIndex: FacetIndex
  live: Uint32Array
  /** The positions of the documents in the orders that were asked for. */
  orders: Map<DocumentOrder, Uint32Array>
}

/** Puts a segment together, with all of its documents live. */
export const createSegment = (parts: Omit<Segment, 'live' | 'orders'>): Segment => ({
  ...parts,
  live: Uint32Array.from(allBits(parts.documents.length)),
  orders: new Map(),
})
