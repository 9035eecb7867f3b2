import { periodStart } from './periods.ts'

/** The fields of a recurrent charge that say how far it is paid. */
export type Settled = {
  anchorAt: Date | null
  months: number
  trialEndsAt: Date | null
  /** The index of the last period that was charged or waived; -1 before the first. */
  settledPeriod: number
}

/** The end of what was paid, or of the trial; null before the charge began. */
export const paidUntil = ({ anchorAt, months, trialEndsAt, settledPeriod }: Settled): Date | null => {
  if (anchorAt === null) return null
  return settledPeriod < 0 ? (trialEndsAt ?? anchorAt) : periodStart({ anchor: anchorAt, months }, settledPeriod + 1)
}

/** When the paid period began; null in a trial and before the charge began. */
export const paidSince = ({ anchorAt, months, settledPeriod }: Settled): Date | null =>
  anchorAt === null || settledPeriod < 0 ? null : periodStart({ anchor: anchorAt, months }, settledPeriod)
