/** What one message of an application may weigh: characters of all texts and names together, and values. */
const MOST_CHARACTERS = 64_000
const MOST_VALUES = 2_000
const MOST_LEVELS = 20

/** Whether a message is small enough to be looked at. Stops counting as soon as it is not, so that a huge one costs little. */
export const isSmall = (message: unknown): boolean => {
  let characters = 0
  let values = 0
  const fits = (value: unknown, level: number): boolean => {
    if (++values > MOST_VALUES || level > MOST_LEVELS) return false
    if (typeof value === 'string') return (characters += value.length) <= MOST_CHARACTERS
    if (typeof value !== 'object' || value === null) return true
    // Files, buffers and maps are data of no message that there is. An Error comes with a failed transaction.
    if (value instanceof Error) return fits(value.message, level + 1)
    // Filters of reports may have some.
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

/** How many messages an application may send: so many at once, and so many a second after that. */
const AT_ONCE = 200
const A_SECOND = 50
/** How many milliseconds of a second may go into reading them. A reading that takes more is made up for before the next. */
const READING_MS = 100

/** What may still be read of one application, by the clock in milliseconds. What it refuses must not be read: reading is what costs. */
export const createBudget = (clock: () => number) => {
  let messages = AT_ONCE
  let readingMs = READING_MS
  let last: number | null = null
  /** Calls `read` if there is room, and counts what it costs. Null if there is none. */
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
