import type { MessageFromHost, TypeFromHost } from '@marketplace/contracts/host-messages/messages'

/** The most messages that are read in one second. */
export const MOST_READ = 100
/**
 * The most milliseconds of each second that reading may take. After a longer reading, messages are ignored until the average is below the
 * limit again.
 */
export const READING_MS = 100
/** The most pages that one document fetches ahead for its host. */
const MOST_PRELOADS = 100
/** The shortest time between two navigations, or two changes of the theme. */
export const NAVIGATE_PAUSE_MS = 150
/** The shortest time between two messages of the same type that cause requests. */
export const REFRESH_PAUSE_MS = 1000

type Options = {
  act: (message: MessageFromHost) => void
  now: () => number
  later: (work: () => void, ms: number) => void
}

/**
 * Receives the host's messages and limits the work that they cause. The first message of a type is handled at once. Of further messages
 * during the pause that follows, only the last one is handled, when the pause ends.
 */
export const createInbox = ({ act, now, later }: Options) => {
  const resting = new Map<TypeFromHost, { next: MessageFromHost | null }>()
  const preloaded = new Set<string>()
  let second = 0
  let read = 0
  let readingMs = READING_MS
  let last = now()

  const put = (message: MessageFromHost): void => {
    if (message.type === 'preload') {
      const { pathname } = message.data
      if (preloaded.size >= MOST_PRELOADS || preloaded.has(pathname)) return
      preloaded.add(pathname)
      return act(message)
    }
    const { type } = message
    const rest = resting.get(type)
    if (rest) {
      rest.next = message
      return
    }
    const begun: { next: MessageFromHost | null } = { next: null }
    resting.set(type, begun)
    later(
      () => {
        resting.delete(type)
        if (begun.next) put(begun.next)
      },
      type === 'navigate' || type === 'change_theme' ? NAVIGATE_PAUSE_MS : REFRESH_PAUSE_MS,
    )
    act(message)
  }
  return {
    put,
    /**
     * Calls `look`, which reads a message. If the budget is used up, returns null without reading, because the sender decides how expensive
     * reading is.
     */
    read: <Read>(look: () => Read): Read | null => {
      const began = now()
      readingMs = Math.min(READING_MS, readingMs + ((began - last) * READING_MS) / 1000)
      last = began
      const current = Math.floor(began / 1000)
      if (current !== second) {
        second = current
        read = 0
      }
      if (readingMs <= 0 || ++read > MOST_READ) return null
      const found = look()
      readingMs -= now() - began
      return found
    },
  }
}
