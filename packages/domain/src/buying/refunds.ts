import { assertCents } from '../money.ts'

/** What of a sale goes back: its tax and the marketplace's commission in cents, as the sale stored them. */
export type Sale = { total: number; tax: number; commission: number }

const upTo = (component: number, refunded: number, total: number): number =>
  Number((2n * BigInt(component) * BigInt(refunded) + BigInt(total)) / BigInt(2 * total))

/**
 * The tax and commission that a part of a refund returns. `before` is what was refunded of the sale until now. Each part takes what the
 * rounded share has grown by, so that parts in any order add up to the sale exactly. Throws a RangeError for a part that is not whole
 * cents, is 0, or is more than is left.
 */
export const refundPart = (
  { total, tax, commission }: Sale,
  before: number,
  cents: number,
): { tax: number; commission: number } => {
  for (const amount of [total, tax, commission, before, cents]) assertCents(amount)
  if (cents === 0 || before + cents > total) throw new RangeError(`${cents} cents cannot be refunded: ${total - before} are left`)
  const grown = (component: number) => upTo(component, before + cents, total) - upTo(component, before, total)
  return { tax: grown(tax), commission: grown(commission) }
}
