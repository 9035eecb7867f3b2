import type { SearchAnswer } from '@marketplace/contracts/search/schemas'

/** So many of the last answers are kept. */
const KEPT = 50
/** An answer older than this is asked for again: the catalogue may have changed. */
export const FRESH_MS = 15_000

export type AnswerCache = {
  read: (text: string) => SearchAnswer | null
  keep: (text: string, answer: SearchAnswer) => void
}

/** The last answers, by the text that they answer, so that taking a letter away asks nobody. */
export const createAnswerCache = (now: () => number): AnswerCache => {
  const answers = new Map<string, { answer: SearchAnswer; at: number }>()
  return {
    read: (text) => {
      const known = answers.get(text)
      return known && now() - known.at < FRESH_MS ? known.answer : null
    },
    keep: (text, answer) => {
      // The one that was asked for last stands last.
      answers.delete(text)
      answers.set(text, { answer, at: now() })
      const [oldest] = answers.keys()
      if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest)
    },
  }
}
