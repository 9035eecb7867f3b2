import { type Change, changeOf, dueWithTax, type PaidPart, seatPriceAfter, type Subscribed } from './change.ts'
import { type Offer, type Priced, quantityOf, unitPriceOf } from './offers.ts'
import type { Period } from './proration.ts'
import { type Amount, MAX_QUANTITY, monthsOf } from './quote.ts'
import { type TaxRate, taxOf } from './tax.ts'

/** A plan of a subscription, with its name on screens. */
export type ChangePlan = Offer & { name: string }
type State = Subscribed & { planName: string; perAccount: boolean }
export type Scheduled = { planId: string; quantity: number; price: number }

/** The facts that determine the price of a change of a subscription, besides the wanted change. */
export type ChangeFacts = {
  plan: ChangePlan
  quantity: number
  price: number
  scheduled: Scheduled | null
  /** The plans that the subscription can change to, and the change that is already scheduled. */
  plans: readonly ChangePlan[]
  application: Priced
  /** The licence's seats: the default for a plan with a price for each agent. */
  seats: number
  /** The current paid period; null in a trial. */
  period: Period | null
  paid: readonly PaidPart[]
  renewsAt: Date
  taxRate: TaxRate
  /** The instant whose prices apply. */
  at: Date
  /** The instant up to which the amount due now is computed. */
  asOf: Date
}

export type ChangeAsked = { planId?: string | undefined; quantity?: number | undefined }

export type ChangeQuote = {
  begins: Change['begins']
  before: State & { each: Amount }
  after: State & { each: Amount }
  now: Amount & { full: number; credit: number }
  next: State & { each: Amount; at: Date }
  /** The change that will be scheduled for the next renewal; null if there is none. */
  scheduled: Scheduled | null
}

const stateOf = (plan: ChangePlan, quantity: number, price: number): State => {
  const months = monthsOf(plan.billingCycle)
  if (months === null) throw new RangeError(`plan ${plan.id} does not renew`)
  return { planId: plan.id, planName: plan.name, perAccount: plan.pricingType === 'per-agent', months, quantity, price }
}

const isSame = (a: Scheduled, b: Scheduled): boolean => a.planId === b.planId && a.quantity === b.quantity

/** The price of a change: docs/product/buying.md, Changes of plan and seats. Null if the wanted plan is not available. */
export const changeQuote = (facts: ChangeFacts, asked: ChangeAsked): ChangeQuote | null => {
  const { plan, plans, application, period, paid, taxRate, at } = facts
  const from = stateOf(plan, facts.quantity, facts.price)
  const target = asked.planId === undefined || asked.planId === plan.id ? plan : plans.find(({ id }) => id === asked.planId)
  if (!target || monthsOf(target.billingCycle) === null) return null
  const seatsOf = (wanted: ChangePlan): number => {
    const kept = from.perAccount ? from.quantity : facts.seats
    return quantityOf(wanted, Math.min(asked.quantity ?? kept, MAX_QUANTITY))
  }
  const priceOf = (wanted: ChangePlan, seats: number): number =>
    wanted.id === plan.id ? seatPriceAfter(plan, application, { from, seats, at }) : unitPriceOf(wanted, application, seats, at)

  const seats = seatsOf(target)
  const to = stateOf(target, seats, seats === from.quantity && target === plan ? from.price : priceOf(target, seats))
  const change = changeOf(from, to, { period, paid, now: facts.asOf })
  const base = change.begins === 'now' ? to : from

  // Without `planId` only the seats change: a scheduled plan stays scheduled, with the newly wanted number of seats.
  const putOff = asked.planId === undefined ? facts.scheduled : null
  const later = putOff === null ? undefined : plans.find(({ id }) => id === putOff.planId)
  const keep = (): State => {
    if (putOff === null || !later) return change.begins === 'renewal' ? to : base
    if (asked.quantity === undefined) return stateOf(later, putOff.quantity, putOff.price)
    if (later.id === plan.id) return change.begins === 'renewal' ? to : base
    const wanted = seatsOf(later)
    return stateOf(later, wanted, wanted === putOff.quantity ? putOff.price : priceOf(later, wanted))
  }
  const next = keep()

  const amountOf = ({ quantity, price }: State): Amount => {
    const net = quantity * price
    const tax = taxOf(net, taxRate)
    return { net, tax, total: net + tax }
  }
  const due = change.begins === 'now' ? change : { full: 0, credit: 0 }
  const { planId, quantity, price } = next
  return {
    begins: change.begins,
    before: { ...from, each: amountOf(from) },
    after: { ...to, each: amountOf(to) },
    now: dueWithTax(due, taxRate),
    next: { ...next, each: amountOf(next), at: facts.renewsAt },
    scheduled: isSame(next, base) ? null : { planId, quantity, price },
  }
}

/** The quote as a text for a checksum: equal quotes give equal texts. */
export const changeText = ({ begins, before, after, now, next, scheduled }: ChangeQuote): string => {
  const shown = ({ planId, months, quantity, price }: Subscribed) => [planId, months, quantity, price]
  const put = scheduled && [scheduled.planId, scheduled.quantity, scheduled.price]
  return JSON.stringify([
    begins,
    shown(before),
    shown(after),
    [now.full, now.credit, now.tax, now.total],
    [...shown(next), next.each.total, next.at.toISOString()],
    put,
  ])
}
