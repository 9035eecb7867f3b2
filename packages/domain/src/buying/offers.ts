import type { CustomProps, Payment } from '@marketplace/contracts/catalogue/schemas'
import type { BillingCycle, PaymentFrequency, PricingType } from '@marketplace/contracts/core/enumerations'
import { effectivePrice } from '../pricing.ts'
import { MAX_PRICE, MAX_QUANTITY } from './quote.ts'
import { seatPrice } from './tiers.ts'

/** A plan that can be bought, at its price in the catalogue: cents for one seat or licence and cycle. */
export type Offer = { id: string; billingCycle: BillingCycle; pricingType: PricingType; priceCents: number }

/** What decides the price of an application's plans. */
export type Priced = { payment: Payment | null; customProps: CustomProps }

const CYCLE: Readonly<Record<PaymentFrequency, BillingCycle | null>> = {
  once: 'pay-once',
  monthly: 'pay-monthly',
  hourly: null,
}

/** How many are bought of a plan by a licence with so many seats. */
export const quantityOf = ({ pricingType }: Pick<Offer, 'pricingType'>, seats: number): number =>
  pricingType === 'per-agent' ? seats : 1

/** What one seat or licence costs on the day of `at`: the plan's price less the discount of that day, then less the tier of so many seats. */
export const unitPriceOf = (plan: Offer, { payment, customProps }: Priced, seats: number, at: Date): number => {
  const today = effectivePrice(plan.priceCents, customProps, at)
  return plan.pricingType === 'per-agent' ? seatPrice(today, seats, payment?.tiersPricingConfig ?? null) : today
}

/** Whether a licence with so many seats can buy the plan at all. */
const isSellable = (plan: Offer, seats: number): boolean =>
  plan.priceCents > 0 && plan.priceCents <= MAX_PRICE && quantityOf(plan, seats) <= MAX_QUANTITY

/** The plans that a licence with so many seats can buy; none of an application that is free or paid by the hour. */
export const sellablePlans = <P extends Offer>(plans: readonly P[], { payment }: Pick<Priced, 'payment'>, seats: number): P[] =>
  payment === null || payment.price === 0 || payment.frequency === 'hourly' ? [] : plans.filter((plan) => isSellable(plan, seats))

/**
 * The plan that an application's price describes, for somebody who names none: the same cycle, seats and price, or as many of these as a
 * plan has. Null without plans.
 */
export const describedPlan = <P extends Offer>(plans: readonly P[], payment: Payment | null): P | null => {
  if (payment === null) return null
  const likeness = ({ billingCycle, pricingType, priceCents }: P): number =>
    (billingCycle === CYCLE[payment.frequency] ? 4 : 0) +
    ((pricingType === 'per-agent') === payment.perAccount ? 2 : 0) +
    (priceCents === payment.price ? 1 : 0)
  return plans.toSorted((a, b) => likeness(b) - likeness(a))[0] ?? null
}
