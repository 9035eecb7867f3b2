import { assertCents } from '../money.ts'

/** A tax rate in thousandths of a percent, a whole number from 0 to 100,000: 8.25 % is 8250. */
export type TaxRate = number

const WHOLE = 100_000

/** Throws a RangeError unless the rate is a whole number of thousandths of a percent, at most 100 %. */
export const assertTaxRate = (rate: TaxRate): void => {
  if (!Number.isInteger(rate) || rate < 0 || rate > WHOLE) throw new RangeError(`${rate} is not a tax rate`)
}

/**
 * The tax in cents on a line of `netCents`, rounded half up for each line (docs/product/buying.md, Tax). Throws a RangeError if the
 * amount is not whole cents or the rate is invalid.
 */
export const taxOf = (netCents: number, rate: TaxRate): number => {
  assertCents(netCents)
  assertTaxRate(rate)
  // BigInt, because a large order times its rate exceeds the safe integers.
  return Number((2n * BigInt(netCents) * BigInt(rate) + BigInt(WHOLE)) / BigInt(2 * WHOLE))
}

/** The rate in percent, as APIs answer it, with at most three decimals. */
export const percentOf = (rate: TaxRate): number => rate / 1_000
