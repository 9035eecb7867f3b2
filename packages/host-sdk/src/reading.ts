/** How many messages are read at once, and in each second after that. */
export const MOST_READ = 100
/** How many milliseconds of a second may go into reading them. A reading that takes more is made up for before the next. */
export const READING_MS = 100

/** Reads a message, or answers null where too many have come, or too large ones: a browser unpacks a message when it is read. */
export const createReader = (now: () => number): (<Read>(look: () => Read) => Read | null) => {
  let messages = MOST_READ
  let readingMs = READING_MS
  let last = now()
  return (look) => {
    const began = now()
    const seconds = (began - last) / 1000
    last = began
    messages = Math.min(MOST_READ, messages + seconds * MOST_READ)
    readingMs = Math.min(READING_MS, readingMs + seconds * READING_MS)
    if (messages < 1 || readingMs <= 0) return null
    messages--
    try {
      return look()
    } finally {
      readingMs -= now() - began
    }
  }
}
