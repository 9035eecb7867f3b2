import { analyze, PIECE, type Term } from './analyze.ts'
import { stem } from './stem.ts'
import { hasPhraseAt, type SynonymTable } from './synonyms.ts'
import { isHalfPair } from './words.ts'

/** The most UTF-16 units of a query that are read, and the most words. The rest is ignored. */
export const LONGEST_QUERY = 512
export const MOST_WORDS = 16

/** Kinds of matches, by the difference between the text's word and the typed word; smaller is better. */
export const EXACT = 0
export const PREFIX = 1
/** A piece of a word, its singular or plural, or neighbours joined or split. */
export const INFLECTED = 2
/** Another word of the same stem: 'account' for 'accounting'. */
export const RELATED = 3
export const SYNONYM = 4
export const SIMILAR = 5

/**
 * A word of a query. `prefix`: words that begin with it match too; this holds for the last word, which may be unfinished. `bare` is the word
 * without its + and #, or null if it has none.
 */
export type QueryWord = { term: string; prefix: boolean; bare: string | null; stem: string }

/** Another way to match the words `first` to `last`: these terms one after another. With `prefix` the last term may be a beginning. */
export type Alternative = {
  first: number
  last: number
  terms: readonly string[]
  prefix: boolean
  inexactness: typeof INFLECTED | typeof SYNONYM
}

export type ParsedQuery = { words: readonly QueryWord[]; alternatives: readonly Alternative[] }

/** Parses a typed query. Accepts any string; without letters and digits it has no words. A repeated word counts once. */
export const parseQuery = (query: string, synonyms: SynonymTable): ParsedQuery => {
  const terms = analyze(query.slice(0, LONGEST_QUERY))
  const words = new Map<string, QueryWord>()
  let last: QueryWord | null = null
  for (const [index, { term, piece }] of terms.entries()) {
    if (piece) continue
    last = words.get(term) ?? null
    if (last) continue
    if (words.size === MOST_WORDS) break
    last = readWord(term, terms[index + 1])
    words.set(term, last)
  }
  if (last) last.prefix = true
  const read = [...words.values()]
  return { words: read, alternatives: [...joinedNeighbours(read), ...synonymsOf(read, synonyms)] }
}

/** The query reduced to some of its words. */
export const keepWords = ({ words, alternatives }: ParsedQuery, kept: readonly QueryWord[]): ParsedQuery => ({
  words: kept,
  alternatives: alternatives.flatMap((alternative) => {
    const [first, last] = [alternative.first, alternative.last].map((index) => kept.indexOf(words[index] as QueryWord)) as [
      number,
      number,
    ]
    const isWhole = first >= 0 && last - first === alternative.last - alternative.first
    return isWhole ? [{ ...alternative, first, last }] : []
  }),
})

const readWord = (term: string, next: Term | undefined): QueryWord => ({
  term,
  prefix: isHalfPair(term),
  bare: /[+#]$/.test(term) && next?.piece ? next.term.slice(PIECE.length) : null,
  stem: stem(term),
})

/** Two or three neighbours written as one word: 'sales force' also matches 'salesforce'. */
const joinedNeighbours = (words: readonly QueryWord[]): Alternative[] =>
  words.flatMap((_, first) =>
    [2, 3]
      .map((count) => words.slice(first, first + count))
      .filter((neighbours, index) => neighbours.length === index + 2)
      .map((neighbours) => ({
        first,
        last: first + neighbours.length - 1,
        terms: [neighbours.map(({ term }) => term).join('')],
        prefix: first + neighbours.length === words.length,
        inexactness: INFLECTED,
      })),
  )

const synonymsOf = (words: readonly QueryWord[], synonyms: SynonymTable): Alternative[] => {
  const terms = words.map(({ term }) => term)
  return terms.flatMap((term, first) =>
    (synonyms.get(term) ?? [])
      .filter(({ phrase }) => hasPhraseAt(terms, first, phrase))
      .flatMap(({ phrase, others }) =>
        others.map((other) => ({ first, last: first + phrase.length - 1, terms: other, prefix: false, inexactness: SYNONYM })),
      ),
  )
}

/** Whether an alternative is neighbours written as one word. Like a word, it may have slips. */
export const isJoined = ({ terms, inexactness }: Alternative): boolean => terms.length === 1 && inexactness === INFLECTED

/** The fewest letters for the beginning of a second word. Fewer letters would match nearly every word. */
const SHORTEST_BEGINNING = 3

/** Every way to write a word as two: 'salesforce' also matches 'sales force'. */
export const splitsOf = ({ term, prefix }: QueryWord, index: number): Alternative[] =>
  Array.from({ length: term.length - 1 }, (_, place) => ({
    first: index,
    last: index,
    terms: [term.slice(0, place + 1), term.slice(place + 1)],
    prefix: prefix && term.length - place - 1 >= SHORTEST_BEGINNING,
    inexactness: INFLECTED,
  }))
