import { type Offer, type Priced, unitPriceOf } from './offers.ts'
import { addedSeatsDue, type Period, restOf } from './proration.ts'
import { MIN_TOTAL } from './quote.ts'
import { type TaxRate, taxOf } from './tax.ts'

/** The payment for each period: `price` is in cents for one unit, before tax. */
export type Subscribed = { planId: string; months: number; quantity: number; price: number }

/** The amount that was paid for a part of the current period: cents before tax, after discounts and refunds. */
export type PaidPart = { net: number; period: Period }

/** The amount due now: `full` for the rest of the period, minus `credit` for earlier payments. Cents before tax. */
export type ChangeDue = { full: number; credit: number }

export type Change =
  | { begins: 'never' }
  | ({ begins: 'now' } & ChangeDue)
  /** The change waits for the next renewal, and nothing is due before it. */
  | { begins: 'renewal' }

const costOf = ({ price, quantity }: Subscribed): number => price * quantity

/**
 * When a change begins, and the amount due for it now: docs/product/buying.md, Changes of plan and seats. `period` is the current paid
 * period; null in a trial, in which changes are free.
 */
export const changeOf = (
  from: Subscribed,
  to: Subscribed,
  { period, paid, now }: { period: Period | null; paid: readonly PaidPart[]; now: Date },
): Change => {
  if (from.planId === to.planId && from.quantity === to.quantity) return { begins: 'never' }
  if (period === null) return { begins: 'now', full: 0, credit: 0 }
  if (from.months !== to.months) return { begins: 'renewal' }
  const more = costOf(to) - costOf(from)
  if (from.planId === to.planId) {
    if (to.quantity < from.quantity) return { begins: 'renewal' }
    // With more seats, a cheaper tier can reduce the price of all of them. Then nothing is due.
    return { begins: 'now', full: addedSeatsDue(Math.max(0, more), 1, period, now), credit: 0 }
  }
  if (more <= 0) return { begins: 'renewal' }
  const full = restOf(costOf(to), period, now)
  const left = paid.reduce((sum, part) => sum + restOf(part.net, part.period, now), 0)
  return { begins: 'now', full, credit: Math.min(full, left) }
}

/** The amount due, with tax. An amount below the provider's minimum is not charged. */
export const dueWithTax = (
  { full, credit }: ChangeDue,
  rate: TaxRate,
): ChangeDue & { net: number; tax: number; total: number } => {
  const net = full - credit
  const tax = taxOf(net, rate)
  if (net + tax < MIN_TOTAL) return { full, credit: full, net: 0, tax: 0, total: 0 }
  return { full, credit, net, tax, total: net + tax }
}

/**
 * The price of one seat after a change of seats: today's price with the tier of the new number. If the plan's price has changed since the
 * purchase, the buyer keeps the agreed price.
 */
export const seatPriceAfter = (
  plan: Offer,
  application: Priced,
  { from, seats, at }: { from: Pick<Subscribed, 'price' | 'quantity'>; seats: number; at: Date },
): number =>
  unitPriceOf(plan, application, from.quantity, at) === from.price ? unitPriceOf(plan, application, seats, at) : from.price
