import type { z } from 'zod'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

const MANY: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', set: 'entries' }

/** Describes a zod issue as the end of a sentence that begins with the field's name: "is missing", "has more than 120 characters". */
export const plainIssue = (issue: RawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing'
      return `is not ${article(issue.expected)}${Number.isNaN(issue.input) ? '' : `, but ${brief(issue.input)}`}`
    case 'invalid_value':
      return `is not ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_big':
      return MANY[issue.origin] ? `has more than ${issue.maximum} ${MANY[issue.origin]}` : `is more than ${issue.maximum}`
    case 'too_small':
      if (MANY[issue.origin] && issue.minimum === 1) return 'is empty'
      return MANY[issue.origin] ? `has fewer than ${issue.minimum} ${MANY[issue.origin]}` : `is less than ${issue.minimum}`
    case 'invalid_format':
      return issue.format === 'datetime' ? 'is not an ISO date and time with its offset' : 'has the wrong format'
    case 'invalid_union':
      return 'matches none of the allowed formats'
    default:
      return undefined
  }
}

const article = (type: string): string =>
  type === 'int' ? 'a whole number' : type === 'array' ? 'a list' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`

/** A value as at most 40 characters, for a report of one line. */
const brief = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  const text = typeof value === 'string' ? `"${value}"` : String(value)
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
