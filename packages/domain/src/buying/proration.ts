import { DAY_MS } from '../dates.ts'
import { assertCents } from '../money.ts'

/** A paid period: from its start up to its end. */
export type Period = { start: Date; end: Date }

const part = (cents: number, share: number, whole: number): number => {
  assertCents(cents)
  if (whole <= 0) throw new RangeError('The period has no length')
  const kept = Math.min(Math.max(share, 0), whole)
  return Number((2n * BigInt(cents) * BigInt(kept) + BigInt(whole)) / BigInt(2 * whole))
}

const secondsIn = (from: Date, to: Date): number => Math.floor((to.getTime() - from.getTime()) / 1_000)

/** The part of an amount for the rest of a period, by the second, rounded half up: the credit for a plan that ends early. */
export const restOf = (cents: number, { start, end }: Period, now: Date): number =>
  part(cents, secondsIn(now, end), secondsIn(start, end))

/** The price of seats that are added during a period: by the day, including the day of the change, rounded half up. */
export const addedSeatsDue = (unitPrice: number, seats: number, { start, end }: Period, now: Date): number => {
  const days = Math.round((end.getTime() - start.getTime()) / DAY_MS)
  const left = Math.ceil((end.getTime() - now.getTime()) / DAY_MS)
  return part(unitPrice * seats, left, days)
}
