import { PIECE } from './analyze.ts'
import { type SlipsOf, typosBetween } from './edit-distance.ts'
import type { QueryWord } from './query.ts'
import { stem } from './stem.ts'

/** How a term stands for a word: by how many of its folded letters, and with how many slips. */
export type TermMatch = { length: number; typos: number }

/**
 * How a term stands for a word of a query, or null where it does not. It says of one term what the index finds in its dictionary:
 * the word itself, what begins with it, inflections, pieces of words, and such slips.
 */
export const matchTerm = (term: string, word: QueryWord, slips: readonly SlipsOf[]): TermMatch | null => {
  if (term.startsWith(PIECE)) {
    const piece = term.slice(PIECE.length)
    const stands = word.prefix ? piece.startsWith(word.term) : piece === word.term
    return stands ? { length: word.term.length, typos: 0 } : null
  }
  const whole = { length: term.length, typos: 0 }
  if (term === word.term || term === word.bare) return whole
  if (word.prefix && term.startsWith(word.term)) return { length: word.term.length, typos: 0 }
  if (stem(term) === word.stem) return whole
  const typos = Math.min(...slips.map((slipsOf) => typosBetween(word.term, term, slipsOf(word.term, word.prefix))))
  return typos < Infinity ? { length: term.length, typos } : null
}
