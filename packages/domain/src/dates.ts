// Every date is UTC, so that server and browser show the same day: docs/product/pages.md, Dates.

/** One day in milliseconds. In UTC every day has this length, because there is no daylight saving. */
export const DAY_MS = 86_400_000

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i

const assertValid = (date: Date): void => {
  if (Number.isNaN(date.getTime())) throw new RangeError('The date is invalid')
}

/** Midnight UTC at which the day of this instant began. An invalid date stays invalid. */
export const startOfUtcDay = (date: Date): Date => new Date(Math.floor(date.getTime() / DAY_MS) * DAY_MS)

/** The same time of day, `days` UTC days later; earlier if `days` is negative. */
export const addUtcDays = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY_MS)

/**
 * The midnight of the UTC day that a text names: 'YYYY-MM-DD', or an ISO instant, which is converted to UTC. A time without a zone is
 * UTC. Null for anything else, also for a day that does not exist (30 February).
 */
export const parseUtcDay = (text: string): Date | null => {
  const [, day, time, zone] = DATE.exec(text.trim()) ?? []
  if (!day) return null
  const midnight = new Date(`${day}T00:00:00Z`)
  // Some engines read 30 February as 2 March, so the text is compared with the parsed date.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return null
  if (!time) return midnight
  const offset = (zone ?? 'Z').toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  const instant = new Date(`${day}T${time}${offset}`)
  return Number.isNaN(instant.getTime()) ? null : startOfUtcDay(instant)
}

/**
 * 'MMM D, YYYY' in UTC: "Nov 3, 2026". Without Intl, so that server and browser give the same text. Throws a RangeError for an invalid
 * date.
 */
export const formatDate = (date: Date): string => {
  assertValid(date)
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** The date of an instant as APIs send it: '2026-11-03T09:00:00.000Z' is "Nov 3, 2026". */
export const formatInstant = (instant: string): string => formatDate(new Date(instant))

/** 'MMM YYYY' in UTC: "Nov 2026". Throws a RangeError for an invalid date. */
export const formatMonth = (date: Date): string => {
  assertValid(date)
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** Throws a RangeError unless both dates are valid and `from` is not after `to`. */
export const assertDateRange = (from: Date, to: Date): void => {
  assertValid(from)
  assertValid(to)
  if (from > to) throw new RangeError(`The range ends before it starts: ${from.toISOString()} to ${to.toISOString()}`)
}

/**
 * UTC calendar days from one date to the other: 0 on the same day, 1 from 23:59 to 00:01. Throws a RangeError for an invalid range, as
 * assertDateRange does.
 */
export const daysBetween = (from: Date, to: Date): number => {
  assertDateRange(from, to)
  return (startOfUtcDay(to).getTime() - startOfUtcDay(from).getTime()) / DAY_MS
}

/**
 * The earliest of several instants; null if there is none. A page may be cached until that time: docs/product/pages.md, Loading and
 * failing.
 */
export const nextChange = (...dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((earliest, date) => (date && (!earliest || date < earliest) ? date : earliest), null)
