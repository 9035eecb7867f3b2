import { createBudget } from './bounds.ts'
import { isOwnOrigin, passMessagesOf } from './passing.ts'
import { type Connection, emptyIfLarge, isOfLibrary, isReadable } from './wire.ts'

/** A framed application as the guard knows it. */
export type Guarded = {
  /** The frame's window; null once it is gone. */
  source: () => MessageEventSource | null
  /** Where the application lives. A frame that has gone elsewhere is nobody that is listened to. */
  origin: string
  connection: Connection
}

type Arrived = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source' | 'stopImmediatePropagation' | 'timeStamp'>

type Rules = {
  /** Whether the page itself uses windows at this origin. */
  isOwn: (origin: string) => boolean
  clock: () => number
}

/**
 * Answers a listener that lets the library see messages of known frames only: the right window, the right origin, the right connection, a
 * shape that the library can read, not too many of them and none that costs too much. The library itself looks at nothing of that. Of all
 * other windows, those at origins of the page itself pass, if the message is not the library's. Everything else is stopped unread: a frame
 * that an application has nested in its own could make the page unpack what it likes.
 */
export const createGuard = (frames: ReadonlySet<Guarded>, { isOwn, clock }: Rules): ((event: Arrived) => void) => {
  const budgets = new WeakMap<Guarded, ReturnType<typeof createBudget>>()
  return (event) => {
    const frame = event.source && [...frames].find(({ source }) => source() === event.source)
    if (!frame) {
      if (!isOwn(event.origin) || isOfLibrary(event.data)) event.stopImmediatePropagation()
      return
    }
    // The origin comes before the data is touched: only then has the browser to unpack it.
    if (event.origin !== frame.origin) return event.stopImmediatePropagation()
    const withinBudget = budgets.get(frame) ?? createBudget(clock)
    budgets.set(frame, withinBudget)
    const isHeard = withinBudget(event.timeStamp, () => {
      if (!isReadable(event.data, frame.connection)) return false
      emptyIfLarge(event.data)
      return true
    })
    if (!isHeard) event.stopImmediatePropagation()
  }
}

const frames = new Set<Guarded>()
let isOnGuard = false

/** Puts a frame under guard, and answers what ends that. */
export const guardFrame = (frame: Guarded): (() => void) => {
  // Once and for good: the library's own listener comes later, with the first connection, and also stays.
  if (!isOnGuard) {
    passMessagesOf(window.location.origin)
    const guard = createGuard(frames, { isOwn: isOwnOrigin, clock: () => performance.now() })
    window.addEventListener('message', guard, { capture: true })
  }
  isOnGuard = true
  frames.add(frame)
  return () => void frames.delete(frame)
}
