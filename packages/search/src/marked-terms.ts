import type { Segment } from './segment.ts'
import { eachToken } from './token-list.ts'
import type { SegmentMatches } from './word-matches.ts'

/**
 * Makes a function that returns, for each of a segment's `tokens.terms`, the words of the query that it stands for, a bit each. Its first call
 * computes them, so all matches must be recorded by then.
 */
export const createMarkedTerms = ({ segment, marks }: SegmentMatches): (() => Uint16Array) => {
  let known: Uint16Array | null = null
  const compute = (): Uint16Array => {
    const marked = new Uint16Array(segment.dictionary.length)
    for (const { from, to, words } of marks)
      for (let term = from; term < to; term++) marked[term] = (marked[term] as number) | words
    // Texts are read by the thousand. `tokens.terms` avoids a lookup of each term's number.
    const { terms } = segment.tokens
    const byPlace = new Uint16Array(terms.length)
    for (let place = 0; place < terms.length; place++) byPlace[place] = marked[terms[place] as number] as number
    return byPlace
  }
  return () => (known ??= compute())
}

/** Whether a document's text in an attribute has a term that stands for a word of the query. Only such texts have anything to mark. */
export const hasMarkedTerm = (
  { tokens, attributes }: Segment,
  marked: Uint16Array,
  document: number,
  attribute: number,
): boolean => {
  let has = false
  eachToken(tokens, document * attributes + attribute, (index) => {
    has = marked[index] !== 0
    return !has
  })
  return has
}
