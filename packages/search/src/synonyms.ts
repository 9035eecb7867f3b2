import { analyze } from './analyze.ts'

/** Words or phrases that all match each other; or, with `from`, one that also matches the others, but not the other way round. */
export type Synonym = { words: readonly string[] } | { from: string; to: readonly string[] }

/** The phrases of the table by their first term, each with the phrases that it also matches. */
export type SynonymTable = ReadonlyMap<string, readonly { phrase: readonly string[]; others: readonly (readonly string[])[] }[]>

/** The most terms of a phrase. A longer phrase is a sentence, not a synonym. */
const LONGEST_PHRASE = 6

const phraseOf = (text: string): string[] =>
  analyze(text)
    .filter(({ piece }) => !piece)
    .map(({ term }) => term)
const isPhrase = (phrase: readonly string[]): boolean => phrase.length > 0 && phrase.length <= LONGEST_PHRASE

/** Builds the table from an operator's entries. Entries without words are left out. */
export const buildSynonymTable = (synonyms: readonly Synonym[]): SynonymTable => {
  const table = new Map<string, { phrase: string[]; others: string[][] }[]>()
  const add = (phrase: string[], others: readonly string[][]): void => {
    const different = others.filter((other) => isPhrase(other) && other.join(' ') !== phrase.join(' '))
    if (!isPhrase(phrase) || different.length === 0) return
    const first = phrase[0] as string
    table.set(first, [...(table.get(first) ?? []), { phrase, others: different }])
  }
  for (const synonym of synonyms) {
    if ('from' in synonym) add(phraseOf(synonym.from), synonym.to.map(phraseOf))
    else {
      const phrases = synonym.words.map(phraseOf)
      for (const phrase of phrases) add(phrase, phrases)
    }
  }
  return table
}

/** Whether the terms of a query contain a phrase at index `from`. */
export const hasPhraseAt = (terms: readonly string[], from: number, phrase: readonly string[]): boolean =>
  phrase.every((term, index) => terms[from + index] === term)
