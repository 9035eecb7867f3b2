import { setBit } from '@marketplace/domain/bit-set'
import type { TermRange } from './dictionary.ts'
import { readNumber, sizeOf } from './packed-numbers.ts'
import { RELATED } from './query.ts'
import type { Segment } from './segment.ts'

/** The documents of a segment that have a word, and for each document the cost of its best match; ABSENT without a match. */
export type WordMatches = { documents: Uint32Array; costs: Uint8Array }

/** Larger than any cost. */
export const ABSENT = 255

/** Number of weights: a weight has three bits. */
const MOST_WEIGHTS = 8
/** A related word counts as if it were this many attributes further down. */
const FURTHER = 1
/** The most attributes of an index. */
export const MOST_ATTRIBUTES = MOST_WEIGHTS - FURTHER

/**
 * A cost combines slips, weight and inexactness, in this order; the smaller the better. The weight is the number of the attribute; for a related
 * word it is larger by FURTHER.
 */
const costOf = (typos: number, attribute: number, inexactness: number): number =>
  typos * 64 + (attribute + (inexactness === RELATED ? FURTHER : 0)) * 8 + inexactness
export const typosOf = (cost: number): number => cost >>> 6
export const weightOf = (cost: number): number => (cost >>> 3) & 7
export const inexactnessOf = (cost: number): number => cost & 7
export const attributeOf = (cost: number): number => weightOf(cost) - (inexactnessOf(cost) === RELATED ? FURTHER : 0)

/** The sum of the inexactness of a document's matches. */
export const inexactnessIn = (words: readonly WordMatches[], document: number): number => {
  let sum = 0
  for (let word = 0; word < words.length; word++) {
    const cost = (words[word] as WordMatches).costs[document] as number
    if (cost !== ABSENT) sum += inexactnessOf(cost)
  }
  return sum
}

/** Terms that match words of the query: bit w of `words` is set for word w. */
export type Mark = TermRange & { words: number }

/** The matches of a query in one segment, word by word, and the terms that match. */
export type SegmentMatches = { segment: Segment; words: readonly WordMatches[]; marks: Mark[] }

export const noMatches = (segment: Segment, words: number): SegmentMatches => ({
  segment,
  words: Array.from({ length: words }, () => ({
    documents: new Uint32Array((segment.documents.length + 31) >>> 5),
    costs: new Uint8Array(segment.documents.length).fill(ABSENT),
  })),
  marks: [],
})

const noteCost = ({ documents, costs }: WordMatches, document: number, cost: number): void => {
  const known = costs[document] as number
  if (cost >= known) return
  costs[document] = cost
  if (known === ABSENT) setBit(documents, document)
}

/** Records that a document has a word, unless a better match is recorded. */
export const noteMatch = (matches: WordMatches, document: number, typos: number, attribute: number, inexactness: number): void =>
  noteCost(matches, document, costOf(typos, attribute, inexactness))

/** The first attribute by a posting's bits of attributes. */
const FIRST_ATTRIBUTE = Uint8Array.from({ length: 256 }, (_, bits) => (bits === 0 ? 0 : 31 - Math.clz32(bits & -bits)))

/** Records every document that has one of the terms. */
export const noteTerms = (
  { segment, words, marks }: SegmentMatches,
  word: number,
  { from, to }: TermRange,
  typos: number,
  inexactness: number,
): void => {
  if (from === to) return
  marks.push({ from, to, words: 1 << word })
  const matches = words[word] as WordMatches
  const { starts, bytes } = segment.postings
  const cost = costOf(typos, 0, inexactness)
  // The loop of eachPosting, inlined: a search spends most of its time here.
  for (let term = from; term < to; term++) {
    let document = -1
    let own = cost
    for (let at = starts[term] as number, end = starts[term + 1] as number; at < end;) {
      const step = readNumber(bytes, at)
      at += sizeOf(step)
      document += (step >>> 1) + 1
      if ((step & 1) === 1) own = cost + costOf(0, FIRST_ATTRIBUTE[bytes[at++] as number] as number, 0)
      noteCost(matches, document, own)
    }
  }
}
