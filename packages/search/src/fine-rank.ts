import type { FoundInSegment } from './find.ts'
import { ELSEWHERE, IN_NAME, nameRank, ROUGH_START_OF_NAME, START_OF_NAME, WHOLE_NAME_SWAPPED } from './name-rank.ts'
import { createNearness } from './nearness.ts'
import { INFLECTED, PREFIX, RELATED } from './query.ts'
import { ABSENT, attributeOf, inexactnessIn, inexactnessOf, weightOf, type WordMatches } from './word-matches.ts'

const ATTRIBUTE_STEPS = 128
const NEARNESS_STEPS = 128
const INEXACTNESS_STEPS = 128
const POSITIONS = 1024

const ROUGH: ReadonlySet<number> = new Set([PREFIX, INFLECTED, RELATED])

/** Lowers a name's rank for a rough match. An inflection can still match the whole name; a mere beginning of a word cannot. */
const roughNameRank = (rank: number, unfinished: boolean): number => {
  if (rank <= WHOLE_NAME_SWAPPED && !unfinished) return rank
  if (rank <= START_OF_NAME) return ROUGH_START_OF_NAME
  return rank === IN_NAME ? ELSEWHERE : rank
}

/** Larger, so worse, than every rank. */
export const UNRANKED = 2 ** 40

/**
 * Makes a function that computes the other criteria of a document as one number, the smaller the better: the name, whether all words are
 * adjacent, attributes, proximity, exactness, position. It reads the document's terms.
 */
export const createFineRank = ({ segment, words, marked: markedTerms }: FoundInSegment): ((document: number) => number) => {
  const nearness = createNearness(words.length)

  return (document) => {
    const marked = markedTerms()
    let attributes = 0
    let first = Infinity
    let last = 0
    let complete = true
    let rough = false
    let unfinished = false
    for (let word = 0; word < words.length; word++) {
      const cost = (words[word] as WordMatches).costs[document] as number
      complete &&= cost !== ABSENT
      if (cost === ABSENT) continue
      attributes += weightOf(cost)
      first = Math.min(first, attributeOf(cost))
      last = Math.max(last, attributeOf(cost))
      unfinished ||= inexactnessOf(cost) === PREFIX
      rough ||= ROUGH.has(inexactnessOf(cost))
    }
    const place = complete && last === 0 ? nameRank(segment, marked, document, words.length) : ELSEWHERE
    const name = rough ? roughNameRank(place, unfinished) : place

    nearness.reset()
    let position = POSITIONS - 1
    for (let attribute = first; attribute <= last; attribute++) {
      const place = nearness.read(segment, marked, document * segment.attributes + attribute)
      if (attribute === first) position = Math.min(place, position)
      if (nearness.isNearest()) break
    }
    const inexactness = inexactnessIn(words, document)
    const apart = Number(!nearness.isNearest())
    const where = (name * 2 + apart) * ATTRIBUTE_STEPS + attributes
    return ((where * NEARNESS_STEPS + nearness.total()) * INEXACTNESS_STEPS + inexactness) * POSITIONS + position
  }
}
