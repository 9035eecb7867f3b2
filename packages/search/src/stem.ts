// The stem of an English word: the part that its inflections have in common. It is the first step of Porter's stemmer (1980), which removes
// plurals, -ed and -ing, plus the final -e and -y. 'operate' and 'operation' keep different stems.

/** The fewest letters of a stem. A word that is not longer is its own stem. */
export const SHORTEST_STEM = 3
/** The most letters that a word may have beyond its stem: the 'ning' of 'running', and an 's'. */
export const LONGEST_ENDING = 5
const VOWEL = /[aeiouy]/
const DOUBLED = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/

/** Words that end like a plural but are singular: those of Porter's second stemmer, and 'canvas' and 'lens'. */
const NO_PLURALS = new Set(['news', 'atlas', 'cosmos', 'bias', 'andes', 'canvas', 'lens'])
/** Words in -ing that do not come from a verb, from the same stemmer. */
const NO_VERBS = new Set(['inning', 'outing', 'canning', 'herring', 'earring'])

const withoutPlural = (word: string): string => {
  if (NO_PLURALS.has(word)) return word
  if (word.endsWith('sses') || word.endsWith('shes') || word.endsWith('ches') || word.endsWith('xes')) return word.slice(0, -2)
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

/** Whether two words differ only in being singular or plural. */
export const isPlural = (one: string, other: string): boolean => singularOf(one) === singularOf(other)

const singularOf = (word: string): string => withoutPlural(word).replace(/e$/, '')

const withoutEnding = (word: string): string => {
  const ending = /(?:ing|(?<!e)ed)$/.exec(word)
  if (!ending || NO_VERBS.has(word)) return word
  const rest = word.slice(0, ending.index)
  if (rest.length < SHORTEST_STEM || !VOWEL.test(rest)) return word
  return DOUBLED.test(rest) ? rest.slice(0, -1) : rest
}

/** The stem of a folded word. Words with a letter outside a to z are their own stem. */
export const stem = (word: string): string => {
  if (word.length <= SHORTEST_STEM || !/^[a-z]+$/.test(word)) return word
  const rest = withoutEnding(withoutPlural(word))
  const last = rest.replace(/e$/, '').replace(/y$/, 'i')
  return last.length < SHORTEST_STEM ? rest : last
}

/** The beginning that all words with this stem share. It may be shorter than the stem, because a final -y becomes -i. */
export const stemPrefix = (stem: string): string => stem.replace(/i$/, '')
