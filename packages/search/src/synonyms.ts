import { analyze } from './analyze.ts'

/** Words or phrases that ask for each other, or with `from` one that asks for others too, which do not ask for it. */
export type Synonym = { words: readonly string[] } | { from: string; to: readonly string[] }

/** By the first term of a phrase: the phrases that begin with it, and for each what it stands for. */
export type SynonymTable = ReadonlyMap<string, readonly { phrase: readonly string[]; others: readonly (readonly string[])[] }[]>

/** A longer phrase is no synonym but a sentence. */
const LONGEST_PHRASE = 6

const phraseOf = (text: string): string[] =>
  analyze(text)
    .filter(({ piece }) => !piece)
    .map(({ term }) => term)
const isPhrase = (phrase: readonly string[]): boolean => phrase.length > 0 && phrase.length <= LONGEST_PHRASE

/** Reads a table as an operator fills it; entries in which nothing is a word are left out. */
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

/** Whether the terms of a query have a phrase at `from`. */
export const hasPhraseAt = (terms: readonly string[], from: number, phrase: readonly string[]): boolean =>
  phrase.every((term, index) => terms[from + index] === term)
