import { assertCents } from '../money.ts'

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/**
 * Spreads an amount over parts in proportion to their weights, in whole cents that add up to the amount exactly. The cents that rounding
 * down leaves over go to the parts with the largest remainders, earlier parts first. Where the amount is at most the sum of the weights, no
 * share is larger than its weight. Throws a RangeError for anything but whole cents, or for an amount without a weight to carry it.
 */
export const spreadCents = (cents: number, weights: readonly number[]): number[] => {
  assertCents(cents)
  for (const weight of weights) assertCents(weight)
  const total = sumOf(weights)
  if (total === 0 && cents > 0) throw new RangeError(`Nothing carries the ${cents} cents`)
  if (total === 0) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(cents) * BigInt(weight))
  const shares = exact.map((numerator) => Number(numerator / BigInt(total)))
  const remainder = (index: number): bigint => (exact[index] ?? 0n) % BigInt(total)
  const byRemainder = shares
    .map((_, index) => index)
    .toSorted((a, b) => (remainder(a) === remainder(b) ? a - b : remainder(a) > remainder(b) ? -1 : 1))
  const raised = new Set(byRemainder.slice(0, cents - sumOf(shares)))
  return shares.map((share, index) => share + (raised.has(index) ? 1 : 0))
}
