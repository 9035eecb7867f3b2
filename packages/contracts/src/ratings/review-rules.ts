// The limits of texts about applications and experts, with the messages of forms: docs/product/ratings.md. The functions are pure, so that
// forms of the storefront make the same checks as the server.
import { lengthOf } from '../core/written-text.ts'

export type ReviewRules = { text: { min: number; max: number }; name: { min: number; max: number } }

export const REVIEW_RULES = {
  application: { text: { min: 10, max: 2000 }, name: { min: 3, max: 64 } },
  expert: { text: { min: 2, max: 255 }, name: { min: 2, max: 64 } },
} as const satisfies Record<string, ReviewRules>

/** The limits of a developer's answer, and of the text of a report. */
export const ANSWER_LENGTH = { min: 2, max: 2000 } as const
export const REPORT_NOTE_MAX = 1000

export const REPORT_REASONS = ['spam', 'offensive', 'not-about-this', 'private-data', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const RATE_MISSING = 'This field cannot be blank, please rate the app on a scale from 1-5'
const NAME_MISSING = 'Please enter your name'
const REVIEW_MISSING = 'Please enter your review'

const lengthProblem = (what: string, text: string, { min, max }: { min: number; max: number }): string | null => {
  const length = lengthOf(text)
  if (length > max) return `${what} cannot be longer than ${max} characters`
  return length < min ? `${what} cannot be shorter than ${min} characters` : null
}

/** The problem of a text in its stored form, as a message; null if there is none. */
export const reviewProblem = (text: string, rules: ReviewRules): string | null =>
  text === '' ? REVIEW_MISSING : lengthProblem('Review', text, rules.text)

export const nameProblem = (name: string, rules: ReviewRules): string | null =>
  name === '' ? NAME_MISSING : lengthProblem('Name', name, rules.name)

export const answerProblem = (text: string): string | null =>
  text === '' ? 'Please enter your answer' : lengthProblem('Answer', text, ANSWER_LENGTH)
