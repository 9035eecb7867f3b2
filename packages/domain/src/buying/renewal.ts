import { DAY_MS } from '../dates.ts'
import { FREEZE_DAYS, type PaymentFailure } from './dunning.ts'
import { MOST_MISSED_PERIODS, periodIndexAt, type Schedule } from './periods.ts'

/** Periods that have begun and were neither charged nor waived, oldest first. `settled` has the indices of those after `last` that were. */
export const unsettledPeriods = (
  schedule: Schedule,
  { last, settled }: { last: number; settled: readonly number[] },
  now: Date,
): number[] => {
  const current = periodIndexAt(schedule, now) ?? -1
  const begun = Array.from({ length: Math.max(0, current - last) }, (_, index) => last + 1 + index)
  return begun.filter((index) => !settled.includes(index))
}

/** Splits missed periods into the one to charge now and those to waive, because a buyer does not expect so many payments at once. */
export const splitMissed = (unsettled: readonly number[]): { charge: number | null; waive: number[] } => ({
  charge: unsettled[0] ?? null,
  waive: unsettled.slice(MOST_MISSED_PERIODS),
})

/** The index up to which every period is settled, after these periods are settled too. */
export const settledThrough = (last: number, settled: readonly number[]): number => {
  let through = last
  while (settled.includes(through + 1)) through += 1
  return through
}

/** Whether the next step for an overdue charge is the freeze instead of another retry. */
export const isFreezeDue = (firstFailedAt: Date, dueAt: Date): boolean =>
  dueAt.getTime() >= firstFailedAt.getTime() + FREEZE_DAYS * DAY_MS

/** What a failed payment means for the next try. A missing card counts as a final refusal, because only the buyer can help. */
export const failureOf = (code: string | null, isFinal: boolean): PaymentFailure => {
  if (code === 'authentication_required') return 'authentication'
  return isFinal ? 'final' : 'declined'
}
