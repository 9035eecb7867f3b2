/** The maximum number of messages that are read at once, and then in each second. */
const MOST_READ = 100
/** The maximum milliseconds of each second that reading may take. After a longer reading, messages are ignored until the average fits. */
export const READING_MS = 100

/**
 * Returns a function that calls `look`, which reads a message. After too many messages, or if reading has taken too long, the function
 * returns null without calling `look`, because browsers decode a message only when it is read.
 */
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
