import { startOfUtcDay } from '../dates.ts'
import { monthlyEquivalent, trialDaysOf } from '../pricing.ts'
import { type Offer, type Priced, quantityOf, unitPriceOf } from './offers.ts'
import { periodStart } from './periods.ts'
import {
  type CouponValue,
  dueBetween,
  MAX_QUANTITY,
  monthsOf,
  type NotDeliverable,
  type Quote,
  type QuoteItem,
  quoteOf,
} from './quote.ts'
import { taxOf } from './tax.ts'

/** The place that the tax of a quote is for. */
export type QuotedPlace = { country: string | null; zip: string | null; vatId: string | null }

/** The quote that a checkout shows and freezes. Each line has its application's id. */
export type CartQuote = Quote & {
  taxName: string
  reverseCharge: boolean
  place: QuotedPlace
  /** The additional cost of three more agents each month, in cents, with tax. */
  threeMoreSeats: number
}

/** An application in a cart with its plan, for a licence with `seats` seats. `refused`: why it cannot be delivered at present. */
export type CartItem = {
  id: string
  plan: Offer
  priced: Priced
  seats: number
  trialDays: number
  refused?: NotDeliverable | null
}

export type CartTax = { rate: number; name: string; reverseCharge: boolean; place: QuotedPlace }

const quoteItem = ({ id, plan, priced, seats, trialDays, refused }: CartItem, at: Date): QuoteItem => ({
  id,
  cycle: plan.billingCycle,
  unitPrice: unitPriceOf(plan, priced, seats, at),
  quantity: Math.min(quantityOf(plan, seats), MAX_QUANTITY),
  trialDays: trialDaysOf(plan.billingCycle, trialDays),
  ...(refused && { refused }),
})

/** With three more seats, a cheaper tier can reduce the price of an item. That counts as 0. */
const threeMoreSeats = (items: readonly CartItem[], taxRate: number, at: Date): number => {
  const added = items.map((item) => {
    const months = monthsOf(item.plan.billingCycle)
    if (months === null || item.refused || item.plan.pricingType !== 'per-agent') return 0
    const now = quoteItem(item, at)
    const then = quoteItem({ ...item, seats: item.seats + 3 }, at)
    const more = Math.max(0, then.unitPrice * then.quantity - now.unitPrice * now.quantity)
    const net = months === 12 ? monthlyEquivalent(more) : more
    return net + taxOf(net, taxRate)
  })
  return added.reduce((sum, cents) => sum + cents, 0)
}

/** The quote of a cart for the day of `at`. */
export const cartQuote = (items: readonly CartItem[], coupon: CouponValue | null, tax: CartTax, at: Date): CartQuote => ({
  ...quoteOf(
    items.map((item) => quoteItem(item, at)),
    coupon,
    tax.rate,
  ),
  taxName: tax.name,
  reverseCharge: tax.reverseCharge,
  place: tax.place,
  threeMoreSeats: threeMoreSeats(items, tax.rate, at),
})

/**
 * The payments after a purchase on the day of `at`, in cents with tax: those of the following month, and those of the twelve months that
 * begin with it.
 */
export const outlookOf = (quote: Quote, at: Date): { nextMonth: number; nextYear: number } => {
  const today = startOfUtcDay(at)
  const afterNow = new Date(today.getTime() + 1)
  return {
    nextMonth: dueBetween(quote, today, afterNow, new Date(periodStart({ anchor: today, months: 1 }, 1).getTime() + 1)),
    nextYear: dueBetween(quote, today, today, periodStart({ anchor: today, months: 12 }, 1)),
  }
}
