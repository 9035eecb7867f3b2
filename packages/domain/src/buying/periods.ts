import { DAY_MS } from '../dates.ts'

/** When a recurrent charge began, and how many months each of its periods has. */
export type Schedule = { anchor: Date; months: number }

const assertMonths = (months: number): void => {
  if (!Number.isInteger(months) || months < 1 || months > 12)
    throw new RangeError(`${months} is not a number of months from 1 to 12`)
}

/**
 * The instant at which a period begins; the first period has the index 0. It is counted from the anchor and not from the previous period,
 * so that a charge of 31 January renews on the last day of February and then on 31 March. In UTC, with the anchor's time of day.
 */
export const periodStart = ({ anchor, months }: Schedule, index: number): Date => {
  assertMonths(months)
  if (!Number.isInteger(index) || index < 0) throw new RangeError(`${index} is not the index of a period`)
  const month = anchor.getUTCMonth() + index * months
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const start = new Date(anchor)
  start.setUTCFullYear(anchor.getUTCFullYear(), month, Math.min(anchor.getUTCDate(), lastDay))
  return start
}

/** The index of the period that contains an instant; null before the anchor. */
export const periodIndexAt = (schedule: Schedule, at: Date): number | null => {
  if (at < schedule.anchor) return null
  assertMonths(schedule.months)
  const months = (at.getUTCFullYear() - schedule.anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - schedule.anchor.getUTCMonth()
  const guess = Math.floor(months / schedule.months)
  return periodStart(schedule, guess) <= at ? guess : guess - 1
}

/** The most missed periods that are charged without a new agreement of the buyer. */
export const MOST_MISSED_PERIODS = 3

/**
 * The periods that have begun and are not settled yet, oldest first: those to charge, and those to waive, because a buyer does not expect
 * to pay for so many missed periods at once. `settled` is the index of the last period that was charged or waived.
 */
export const duePeriods = (schedule: Schedule, settled: number, now: Date): { charge: number[]; waive: number[] } => {
  const last = periodIndexAt(schedule, now) ?? -1
  const due = Array.from({ length: Math.max(0, last - settled) }, (_, index) => settled + 1 + index)
  return { charge: due.slice(0, MOST_MISSED_PERIODS), waive: due.slice(MOST_MISSED_PERIODS) }
}

/** The instant at which the first payment is due: the end of the trial, or without a trial the instant of the purchase. */
export const firstDueAt = (purchasedAt: Date, trialDays: number): Date => new Date(purchasedAt.getTime() + trialDays * DAY_MS)
