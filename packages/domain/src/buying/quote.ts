import type { BillingCycle } from '@marketplace/contracts/core/enumerations'
import { assertCents } from '../money.ts'
import { firstDueAt, periodStart } from './periods.ts'
import { spreadCents } from './spread.ts'
import { type TaxRate, taxOf } from './tax.ts'

/** Why an item cannot be delivered: its product's licence is inactive, or anything else. */
export type NotDeliverable = 'product-inactive' | 'not-installed'

/**
 * An item to buy, at the server's price. `unitPrice` is in cents per cycle and seat. An item with `refused` cannot be delivered, and
 * costs nothing now or later.
 */
export type QuoteItem = {
  id: string
  cycle: BillingCycle
  unitPrice: number
  quantity: number
  trialDays: number
  refused?: NotDeliverable
}

/** What a coupon takes off the first payment: whole percent from 1 to 100, or cents. */
export type CouponValue = { kind: 'percent'; percent: number } | { kind: 'amount'; cents: number }

export type Amount = { net: number; tax: number; total: number }

/** An item with the amount due now, after the coupon, and the amount of each renewal; null if it does not renew. */
export type QuoteLine = QuoteItem & { discount: number; due: Amount; renewal: (Amount & { months: number }) | null }

/** All amounts in cents. `discount` is the reduction by the coupon, before tax. */
export type Quote = { lines: QuoteLine[]; taxRate: TaxRate; discount: number; due: Amount }

export const MAX_PRICE = 99_999_999
export const MAX_QUANTITY = 10_000
/** The smallest amount (cents) that the provider charges. A smaller total is refused, and 0 needs no payment. */
export const MIN_TOTAL = 50
/** The most that the provider charges at once, in cents. */
export const MAX_TOTAL = 99_999_999

const MONTHS: Readonly<Record<BillingCycle, number | null>> = { 'pay-once': null, 'pay-monthly': 1, 'pay-yearly': 12 }

/** The length of a cycle in months; null for a single payment. */
export const monthsOf = (cycle: BillingCycle): number | null => MONTHS[cycle]

const amountOf = (net: number, rate: TaxRate): Amount => {
  const tax = taxOf(net, rate)
  return { net, tax, total: net + tax }
}

const sumOf = (amounts: readonly Amount[]): Amount =>
  amounts.reduce((sum, { net, tax, total }) => ({ net: sum.net + net, tax: sum.tax + tax, total: sum.total + total }), {
    net: 0,
    tax: 0,
    total: 0,
  })

const netOf = ({ unitPrice, quantity }: QuoteItem): number => {
  assertCents(unitPrice)
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY)
    throw new RangeError(`${quantity} is not a quantity`)
  return unitPrice * quantity
}

const couponOn = (coupon: CouponValue | null, net: number): number => {
  if (!coupon) return 0
  if (coupon.kind === 'amount') return Math.min(coupon.cents, net)
  if (!Number.isInteger(coupon.percent) || coupon.percent < 1 || coupon.percent > 100)
    throw new RangeError(`${coupon.percent} is not a percentage`)
  // BigInt, because the largest cart times a percentage exceeds the safe integers.
  return Number((2n * BigInt(net) * BigInt(coupon.percent) + 100n) / 200n)
}

/**
 * The price of a purchase. Items with a trial cost nothing now; items that cannot be delivered cost nothing at all. The coupon reduces
 * what is due now, spread over the lines before tax, so that no line or total is negative. Throws a RangeError for a price or quantity
 * outside the limits of plans.
 */
export const quoteOf = (items: readonly QuoteItem[], coupon: CouponValue | null, taxRate: TaxRate): Quote => {
  const nets = items.map((item) => (item.trialDays > 0 || item.refused ? 0 : netOf(item)))
  const dueNet = nets.reduce((sum, net) => sum + net, 0)
  const discount = couponOn(coupon, dueNet)
  const discounts = spreadCents(discount, nets)
  const lines = items.map((item, index): QuoteLine => {
    const [net = 0, off = 0] = [nets[index], discounts[index]]
    const months = monthsOf(item.cycle)
    return {
      ...item,
      discount: off,
      due: amountOf(net - off, taxRate),
      renewal: months === null ? null : { ...amountOf(netOf(item), taxRate), months },
    }
  })
  return { lines, taxRate, discount, due: sumOf(lines.map(({ due }) => due)) }
}

/** Whether the provider can charge this total, in cents: 0, or between its minimum and its maximum. */
export const isPayable = (total: number): boolean => !isTooSmall(total) && total <= MAX_TOTAL

/** Whether the total is too small for the provider to charge. */
export const isTooSmall = (total: number): boolean => total > 0 && total < MIN_TOTAL

/**
 * Why the provider could not charge a quote, now or at a renewal; null if it could. A renewal must be large enough without its tax, because
 * the tax depends on an address that can change.
 */
export const totalRefusal = ({ due, lines }: Quote): 'TOTAL_TOO_SMALL' | 'TOTAL_TOO_LARGE' | null => {
  const renewals = lines.flatMap(({ renewal, refused }) => (refused || !renewal ? [] : [renewal]))
  if (Math.max(due.total, ...renewals.map(({ total }) => total)) > MAX_TOTAL) return 'TOTAL_TOO_LARGE'
  return [due.total, ...renewals.map(({ net }) => net)].some(isTooSmall) ? 'TOTAL_TOO_SMALL' : null
}

/** The quote as a text for a checksum: equal quotes give equal texts. */
export const quoteText = ({ lines, taxRate, discount, due }: Quote): string =>
  JSON.stringify([
    taxRate,
    discount,
    due.total,
    lines
      .map(({ id, cycle, unitPrice, quantity, trialDays, due: { net, tax }, refused }) => [
        id,
        cycle,
        unitPrice,
        quantity,
        trialDays,
        net,
        tax,
        ...(refused ? [refused] : []),
      ])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  ])

/** The payments that fall due between two instants, in cents with tax, for a purchase at `purchasedAt`: renewals and ended trials. */
export const dueBetween = ({ lines, taxRate }: Quote, purchasedAt: Date, from: Date, to: Date): number => {
  const dueOf = (line: QuoteLine): number => {
    const anchor = firstDueAt(purchasedAt, line.trialDays)
    const full = line.renewal?.total ?? amountOf(netOf(line), taxRate).total
    let sum = 0
    for (let index = 0; ; index++) {
      const at = line.renewal ? periodStart({ anchor, months: line.renewal.months }, index) : anchor
      if (at >= to) return sum
      if (at >= from) sum += index === 0 && line.trialDays === 0 ? line.due.total : full
      if (!line.renewal) return sum
    }
  }
  return lines.reduce((sum, line) => sum + (line.refused ? 0 : dueOf(line)), 0)
}
