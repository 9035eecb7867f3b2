/** The limits of one message: the characters of all texts and names together, and the number of values. */
const MOST_CHARACTERS = 64_000
const MOST_VALUES = 2_000
const MOST_LEVELS = 20

/** Whether a message is within the limits. It stops counting at the limit, so that a huge message costs little time. */
export const isSmall = (message: unknown): boolean => {
  let characters = 0
  let values = 0
  const fits = (value: unknown, level: number): boolean => {
    if (++values > MOST_VALUES || level > MOST_LEVELS) return false
    if (typeof value === 'string') return (characters += value.length) <= MOST_CHARACTERS
    if (typeof value !== 'object' || value === null) return true
    // Messages of the SDKs contain no files, buffers or maps, so these are refused below. A failed transaction contains an Error.
    if (value instanceof Error) return fits(value.message, level + 1)
    // Filters of reports may contain dates.
    if (value instanceof Date) return true
    if (Array.isArray(value)) return value.length <= MOST_VALUES && value.every((each) => fits(each, level + 1))
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return false
    for (const name in value) {
      if (!fits(name, level + 1) || !fits((value as Record<string, unknown>)[name], level + 1)) return false
    }
    return true
  }
  return fits(message, 0)
}

/** The most messages at once, and in each second after that. */
const AT_ONCE = 200
const A_SECOND = 50
/**
 * The most milliseconds of each second that reading may take. After a longer reading, messages are ignored until the average is below the
 * limit again.
 */
const READING_MS = 100

/**
 * The budget for reading one application's messages. `clock` returns milliseconds. Do not read a message that the budget refuses, because
 * reading it is the expensive part.
 */
export const createBudget = (clock: () => number) => {
  let messages = AT_ONCE
  let readingMs = READING_MS
  let last: number | null = null
  /** Calls `read` within the budget and counts its cost. Returns null without calling it if the budget is used up. */
  return <Result>(now: number, read: () => Result): Result | null => {
    const seconds = (now - (last ?? now)) / 1000
    last = now
    messages = Math.min(AT_ONCE, messages + seconds * A_SECOND)
    readingMs = Math.min(READING_MS, readingMs + seconds * READING_MS)
    if (messages < 1 || readingMs <= 0) return null
    messages--
    const began = clock()
    try {
      return read()
    } finally {
      readingMs -= clock() - began
    }
  }
}
