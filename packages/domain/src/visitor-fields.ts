import { keptText, lengthOf } from '@marketplace/contracts/core/written-text'
import { COMMENT, EMAIL_MAX, MESSAGE, NAME, PROBLEMS, WEBSITE_MAX } from '@marketplace/contracts/partners/limits'

/** The fields of the forms to experts: docs/product/experts.md. */
export type VisitorField = 'name' | 'surname' | 'userEmail' | 'website' | 'message' | 'comment'

const lengthProblem = (text: string, { min, max }: { min: number; max: number }, words: { short: string; long: string }) => {
  const length = lengthOf(text)
  return length < min ? words.short : length > max ? words.long : null
}

/** Characters on both sides of a single @, and no blanks. The server checks more. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/

const isWebsite = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && text.length <= WEBSITE_MAX
}

/** The problem of a typed value, as a message for the visitor; null if there is none. */
export const visitorFieldProblem = (field: VisitorField, typed: string): string | null => {
  const text = keptText(typed)
  switch (field) {
    case 'name':
      return lengthProblem(text, NAME, PROBLEMS.name)
    case 'surname':
      return lengthOf(text) > NAME.max ? PROBLEMS.surname.long : null
    case 'userEmail':
      return ADDRESS.test(text) && text.length <= EMAIL_MAX ? null : PROBLEMS.email
    case 'website':
      return text === '' || isWebsite(text) ? null : PROBLEMS.website
    case 'message':
      return lengthProblem(text, MESSAGE, PROBLEMS.message)
    case 'comment':
      return lengthProblem(text, COMMENT, PROBLEMS.comment)
  }
}
