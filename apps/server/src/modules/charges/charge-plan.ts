import type { Caller } from '../../core/caller.ts'
import { type CouponValue, isTooSmall, quoteOf } from '@marketplace/domain/buying/quote'
import { taxOf } from '@marketplace/domain/buying/tax'
import { ApiError } from '../../core/api-error.ts'
import { isStorable } from '../../db/storable.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { buyerPlaceOf, findCoupon, taxFor } from '../billing/index.ts'
import { costToday, createChargeForPlan, type PlanPurchase } from './life/create-charge.ts'
import { assertBills, type ChargesDependencies } from './dependencies.ts'
import { moveCharge } from './life/move-charge.ts'
import type { ChargeRecord, Done } from './records/records.ts'
import { changeDirect } from './records/repository.ts'
import { lockOrganization, lockOpenForPlan } from './visible/repository.ts'

/** Withdraws an offer that can no longer be paid, because its price has changed. Nothing was bought, so lists leave it out. */
const withdraw = async (transaction: Transaction, charge: ChargeRecord, done: Done): Promise<void> => {
  const archived = { archivedAt: done.at }
  if (charge.kind === 'recurrent_charge') await moveCharge(transaction, charge, 'cancel', done, archived)
  else await changeDirect(transaction, await moveCharge(transaction, charge, 'decline', done), archived)
}

type Cost = { price: number; quantity: number; trialDays: number }

/** The cents before tax that a coupon takes off the first payment of a plan. Nothing is due in a trial. */
export const discountOf = (
  coupon: CouponValue,
  { billingCycle }: Pick<PlanPurchase['plan'], 'billingCycle'>,
  { price, quantity, trialDays }: Cost,
): number => quoteOf([{ id: '', cycle: billingCycle, unitPrice: price, quantity, trialDays }], coupon, 0).discount

/** The coupon with this code and what it takes off. Throws COUPON_NOT_FOUND, COUPON_EXPIRED, COUPON_USED_UP or TOTAL_TOO_SMALL. */
const readCoupon = async (
  transaction: Transaction,
  code: string,
  { organizationId, plan, at }: Pick<PlanPurchase, 'organizationId' | 'plan' | 'at'>,
  cost: Cost,
): Promise<NonNullable<PlanPurchase['coupon']>> => {
  const coupon = isStorable(code) ? await findCoupon(transaction, code, at) : null
  if (!coupon) throw new ApiError('COUPON_NOT_FOUND')
  if (coupon.refusal) throw new ApiError(coupon.refusal)
  const discount = discountOf(coupon.value, plan, cost)
  const net = cost.price * cost.quantity - discount
  const { rate } = await taxFor(transaction, await buyerPlaceOf(transaction, organizationId, {}), at)
  if (cost.trialDays === 0 && isTooSmall(net + taxOf(net, rate))) throw new ApiError('TOTAL_TOO_SMALL')
  return { code: coupon.code, discount }
}

/**
 * The pending charge of the caller's organization for a plan: the existing one if it has today's price, seats and trial, and this coupon or
 * none, otherwise a new one. A charge never changes, because a person may be looking at it. If its price is outdated, it is withdrawn, also if it was accepted.
 */
export const chargePlan = (
  { database, clock, lockCaller, assertMayBuy }: ChargesDependencies,
  asking: Caller,
  { applicationId, planId, couponCode }: { applicationId: string; planId: string; couponCode: string | null },
): Promise<{ charge: ChargeRecord; isNew: boolean }> =>
  inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    const { organizationId, accountId } = caller
    // Of two simultaneous requests, the second one finds the charge that the first one has created.
    await lockOrganization(transaction, organizationId)
    const open = await lockOpenForPlan(transaction, organizationId, { applicationId, planId })
    const at = clock.now()
    const { application, plans, license } = await assertMayBuy(transaction, caller, applicationId, at)
    assertBills(caller, application.product)
    const plan = plans.find(({ id }) => id === planId)
    if (!plan) throw new ApiError('PLAN_NOT_FOUND')
    const bought = {
      organizationId,
      accountId,
      licenseId: license.id,
      plan,
      application,
      quantity: license.seats,
      cartId: null,
      at,
    }
    const cost = await costToday(transaction, bought)
    const { price, quantity, trialDays } = cost
    const coupon = couponCode === null ? null : await readCoupon(transaction, couponCode, bought, cost)
    const isCurrent = (charge: ChargeRecord) =>
      charge.price === price &&
      charge.quantity === quantity &&
      charge.couponCode === (coupon?.code ?? null) &&
      charge.discount === (coupon?.discount ?? 0) &&
      (charge.kind === 'direct_charge' || charge.trialDays === trialDays)
    for (const charge of open) if (!isCurrent(charge)) await withdraw(transaction, charge, { who: caller, at })
    const current = open.find((charge) => charge.state === 'pending' && isCurrent(charge))
    if (current) return { charge: current, isNew: false }
    return { charge: await createChargeForPlan(transaction, { ...bought, coupon }), isNew: true }
  })
