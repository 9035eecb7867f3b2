import type { CustomProps, Payment } from '@marketplace/contracts/catalogue/schemas'
import type { BillingCycle, PaymentFrequency, PricingType } from '@marketplace/contracts/core/enumerations'
import { effectivePrice } from '../pricing.ts'
import { MAX_PRICE, MAX_QUANTITY } from './quote.ts'
import { seatPrice } from './tiers.ts'

/** A plan that can be bought, at its catalogue price: cents for one seat or licence and one cycle. */
export type Offer = { id: string; billingCycle: BillingCycle; pricingType: PricingType; priceCents: number }

/** The fields of an application that decide the prices of its plans. */
export type Priced = { payment: Payment | null; customProps: CustomProps }

const CYCLE: Readonly<Record<PaymentFrequency, BillingCycle | null>> = {
  once: 'pay-once',
  monthly: 'pay-monthly',
  hourly: null,
}

/** The quantity of a plan that a licence with `seats` seats buys. */
export const quantityOf = ({ pricingType }: Pick<Offer, 'pricingType'>, seats: number): number =>
  pricingType === 'per-agent' ? seats : 1

/**
 * The price of one seat or licence on the day of `at`, in cents: the plan's price minus that day's discount, then minus the tier of
 * `seats` seats.
 */
export const unitPriceOf = (plan: Offer, { payment, customProps }: Priced, seats: number, at: Date): number => {
  const today = effectivePrice(plan.priceCents, customProps, at)
  return plan.pricingType === 'per-agent' ? seatPrice(today, seats, payment?.tiersPricingConfig ?? null) : today
}

/**
 * Whether a purchase needs a card: always, except for a trial whose developer does not require one. A coupon that pays the whole first
 * payment makes no difference.
 */
export const needsCard = (trialDays: number, payment: Pick<Payment, 'creditCardRequired'> | null): boolean =>
  trialDays === 0 || (payment?.creditCardRequired ?? true)

/** Whether a licence with `seats` seats can buy the plan. */
const isSellable = (plan: Offer, seats: number): boolean =>
  plan.priceCents > 0 && plan.priceCents <= MAX_PRICE && quantityOf(plan, seats) <= MAX_QUANTITY

/** The plans that a licence with `seats` seats can buy. None if the application is free or paid by the hour. */
export const sellablePlans = <P extends Offer>(plans: readonly P[], { payment }: Pick<Priced, 'payment'>, seats: number): P[] =>
  payment === null || payment.price === 0 || payment.frequency === 'hourly' ? [] : plans.filter((plan) => isSellable(plan, seats))

/**
 * The plan that an application's price describes, for callers that name no plan: the plan whose cycle, pricing type and price are the same,
 * or as many of these as possible. Null if there are no plans.
 */
export const describedPlan = <P extends Offer>(plans: readonly P[], payment: Payment | null): P | null => {
  if (payment === null) return null
  const likeness = ({ billingCycle, pricingType, priceCents }: P): number =>
    (billingCycle === CYCLE[payment.frequency] ? 4 : 0) +
    ((pricingType === 'per-agent') === payment.perAccount ? 2 : 0) +
    (priceCents === payment.price ? 1 : 0)
  return plans.toSorted((a, b) => likeness(b) - likeness(a))[0] ?? null
}
