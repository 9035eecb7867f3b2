import { allBits } from '@marketplace/domain/bit-set'
import type { Dictionary } from './dictionary.ts'
import type { DocumentOrder, IndexedDocument } from './document.ts'
import type { FacetIndex } from './facet-index.ts'

/**
 * The terms of all texts one after another: those of text t (document d, attribute a: t = d * attributes + a) are at starts[t] to
 * starts[t + 1]. An entry is twice the term's number, plus 1 if the term shares the place of the one before it.
 */
export type TokenList = { starts: Uint32Array; entries: Uint32Array }

/**
 * For each term the documents that have it: those of term t are at starts[t] to starts[t + 1], ascending. An entry is the document's position
 * times 256, plus a bit for each attribute that contains the term.
 */
export type PostingList = { starts: Uint32Array; entries: Uint32Array }

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

/** Computes the postings from the tokens. */
export const buildPostings = ({ starts, entries }: TokenList, terms: number, attributes: number): PostingList => {
  const documents = (starts.length - 1) / attributes
  const endOf = (document: number) => starts[(document + 1) * attributes] as number
  // For each term the last document that has it so far, counted from 1.
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
