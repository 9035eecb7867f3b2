import { PIECE } from './analyze.ts'
import { createTypoMeasure, type SlipsOf } from './edit-distance.ts'
import type { QueryWord } from './query.ts'
import { stem } from './stem.ts'

/** How a term matches a word: how many of its folded letters match, and with how many slips. */
export type TermMatch = { length: number; typos: number }

/**
 * Makes a function that says how a term matches a word of a query; null if it does not. For a single term it agrees with
 * the search in the dictionary: the word itself, words that begin with it, inflections, pieces of words, and the allowed slips.
 */
export const createTermMatcher = (word: QueryWord, slips: readonly SlipsOf[]): ((term: string) => TermMatch | null) => {
  const { term: wanted, prefix, bare } = word
  const first = word.stem.charCodeAt(0)
  const measures = slips.map((slipsOf) => createTypoMeasure(wanted, slipsOf(wanted, prefix)))
  return (term) => {
    if (term.startsWith(PIECE)) {
      const piece = term.slice(PIECE.length)
      const stands = prefix ? piece.startsWith(wanted) : piece === wanted
      return stands ? { length: wanted.length, typos: 0 } : null
    }
    if (term === wanted || term === bare) return { length: term.length, typos: 0 }
    if (prefix && term.startsWith(wanted)) return { length: wanted.length, typos: 0 }
    // A stem begins with the first letter of its word, and most terms of a text begin with another one.
    if (term.charCodeAt(0) === first && stem(term) === word.stem) return { length: term.length, typos: 0 }
    let typos = Infinity
    for (const measure of measures) typos = Math.min(typos, measure(term))
    return typos < Infinity ? { length: term.length, typos } : null
  }
}
