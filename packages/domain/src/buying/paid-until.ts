import { periodStart } from './periods.ts'

/** The fields of a recurrent charge that determine how far it is paid. */
export type Settled = {
  anchorAt: Date | null
  months: number
  trialEndsAt: Date | null
  /** The index of the last period that was charged or waived; -1 before the first. */
  settledPeriod: number
}

/** The end of the paid time or of the trial; null before the charge began. */
export const paidUntil = ({ anchorAt, months, trialEndsAt, settledPeriod }: Settled): Date | null => {
  if (anchorAt === null) return null
  return settledPeriod < 0 ? (trialEndsAt ?? anchorAt) : periodStart({ anchor: anchorAt, months }, settledPeriod + 1)
}

/** The start of the current paid period; null in a trial and before the charge began. */
export const paidSince = ({ anchorAt, months, settledPeriod }: Settled): Date | null =>
  anchorAt === null || settledPeriod < 0 ? null : periodStart({ anchor: anchorAt, months }, settledPeriod)
