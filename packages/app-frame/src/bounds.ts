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

/** Answers whether one more message may be read now, `now` in milliseconds. What it refuses must not be read: reading is what costs. */
export const createBudget = (): ((now: number) => boolean) => {
  let left = AT_ONCE
  let last: number | null = null
  return (now) => {
    left = Math.min(AT_ONCE, left + ((now - (last ?? now)) / 1000) * A_SECOND)
    last = now
    if (left < 1) return false
    left--
    return true
  }
}
