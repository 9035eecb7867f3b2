import type { EventData, EventName } from '@marketplace/contracts/analytics/events'
import type { FailureArea } from '@marketplace/domain/failure-areas'

export type Signal = { event: EventName; data: object } | { error: unknown; area: FailureArea | null }

// Signals for analytics and error reports. Their code is loaded when the page is idle; until then signals are kept here.
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

/** Reports an unexpected failure. Do not report actions that the person cancelled, or refusals by the API. */
export const report = (error: unknown, area: FailureArea | null = null): void => hear({ error, area })

/** Sets the listener for all signals, and passes the kept ones to it at once. */
export const hearSignals = (listener: (signal: Signal) => void): void => {
  hear = listener
  for (const signal of waiting.splice(0)) listener(signal)
}
