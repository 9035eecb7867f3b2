import type { EventData, EventName } from '@marketplace/contracts/analytics/events'
import type { FailureArea } from '@marketplace/domain/failure-areas'

export type Signal = { event: EventName; data: object } | { error: unknown; area: FailureArea | null }

// What analytics and error reports hear. Their code comes when the page is idle: until then signals wait here.
const MOST_WAITING = 100
const waiting: Signal[] = []
let hear = (signal: Signal): void => {
  if (waiting.length < MOST_WAITING) waiting.push(signal)
}

/** Counts an event: docs/product/analytics.md. */
export const track = <Name extends EventName>(
  event: Name,
  ...[data]: object extends EventData<Name> ? [] : [data: EventData<Name>]
): void => hear({ event, data: data ?? {} })

/** Reports a failure of ours. What a person or the API refused is none. */
export const report = (error: unknown, area: FailureArea | null = null): void => hear({ error, area })

/** From now on `listener` hears every signal, and those that waited at once. */
export const hearSignals = (listener: (signal: Signal) => void): void => {
  hear = listener
  for (const signal of waiting.splice(0)) listener(signal)
}
