import type { SearchAnswer } from '@marketplace/contracts/search/schemas'

/** The number of answers that are kept. */
const KEPT = 50
/** Answers older than this (ms) are fetched again, since the catalogue may have changed. */
export const FRESH_MS = 15_000

export type AnswerCache = {
  read: (text: string) => SearchAnswer | null
  keep: (text: string, answer: SearchAnswer) => void
}

/** A cache of the last answers by their text, so that deleting a letter causes no request. */
export const createAnswerCache = (now: () => number): AnswerCache => {
  const answers = new Map<string, { answer: SearchAnswer; at: number }>()
  return {
    read: (text) => {
      const known = answers.get(text)
      return known && now() - known.at < FRESH_MS ? known.answer : null
    },
    keep: (text, answer) => {
      // A Map keeps its insertion order: an answer that is used again moves to the end.
      answers.delete(text)
      answers.set(text, { answer, at: now() })
      const [oldest] = answers.keys()
      if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest)
    },
  }
}
