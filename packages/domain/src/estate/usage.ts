import { DAY_MS } from '../dates.ts'

/** The number of days without use after which an application is shown as unused. */
export const UNUSED_DAYS = 30

export type Use = {
  /** Whether the marketplace can notice the use: the application opens here, or its own client signs in. */
  measured: boolean
  lastUsedAt: Date | null
  /** The instant from which its use is recorded. */
  recordedSince: Date
}

/** Whether an application counts as unused: no use is known for UNUSED_DAYS, and its use was recorded for at least as long. */
export const isUnused = ({ measured, lastUsedAt, recordedSince }: Use, now: Date): boolean =>
  measured && now.getTime() - (lastUsedAt ?? recordedSince).getTime() >= UNUSED_DAYS * DAY_MS
