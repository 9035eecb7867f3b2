import type { CustomProps } from '@marketplace/contracts/catalogue/schemas'
import type { BillingCycle, PaymentFilter, PaymentFrequency, PricingType } from '@marketplace/contracts/core/enumerations'
import type { PriceText } from '@marketplace/contracts/pages/parts'
import { activeDiscount, discountedPrice } from './discount.ts'
import { assertCents, divideDown, divideHalfUp } from './money.ts'

/** The part of a payment that a discount changes; prices in cents. */
export type DiscountablePayment = { price: number; oldPrice: number | null; discountPercent: number | null }

/** A price with its terms. `perAccount`: the price is for each agent, otherwise for the whole licence. */
export type PricedPayment = DiscountablePayment & { frequency: PaymentFrequency; trialDays: number; perAccount: boolean }

/** One way to buy an application. `key` is unique among its plans; `price` is in cents for each billing cycle. */
export type PaymentPlan = {
  key: 'monthly' | 'yearly' | 'once'
  name: string
  billingCycle: BillingCycle
  pricingType: PricingType
  price: number
  trialDays: number
}

export const SUFFIX_MONTHLY = '/mo'
export const SUFFIX_YEARLY = '/yr'

const FREE: PriceText = { text: 'Free', old: null, note: null, free: true }

/** The text after the amount. The payment filter uses the same words: one-time, per license, per agent. */
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

/** The number of trial days of a price. One-time prices are paid at once, so they have no trial. */
export const trialDaysOf = (cycle: BillingCycle | 'hourly', named: number): number => (cycle === 'pay-once' ? 0 : named)

const trialNote = (trialDays: number): string | null => (trialDays > 0 ? `${trialDays}-day free trial` : null)

/**
 * Cents as dollars: "$12", "$12.50", "$1,234.50"; zero decimals are left out. A negative amount is a credit: "-$5". Throws a RangeError for
 * anything but whole cents. Without Intl, so that server and browser give the same text.
 */
export const formatDollars = (cents: number): string => {
  const amount = Math.abs(cents)
  assertCents(amount)
  const dollars = String(divideDown(amount, 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = amount % 100
  return `${cents < 0 ? '-' : ''}$${dollars}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** The price of a year in cents: 85 % of twelve months, rounded down (docs/product/catalogue.md, Prices). 12 × 0.85 is 51 / 5. */
export const yearlyPrice = (monthlyCents: number): number => divideDown(monthlyCents * 51, 5)

/** A yearly or one-time total as a monthly price: a twelfth, in cents, rounded half up. */
export const monthlyEquivalent = (totalCents: number): number => divideHalfUp(totalCents, 12)

/**
 * The payment on the day of `now`. During a discount `price` is the reduced price, `oldPrice` the price before, and `discountPercent` the
 * discount. Otherwise the payment is unchanged. Null means free and stays null.
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

/** A price in cents, such as a plan's, less the discount that runs on the day of `now`, rounded half up. */
export const effectivePrice = (cents: number, customProps: CustomProps, now: Date): number =>
  discountedPrice(cents, activeDiscount(customProps, now)?.percent ?? 0)

/**
 * The price as text for cards and pages: "Free", "$12/mo per agent", "$12/mo per license", "$49 one-time", "$80/hour", with the original
 * price of a discount (shown struck out) and the trial. Pass the stored payment; this function applies the discount.
 */
export const priceText = (payment: PricedPayment | null, customProps: CustomProps, now: Date): PriceText => {
  const current = effectivePayment(payment, customProps, now)
  if (!current || current.price === 0) return FREE
  const { price, oldPrice, frequency, trialDays } = current
  return {
    text: formatDollars(price) + UNITS[CYCLE_OF[frequency]][pricingTypeOf(current)],
    // A catalogue may contain an old price that is not higher. Striking it out would suggest a discount.
    old: oldPrice !== null && oldPrice > price ? formatDollars(oldPrice) : null,
    note: trialNote(trialDaysOf(CYCLE_OF[frequency], trialDays)),
    free: false,
  }
}

/**
 * The plans of a payment: docs/product/catalogue.md, Prices. A monthly price gives a monthly and a yearly plan, a one-time price one plan, a
 * free or hourly one none. Pass the result of effectivePayment for prices after discounts.
 */
export const plansOf = (payment: PricedPayment | null): PaymentPlan[] => {
  if (!payment || payment.price === 0 || payment.frequency === 'hourly') return []
  const { price, frequency } = payment
  const shared = { pricingType: pricingTypeOf(payment), trialDays: trialDaysOf(CYCLE_OF[frequency], payment.trialDays) }
  if (frequency === 'once') return [{ key: 'once', name: 'One-time', billingCycle: 'pay-once', price, ...shared }]
  return [
    { key: 'monthly', name: 'Monthly', billingCycle: 'pay-monthly', price, ...shared },
    { key: 'yearly', name: 'Yearly', billingCycle: 'pay-yearly', price: yearlyPrice(price), ...shared },
  ]
}

/** The price of a plan as text: "$12/mo per agent", "$122.40/yr per agent", "$49 one-time"; `note` is the trial. */
export const planPriceText = (plan: Pick<PaymentPlan, 'billingCycle' | 'pricingType' | 'price' | 'trialDays'>): PriceText => {
  if (plan.price === 0) return FREE
  const text = formatDollars(plan.price) + UNITS[plan.billingCycle][plan.pricingType]
  return { text, old: null, note: trialNote(plan.trialDays), free: false }
}

/** For comparing prices, an hourly price is multiplied by this number of hours a month. */
const HOURS_A_MONTH = 8

/** The price of a year for a licence with one agent, in cents, for sorting by price: docs/product/catalogue.md, Sorting. Null is free. */
export const comparablePrice = (payment: { price: number; frequency: PaymentFrequency } | null): number => {
  if (!payment) return 0
  if (payment.frequency === 'once') return payment.price
  return payment.price * 12 * (payment.frequency === 'hourly' ? HOURS_A_MONTH : 1)
}

/** The value of the payment filter to which a payment belongs. */
export const paymentFilterOf = (
  payment: { price: number; frequency: PaymentFrequency; perAccount: boolean } | null,
): PaymentFilter => {
  if (!payment || payment.price === 0) return 'free'
  if (payment.frequency === 'hourly') return 'hourly'
  if (payment.frequency === 'once') return 'once'
  return payment.perAccount ? 'monthly-per-account' : 'monthly-per-organization'
}
