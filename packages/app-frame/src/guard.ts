import { createBudget } from './bounds.ts'
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

/**
 * Answers a listener that lets the library see messages of known frames only: the right window, the right origin, the right connection, a
 * shape that the library can read, not too many of them and none too large. The library itself looks at nothing of that. Messages that are
 * not the library's pass: they are for somebody else on the page.
 */
export const createGuard = (frames: ReadonlySet<Guarded>): ((event: Arrived) => void) => {
  const budgets = new WeakMap<Guarded, ReturnType<typeof createBudget>>()
  return (event) => {
    const frame = event.source && [...frames].find(({ source }) => source() === event.source)
    if (!frame) {
      if (isOfLibrary(event.data)) event.stopImmediatePropagation()
      return
    }
    const mayRead = budgets.get(frame) ?? createBudget()
    budgets.set(frame, mayRead)
    // Before its data is touched: only then has the browser to unpack it.
    if (event.origin !== frame.origin || !mayRead(event.timeStamp) || !isReadable(event.data, frame.connection))
      return event.stopImmediatePropagation()
    emptyIfLarge(event.data)
  }
}

const frames = new Set<Guarded>()
let isOnGuard = false

/** Puts a frame under guard, and answers what ends that. */
export const guardFrame = (frame: Guarded): (() => void) => {
  // Once and for good: the library's own listener comes later, with the first connection, and also stays.
  if (!isOnGuard) window.addEventListener('message', createGuard(frames), { capture: true })
  isOnGuard = true
  frames.add(frame)
  return () => void frames.delete(frame)
}
