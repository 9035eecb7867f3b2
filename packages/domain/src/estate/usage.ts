import { DAY_MS } from '../dates.ts'

/** An application that nobody has used for so long is shown as unused. */
export const UNUSED_DAYS = 30

export type Use = {
  /** Whether the marketplace can notice that it is used: it opens here, or signs in with a client of its own. */
  measured: boolean
  lastUsedAt: Date | null
  /** From when on its use is recorded. */
  recordedSince: Date
}

/** Whether an application counts as unused: no use is known for 30 days, and it was watched for as long. */
export const isUnused = ({ measured, lastUsedAt, recordedSince }: Use, now: Date): boolean =>
  measured && now.getTime() - (lastUsedAt ?? recordedSince).getTime() >= UNUSED_DAYS * DAY_MS
