import { hash } from 'node:crypto'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { ChargeChangePreview } from '@marketplace/contracts/charges/schemas'
import {
  type ChangeAsked,
  type ChangeFacts,
  type ChangeQuote,
  changeQuote,
  changeText,
} from '@marketplace/domain/buying/change-quote'
import { sellablePlans } from '@marketplace/domain/buying/offers'
import { paidSince, paidUntil } from '@marketplace/domain/buying/paid-until'
import { MAX_TOTAL, MIN_TOTAL, monthsOf } from '@marketplace/domain/buying/quote'
import { percentOf } from '@marketplace/domain/buying/tax'
import { effectivePrice } from '@marketplace/domain/pricing'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { refusalByList } from '../../application-rules/index.ts'
import { buyerPlaceOf, readCard, taxFor } from '../../billing/index.ts'
import { findApplication } from '../../catalogue/index.ts'
import { activeLicense } from '../life/active-license.ts'
import type { RecurrentRecord } from '../records/records.ts'
import { isSuspended } from '../renewals/renew-due.ts'
import { findPlan, isBeingPaid } from '../renewals/repository.ts'
import { findPaidParts } from './repository.ts'

export type ChangeRequest = ChangeAsked & {
  product: Product
  /** The instant whose prices apply. */
  at: Date
  /** The instant up to which the amount due at once is computed. */
  asOf: Date
}

export type QuotedChange = {
  quote: ChangeQuote
  facts: ChangeFacts
  taxName: string
  /** The application's name. Charges are named after it. */
  name: string
  checksum: string
}

/** Computes the price of a change of a charge. Throws if the charge cannot be changed. */
export const quoteRecurrentChange = async (
  database: Queryable,
  caller: Caller,
  charge: RecurrentRecord,
  { product, at, asOf, ...asked }: ChangeRequest,
): Promise<QuotedChange> => {
  const { id, state, planId, applicationId, trialEndsAt } = charge
  if (state !== 'active') throw new ApiError('CHARGE_STATE', { state: state.replace('_', ' ') })
  const current = planId === null ? null : await findPlan(database, planId)
  const application = applicationId === null ? undefined : await findApplication(database, applicationId)
  // Charges that an application created itself can be changed by that application only.
  if (!current || !application || (await isSuspended(database, charge, at))) throw new ApiError('NOT_FOR_SALE')
  const { seats } = await activeLicense(database, caller, product, at)
  const until = paidUntil(charge)
  const since = paidSince(charge)
  const inTrial = since === null && trialEndsAt !== null
  // A payment that is due now must be made first.
  if (until === null || until <= at || !(since ?? inTrial) || (await isBeingPaid(database, id)))
    throw new ApiError('PAYMENT_RUNNING')
  const { rate, name: taxName } = await taxFor(database, await buyerPlaceOf(database, caller.organizationId, {}), at)
  const offered = sellablePlans(application.plans, application, asked.quantity ?? charge.quantity)
  const putOff = charge.scheduled && (await findPlan(database, charge.scheduled.planId))
  const plans = [...offered, ...[current, putOff].flatMap((plan) => plan ?? [])]
  const facts: ChangeFacts = {
    plan: current,
    quantity: charge.quantity,
    price: charge.price,
    scheduled: charge.scheduled,
    plans: plans.filter(
      ({ id: one, billingCycle }, index) => monthsOf(billingCycle) && plans.findIndex((each) => each.id === one) === index,
    ),
    application,
    seats,
    period: since && { start: since, end: until },
    paid: since === null ? [] : await findPaidParts(database, id, since),
    renewsAt: until,
    taxRate: rate,
    at,
    asOf,
  }
  const quote = changeQuote(facts, asked)
  if (!quote) throw new ApiError('PLAN_NOT_FOUND')
  if (quote.next.each.net < MIN_TOTAL) throw new ApiError('TOTAL_TOO_SMALL')
  if (quote.next.each.total > MAX_TOTAL) throw new ApiError('TOTAL_TOO_LARGE')
  const signed = JSON.stringify([id, asOf.toISOString(), rate, changeText(quote)])
  return { quote, facts, taxName, name: application.name, checksum: hash('sha256', signed, 'hex') }
}

/** Whether the change buys more of the application. Then the organization's own list must allow it. */
export const buysMore = ({ begins, before, next }: ChangeQuote): boolean => begins === 'now' || next.months > before.months

const present = ({ planId, planName, perAccount, months, quantity, price, each }: ChangeQuote['before']) => ({
  plan_id: planId,
  plan_name: planName,
  per_account: perAccount,
  months,
  quantity,
  price,
  each,
})

const threeMore = (facts: ChangeFacts, { planId }: ChangeAsked, { after, now, next }: ChangeQuote) => {
  if (!after.perAccount) return null
  const more = changeQuote(facts, { planId, quantity: after.quantity + 3 })
  if (!more) return null
  // More seats can reach a cheaper tier, which reduces the price of all seats. That counts as 0.
  return { now: Math.max(0, more.now.total - now.total), each: Math.max(0, more.next.each.total - next.each.total) }
}

/** The prices that a person sees before they confirm a change. */
export const previewChange = async (
  database: Queryable,
  caller: Caller,
  charge: RecurrentRecord,
  asked: ChangeRequest,
): Promise<ChargeChangePreview> => {
  const { quote, facts, taxName, checksum } = await quoteRecurrentChange(database, caller, charge, asked)
  const { begins, before, after, now, next } = quote
  const refusal =
    buysMore(quote) && charge.applicationId !== null
      ? await refusalByList(database, charge.organizationId, charge.applicationId)
      : null
  return {
    as_of: asked.asOf.toISOString(),
    checksum,
    begins,
    before: present(before),
    after: present(after),
    now,
    next: { ...present(next), at: next.at.toISOString() },
    three_more: threeMore(facts, asked, quote),
    tax: { rate: percentOf(facts.taxRate), name: taxName },
    plans: facts.plans.map((plan) => ({
      id: plan.id,
      name: plan.name,
      billingCycle: plan.billingCycle,
      pricingType: plan.pricingType,
      trialDays: 0,
      price: { total: effectivePrice(plan.priceCents, facts.application.customProps, asked.at) },
    })),
    refused: refusal && { code: refusal.code, message: refusal.message },
    card_needed: now.total > 0 && (await readCard(database, caller.organizationId)) === null,
  }
}
