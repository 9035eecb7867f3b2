import { assertCents } from '../money.ts'

/** A tax rate in thousandths of a percent, a whole number from 0 to 100,000: 8.25 % is 8250. */
export type TaxRate = number

const WHOLE = 100_000

/** Throws a RangeError unless the rate is a whole number of thousandths of a percent, at most 100 %. */
export const assertTaxRate = (rate: TaxRate): void => {
  if (!Number.isInteger(rate) || rate < 0 || rate > WHOLE) throw new RangeError(`${rate} is not a tax rate`)
}

/**
 * The tax in cents on a line of so many cents, rounded half up: every line is rounded by itself (docs/product/buying.md, Tax). Throws a
 * RangeError for anything but whole cents and a rate.
 */
export const taxOf = (netCents: number, rate: TaxRate): number => {
  assertCents(netCents)
  assertTaxRate(rate)
  // A large order times its rate is beyond what a number holds exactly.
  return Number((2n * BigInt(netCents) * BigInt(rate) + BigInt(WHOLE)) / BigInt(2 * WHOLE))
}

/** The rate as the APIs say it: in percent, at most three decimals. */
export const percentOf = (rate: TaxRate): number => rate / 1_000
