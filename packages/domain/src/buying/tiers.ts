import type { Payment } from '@marketplace/contracts/catalogue/schemas'
import { discountedPrice } from '../discount.ts'
import { assertCents } from '../money.ts'

/** From how many seats on which percentage comes off the price of every seat. */
export type Tiers = NonNullable<Payment['tiersPricingConfig']>

/**
 * The price of one seat in cents if so many are bought: docs/product/buying.md, Tiers. The tier with the most seats that are reached counts,
 * for all seats.
 */
export const seatPrice = (cents: number, seats: number, tiers: Tiers | null): number => {
  assertCents(cents)
  if (!tiers?.enabled) return cents
  const reached = tiers.tiers.filter(({ accountsFrom }) => accountsFrom <= seats)
  const { discount = 0 } = reached.toSorted((a, b) => b.accountsFrom - a.accountsFrom || b.discount - a.discount)[0] ?? {}
  return discount >= 100 ? 0 : discountedPrice(cents, discount)
}
