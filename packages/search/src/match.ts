import { PIECE } from './analyze.ts'
import { type Dictionary, NOTHING, rangeOfPrefix, rangeOfTerm } from './dictionary.ts'
import type { SlipsOf } from './edit-distance.ts'
import { eachSimilar } from './fuzzy.ts'
import { EXACT, INFLECTED, PREFIX, type QueryWord, RELATED, SIMILAR } from './query.ts'
import { isPlural, LONGEST_ENDING, SHORTEST_STEM, stem, stemPrefix } from './stem.ts'
import { noteTerms, type SegmentMatches } from './word-matches.ts'

/** Records the documents that have a word as typed, words that begin with it, or its inflections. */
export const noteWord = (matches: SegmentMatches, index: number, word: QueryWord): void => {
  const { dictionary } = matches.segment
  noteTerms(matches, index, rangeOfTerm(dictionary, word.term), 0, EXACT)
  if (word.bare) noteTerms(matches, index, rangeOfTerm(dictionary, word.bare), 0, INFLECTED)
  if (word.prefix) noteTerms(matches, index, rangeOfPrefix(dictionary, word.term), 0, PREFIX)
  const rangeOfPieces = word.prefix ? rangeOfPrefix : rangeOfTerm
  noteTerms(matches, index, rangeOfPieces(dictionary, PIECE + word.term), 0, INFLECTED)
  for (const number of inflectionsOf(dictionary, word)) {
    const inexactness = isPlural(dictionary[number] as string, word.term) ? INFLECTED : RELATED
    noteTerms(matches, index, { from: number, to: number + 1 }, 0, inexactness)
  }
}

const inflectionsOf = (dictionary: Dictionary, { term, stem: wanted, prefix }: QueryWord): number[] => {
  const numbers: number[] = []
  const { from, to } = wanted.length < SHORTEST_STEM ? NOTHING : rangeOfPrefix(dictionary, stemPrefix(wanted))
  for (let number = from; number < to; number++) {
    const other = dictionary[number] as string
    // If a beginning is enough, terms that begin with the word were recorded before.
    if (other.length > wanted.length + LONGEST_ENDING || (other.startsWith(term) && (prefix || other === term))) continue
    if (stem(other) === wanted) numbers.push(number)
  }
  return numbers
}

/** Records the documents that have a term with the allowed slips. They count as having the words `first` to `last`. */
export const noteSimilar = (
  matches: SegmentMatches,
  { term, prefix, first, last }: { term: string; prefix: boolean; first: number; last: number },
  slipsOf: SlipsOf,
): void => {
  const slips = slipsOf(term, prefix)
  if (slips.budget === 0) return
  eachSimilar(matches.segment.dictionary, term, slips, (number, typos) => {
    if (typos === 0) return
    for (let word = first; word <= last; word++) noteTerms(matches, word, { from: number, to: number + 1 }, typos, SIMILAR)
  })
}
