import type { Payment } from '@marketplace/contracts/catalogue/schemas'
import { discountedPrice } from '../discount.ts'
import { assertCents } from '../money.ts'

/** Discounts by number of seats: from `accountsFrom` seats on, `discount` percent come off the price of every seat. */
export type Tiers = NonNullable<Payment['tiersPricingConfig']>

/** The price of one seat in cents for `seats` seats: docs/product/buying.md, Tiers. The highest tier that is reached applies to all seats. */
export const seatPrice = (cents: number, seats: number, tiers: Tiers | null): number => {
  assertCents(cents)
  if (!tiers?.enabled) return cents
  const reached = tiers.tiers.filter(({ accountsFrom }) => accountsFrom <= seats)
  const { discount = 0 } = reached.toSorted((a, b) => b.accountsFrom - a.accountsFrom || b.discount - a.discount)[0] ?? {}
  return discount >= 100 ? 0 : discountedPrice(cents, discount)
}
