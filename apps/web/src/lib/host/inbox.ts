import type { MessageFromHost, TypeFromHost } from '@marketplace/contracts/host-messages/messages'

/** More messages than this are not read in one second. */
export const MOST_READ = 100
/** No more of a second goes into reading them. A reading that takes longer is made up for before the next. */
export const READING_MS = 100
/** How many different pages a document fetches ahead for its host. */
export const MOST_PRELOADS = 100
/** A page, or its theme, is changed no faster than this. */
export const NAVIGATE_PAUSE_MS = 150
/** What costs requests is done no faster than this. */
export const REFRESH_PAUSE_MS = 1000

type Options = {
  act: (message: MessageFromHost) => void
  now: () => number
  later: (work: () => void, ms: number) => void
}

/**
 * Where messages of the host arrive. However many there are, the work is bounded: of each type one is acted on, then no other for a while, and
 * after that the last that has come meanwhile.
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
    /** Reads another message if it may be read now: reading costs what its sender wants it to. */
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
