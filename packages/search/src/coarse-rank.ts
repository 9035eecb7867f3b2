import { ABSENT, weightOf, type WordMatches, typosOf } from './word-matches.ts'

// The ranking is criteria one after another, each deciding only between what those before it leave equal: words matched, rarity
// of what was matched, slips, attributes, the name, whether all words stand beside each other, attributes once more, proximity,
// exactness, position; then recommendation, and at the last the id. Rarity tells documents apart that have different words; a word
// weighs half as much in each further attribute. Words that stand in different attributes say less together: as if one of them
// stood an attribute further. So a phrase of the short description comes before one word in the name and another in the long
// description. That is left out where the attributes count once more. Here are the criteria that can be read off the matches.

const RARITY_STEPS = 2048
const STEPS_PER_BIT = 8
const TYPO_STEPS = 64
const ATTRIBUTE_STEPS = 128

/**
 * The first criteria of a document as one number, the smaller the better: words that it lacks, how common those are that it has,
 * slips, and attributes. `rarity` is that of the words in bits.
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
