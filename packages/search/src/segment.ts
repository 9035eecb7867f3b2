import { allBits } from '@marketplace/domain/bit-set'
import type { Dictionary } from './dictionary.ts'
import type { DocumentOrder, IndexedDocument } from './document.ts'
import type { FacetIndex } from './facet-index.ts'

/**
 * The terms of all texts one after another: those of text t (of document d and attribute a: t = d * attributes + a) stand from
 * starts[t] to starts[t + 1]. An entry is the term's number doubled, plus 1 where it stands at the place of the one before it.
 */
export type TokenList = { starts: Uint32Array; entries: Uint32Array }

/**
 * For each term the documents that have it: those of term t stand from starts[t] to starts[t + 1], ascending. An entry is the
 * document's position times 256, plus a bit for each attribute in which the term stands.
 */
export type PostingList = { starts: Uint32Array; entries: Uint32Array }

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

/** Works the postings out of the tokens. */
export const buildPostings = ({ starts, entries }: TokenList, terms: number, attributes: number): PostingList => {
  const documents = (starts.length - 1) / attributes
  const endOf = (document: number) => starts[(document + 1) * attributes] as number
  // Which document was the last in which the term was met, counted from 1.
  const lastIn = new Uint32Array(terms)
  const postingStarts = new Uint32Array(terms + 1)
  for (let document = 0, at = 0; document < documents; document++) {
    for (const end = endOf(document); at < end; at++) {
      const term = (entries[at] as number) >>> 1
      if (lastIn[term] === document + 1) continue
      lastIn[term] = document + 1
      postingStarts[term + 1] = (postingStarts[term + 1] as number) + 1
    }
  }
  for (let term = 0; term < terms; term++)
    postingStarts[term + 1] = (postingStarts[term + 1] as number) + (postingStarts[term] as number)

  const postings = new Uint32Array(postingStarts[terms] as number)
  const filled = postingStarts.slice(0, terms)
  lastIn.fill(0)
  for (let text = 0; text < starts.length - 1; text++) {
    const document = Math.floor(text / attributes)
    const attribute = 1 << (text % attributes)
    for (let at = starts[text] as number, end = starts[text + 1] as number; at < end; at++) {
      const term = (entries[at] as number) >>> 1
      if (lastIn[term] !== document + 1) {
        lastIn[term] = document + 1
        postings[filled[term] as number] = document * 256
        filled[term] = (filled[term] as number) + 1
      }
      const last = (filled[term] as number) - 1
      postings[last] = (postings[last] as number) | attribute
    }
  }
  return { starts: postingStarts, entries: postings }
}
