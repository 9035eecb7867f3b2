import { createBudget } from './bounds.ts'
import { isOwnOrigin, passMessagesOf } from './passing.ts'
import { type Connection, emptyIfLarge, isOfLibrary, isReadable } from './wire.ts'

/** A guarded frame with an application. */
export type Guarded = {
  /** The frame's window; null once it was removed. */
  source: () => MessageEventSource | null
  /** The application's origin. Messages are ignored once the frame shows another one. */
  origin: string
  connection: Connection
}

type Arrived = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source' | 'stopImmediatePropagation' | 'timeStamp'>

type Rules = {
  /** Whether the page itself exchanges messages with windows of this origin. */
  isOwn: (origin: string) => boolean
  clock: () => number
}

/**
 * Creates a listener that passes only valid messages on to the library, which checks nothing itself. Valid messages come from the window
 * and origin of a guarded frame, have the right connection and form, and are within the limits of number and cost. Messages of other
 * windows pass if their origin is one of the page's own and they are not for the library. All others are stopped without reading them,
 * because a frame inside the application's frame could send huge messages that the page would have to unpack.
 */
export const createGuard = (frames: ReadonlySet<Guarded>, { isOwn, clock }: Rules): ((event: Arrived) => void) => {
  const budgets = new WeakMap<Guarded, ReturnType<typeof createBudget>>()
  return (event) => {
    const frame = event.source && [...frames].find(({ source }) => source() === event.source)
    if (!frame) {
      if (!isOwn(event.origin) || isOfLibrary(event.data)) event.stopImmediatePropagation()
      return
    }
    // The origin is checked first: reading the data makes the browser unpack it.
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

/** Guards a frame. Returns a function that stops it. */
export const guardFrame = (frame: Guarded): (() => void) => {
  // Added once and never removed: it has to run before the library's own listener, which is added with the first connection and is not
  // removed either.
  if (!isOnGuard) {
    passMessagesOf(window.location.origin)
    const guard = createGuard(frames, { isOwn: isOwnOrigin, clock: () => performance.now() })
    window.addEventListener('message', guard, { capture: true })
  }
  isOnGuard = true
  frames.add(frame)
  return () => void frames.delete(frame)
}
