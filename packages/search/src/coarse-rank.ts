import { ABSENT, weightOf, type WordMatches, typosOf } from './word-matches.ts'

// Ranking compares criteria one after another; each decides only between documents that the ones before it leave equal. They are: words matched,
// rarity of these words, slips, attributes, the name, whether all words are adjacent, attributes once more, proximity, exactness,
// position; then recommendation, and at last the id. Rarity tells documents apart that have different words of the query; a word weighs
// half as much in each further attribute. Words in different attributes count as if one of them were in the next attribute. So a phrase
// in the short description ranks before one word in the name and another in the long description. When attributes count once more, this
// rule does not apply. This file has the criteria that follow from the matches alone, without reading texts.

const RARITY_STEPS = 2048
const STEPS_PER_BIT = 8
const TYPO_STEPS = 64
const ATTRIBUTE_STEPS = 128

/**
 * The first criteria of a document as one number, the smaller the better: missing words, how common the matched words are, slips, attributes.
 * `rarity` is the rarity of each word in bits.
 */
export const coarseRank = (words: readonly WordMatches[], rarity: readonly number[], document: number): number => {
  let missing = 0
  let rare = 0
  let typos = 0
  let attributes = 0
  let first = Infinity
  let last = 0
  for (let word = 0; word < words.length; word++) {
    const cost = (words[word] as WordMatches).costs[document] as number
    if (cost === ABSENT) missing++
    else {
      if (rarity[word] !== 0) rare += (rarity[word] as number) / (1 << weightOf(cost))
      typos += typosOf(cost)
      const weight = weightOf(cost)
      attributes += weight
      first = Math.min(first, weight)
      last = Math.max(last, weight)
    }
  }
  if (last > first) attributes++
  const common = RARITY_STEPS - 1 - Math.min(RARITY_STEPS - 1, Math.round(rare * STEPS_PER_BIT))
  return ((missing * RARITY_STEPS + common) * TYPO_STEPS + typos) * ATTRIBUTE_STEPS + attributes
}
