import { allBits } from '@marketplace/domain/bit-set'
import type { Dictionary } from './dictionary.ts'
import type { DocumentOrder, IndexedDocument } from './document.ts'
import type { FacetIndex } from './facet-index.ts'
import type { PostingList } from './posting-list.ts'
import type { TokenList } from './token-list.ts'

/**
 * A part of the index. Postings say which documents have a term, tokens say where in a document the term is. Only `live` ever changes: a
 * document that is removed or replaced leaves this set, and stays in the segment until the next merge.
 */
export type Segment = {
  documents: readonly IndexedDocument[]
  attributes: number
  dictionary: Dictionary
  tokens: TokenList
  postings: PostingList
  facetIndex: FacetIndex
  live: Uint32Array
  /** The sorted positions of the documents, for each order that was requested. */
  orders: Map<DocumentOrder, Uint32Array>
}

/** Makes a segment in which all documents are live. */
export const createSegment = (parts: Omit<Segment, 'live' | 'orders'>): Segment => ({
  ...parts,
  live: Uint32Array.from(allBits(parts.documents.length)),
  orders: new Map(),
})
