import type { CustomProps } from '@marketplace/contracts/application'
import type { BillingCycle, PaymentFilter, PaymentFrequency, PricingType } from '@marketplace/contracts/enumerations'
import type { PriceText } from '@marketplace/contracts/page-data'
import { activeDiscount, discountedPrice } from './discount.ts'
import { assertCents, divideDown, divideHalfUp } from './money.ts'

/** The part of a payment that a discount changes; prices in cents. */
export type DiscountablePayment = { price: number; oldPrice: number | null; discountPercent: number | null }

/** What it costs: `perAccount` is per agent, otherwise the price is for the whole license (section 3). */
export type PricedPayment = DiscountablePayment & { frequency: PaymentFrequency; trialDays: number; perAccount: boolean }

/** One way to buy: `key` is unique among the plans of one application, `price` is in cents per billing cycle. */
export type PaymentPlan = {
  key: 'monthly' | 'yearly' | 'once'
  name: string
  billingCycle: BillingCycle
  pricingType: PricingType
  price: number
  trialDays: number
}

/** Section 9. */
export const SUFFIX_MONTHLY = '/mo'
export const SUFFIX_YEARLY = '/yr'

const FREE: PriceText = { text: 'Free', old: null, note: null, free: true }

/** What stands behind the amount; the payment filters of section 3 use the same words: one-time, per license, per agent. */
const UNITS: Record<BillingCycle | 'hourly', Record<PricingType, string>> = {
  'pay-monthly': { 'per-agent': `${SUFFIX_MONTHLY} per agent`, 'per-organization': `${SUFFIX_MONTHLY} per license` },
  'pay-yearly': { 'per-agent': `${SUFFIX_YEARLY} per agent`, 'per-organization': `${SUFFIX_YEARLY} per license` },
  'pay-once': { 'per-agent': ' one-time per agent', 'per-organization': ' one-time' },
  hourly: { 'per-agent': '/hour', 'per-organization': '/hour' },
}
const CYCLE_OF = { monthly: 'pay-monthly', once: 'pay-once', hourly: 'hourly' } as const satisfies Record<
  PaymentFrequency,
  string
>

const pricingTypeOf = (payment: { perAccount: boolean }): PricingType => (payment.perAccount ? 'per-agent' : 'per-organization')

const trialNote = (trialDays: number): string | null => (trialDays > 0 ? `${trialDays}-day free trial` : null)

/**
 * Cents as dollars: "$12", "$12.50", "$1,234.50"; decimals are dropped where they are zero (section 9). A credit is "-$5". Throws
 * a RangeError for anything but whole cents. Without Intl, so that server and browser agree to the letter.
 */
export const formatDollars = (cents: number): string => {
  const amount = Math.abs(cents)
  assertCents(amount)
  const dollars = String(divideDown(amount, 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = amount % 100
  return `${cents < 0 ? '-' : ''}$${dollars}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** Cents a year costs: 85 % of twelve months, floored (section 9). In whole numbers: 12 × 0.85 is 51 / 5. */
export const yearlyPrice = (monthlyCents: number): number => divideDown(monthlyCents * 51, 5)

/** A yearly or one-time total in cents as cents a month, rounded half up (section 9). */
export const monthlyEquivalent = (totalCents: number): number => divideHalfUp(totalCents, 12)

/**
 * The payment as it stands today: with a running discount `price` has it taken off, `oldPrice` is the price without it and
 * `discountPercent` its size; otherwise it is unchanged (section 5). Null, which is free, stays null.
 */
export const effectivePayment = <P extends DiscountablePayment>(
  payment: P | null,
  customProps: CustomProps,
  now: Date,
): P | null => {
  const percent = activeDiscount(customProps, now)?.percent ?? 0
  if (!payment || percent === 0) return payment
  return { ...payment, price: discountedPrice(payment.price, percent), oldPrice: payment.price, discountPercent: percent }
}

/** What a price in cents, a plan's for example, comes to today: less the running discount (section 5), rounded half up. */
export const effectivePrice = (cents: number, customProps: CustomProps, now: Date): number =>
  discountedPrice(cents, activeDiscount(customProps, now)?.percent ?? 0)

/**
 * What the price says on a card and on a page: "Free", "$12/mo per agent", "$12/mo per license", "$49 one-time", "$80/hour", with
 * the struck price of a discount and the trial. Takes the payment without the running discount and applies it.
 */
export const priceText = (payment: PricedPayment | null, customProps: CustomProps, now: Date): PriceText => {
  const current = effectivePayment(payment, customProps, now)
  if (!current || current.price === 0) return FREE
  const { price, oldPrice, frequency, trialDays } = current
  return {
    text: formatDollars(price) + UNITS[CYCLE_OF[frequency]][pricingTypeOf(current)],
    // An old price that is not higher is no discount, whatever a catalogue says.
    old: oldPrice !== null && oldPrice > price ? formatDollars(oldPrice) : null,
    note: trialNote(trialDays),
    free: false,
  }
}

/**
 * The plans that follow from a payment (decisions, Buying): a monthly one is sold by the month and by the year, a one-time one
 * once. What is free needs no plan, and hours are billed by agreement. Give it the effective payment to have discounts in.
 */
export const plansOf = (payment: PricedPayment | null): PaymentPlan[] => {
  if (!payment || payment.price === 0 || payment.frequency === 'hourly') return []
  const { price, trialDays, frequency } = payment
  const shared = { pricingType: pricingTypeOf(payment), trialDays }
  if (frequency === 'once') return [{ key: 'once', name: 'One-time', billingCycle: 'pay-once', price, ...shared }]
  return [
    { key: 'monthly', name: 'Monthly', billingCycle: 'pay-monthly', price, ...shared },
    { key: 'yearly', name: 'Yearly', billingCycle: 'pay-yearly', price: yearlyPrice(price), ...shared },
  ]
}

/** What the price of a plan says: "$12/mo per agent", "$122.40/yr per agent", "$49 one-time"; the trial is its note. */
export const planPriceText = (plan: Pick<PaymentPlan, 'billingCycle' | 'pricingType' | 'price' | 'trialDays'>): PriceText => {
  if (plan.price === 0) return FREE
  const text = formatDollars(plan.price) + UNITS[plan.billingCycle][plan.pricingType]
  return { text, old: null, note: trialNote(plan.trialDays), free: false }
}

/** Which value of the payment filter it belongs to (section 3), or null for an hourly price, which none of them names. */
export const paymentFilterOf = (
  payment: { price: number; frequency: PaymentFrequency; perAccount: boolean } | null,
): PaymentFilter | null => {
  if (!payment || payment.price === 0) return 'free'
  if (payment.frequency === 'hourly') return null
  if (payment.frequency === 'once') return 'once'
  return payment.perAccount ? 'monthly-per-account' : 'monthly-per-organization'
}
