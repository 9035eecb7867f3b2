// The stem of an English word: what its inflections have in common. The first step of Porter's stemmer (1980), which undoes
// plurals, -ed and -ing, and the final -e and -y. 'operate' and 'operation' stay two words.

/** A stem has no fewer letters; a word that is no longer is its own. */
export const SHORTEST_STEM = 3
/** What a word has beyond its stem at most: the 'ning' of 'running', and an 's'. */
export const LONGEST_ENDING = 5
const VOWEL = /[aeiouy]/
const DOUBLED = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/

/** Words that end like a plural and are none; those of Porter's second stemmer, and 'canvas' and 'lens'. */
const NO_PLURALS = new Set(['news', 'atlas', 'cosmos', 'bias', 'andes', 'canvas', 'lens'])
/** Words that end in -ing and come of no verb, of the same stemmer. */
const NO_VERBS = new Set(['inning', 'outing', 'canning', 'herring', 'earring'])

const withoutPlural = (word: string): string => {
  if (NO_PLURALS.has(word)) return word
  if (word.endsWith('sses') || word.endsWith('shes') || word.endsWith('ches') || word.endsWith('xes')) return word.slice(0, -2)
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

/** Whether two words are one but for being singular or plural. */
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

/** All words with the same stem begin with this: the ending of a stem is not always that of the word. */
export const stemPrefix = (stem: string): string => stem.replace(/i$/, '')
