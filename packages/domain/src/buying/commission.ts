import { assertCents, divideHalfUp } from '../money.ts'

/** The marketplace's part of a sale, in whole percent of its net price. A charge keeps the percentage that it was created with. */
export const COMMISSION_PERCENT = 20

/** The commission in cents, rounded half up. Throws a RangeError for anything but whole cents and a whole percentage. */
export const commissionOf = (netCents: number, percent: number): number => {
  assertCents(netCents)
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) throw new RangeError(`${percent} is not a percentage`)
  return divideHalfUp(netCents * percent, 100)
}
