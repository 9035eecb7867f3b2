import { periodStart } from '@marketplace/domain/buying/periods'
import { isTooSmall } from '@marketplace/domain/buying/quote'
import { settledThrough, unsettledPeriods } from '@marketplace/domain/buying/renewal'
import { taxOf } from '@marketplace/domain/buying/tax'
import { ApiError } from '../../../core/api-error.ts'
import { inSavepoint, type Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { buyerPlaceOf, startAttempt, taxFor } from '../../billing/index.ts'
import { seenBy } from '../agreement/agreed-rate.ts'
import type { RecurrentRecord } from '../records/records.ts'
import { changeRecurrent } from '../records/repository.ts'
import type { TellDependencies } from './dependencies.ts'
import { moveCharge } from '../life/move-charge.ts'
import { failRenewal, freezeCharge } from './fail-renewal.ts'
import { insertPeriod, type NewPeriod } from '../life/repository.ts'
import { findPlan, findRenewed, findSettledAfter } from './repository.ts'

/** The live attempt determines the next step. In case it is lost, the charge is checked again after this time (ms). */
export const LOOK_AGAIN_MS = 3_600_000

export const scheduleOf = ({ id, anchorAt, months }: RecurrentRecord) => {
  if (anchorAt === null) throw new Error(`the periods of charge ${id} have not begun`)
  return { anchor: anchorAt, months }
}

/** Records periods that are not charged, and moves on to the first period that is neither charged nor waived. */
export const waivePeriods = async (
  transaction: Transaction,
  charge: RecurrentRecord,
  periods: readonly number[],
  reason: NonNullable<NewPeriod['reason']>,
  at: Date,
): Promise<RecurrentRecord> => {
  if (periods.length === 0) return charge
  const schedule = scheduleOf(charge)
  for (const index of periods)
    await insertPeriod(transaction, {
      chargeId: charge.id,
      index,
      startsAt: periodStart(schedule, index),
      endsAt: periodStart(schedule, index + 1),
      outcome: 'waived',
      reason,
      settledAt: at,
    })
  await recordAudit(transaction, {
    action: 'charge.periods-waived',
    at,
    who: { accountId: null, organizationId: charge.organizationId },
    subject: charge.id,
    details: { reason, periods: periods.map(String) },
  })
  return goOn(transaction, charge, at)
}

/** Moves a charge to its first unsettled period. The charge is due when that period begins. */
export const goOn = async (transaction: Transaction, charge: RecurrentRecord, at: Date): Promise<RecurrentRecord> => {
  const settled = await findSettledAfter(transaction, charge.id, charge.settledPeriod)
  const settledPeriod = settledThrough(charge.settledPeriod, settled)
  const dueAt = periodStart(scheduleOf(charge), settledPeriod + 1)
  return changeRecurrent(transaction, charge, { settledPeriod, dueAt, updatedAt: at })
}

/** Applies a change of plan or seats that was scheduled for this period, at the price that the buyer was shown. */
const applyScheduled = async (transaction: Transaction, charge: RecurrentRecord, at: Date): Promise<RecurrentRecord> => {
  const { scheduled, applicationId } = charge
  if (!scheduled) return charge
  const plan = await findPlan(transaction, scheduled.planId)
  const application = applicationId === null ? null : await findRenewed(transaction, applicationId)
  if (!plan || !application) return changeRecurrent(transaction, charge, { scheduled: null, updatedAt: at })
  return changeRecurrent(transaction, charge, {
    ...scheduled,
    name: `${application.name}, ${plan.name}`,
    perAccount: plan.pricingType === 'per-agent',
    scheduled: null,
    updatedAt: at,
  })
}

/** The price of a period of the charge, tax included, at the tax rate of the organization's address. */
export const costOf = async (
  transaction: Transaction,
  { organizationId, price, quantity }: RecurrentRecord,
  at: Date,
): Promise<{ total: number; taxRate: number }> => {
  const { rate } = await taxFor(transaction, await buyerPlaceOf(transaction, organizationId, {}), at)
  const net = price * quantity
  return { total: net + taxOf(net, rate), taxRate: rate }
}

/**
 * Waives a period that costs less than the provider can charge, and the periods before it that passed while the charge was frozen. The
 * charge becomes active again, because nothing is owed. Such charges are not sold, but an older charge, or a lower tax, can have such a
 * period.
 */
const waiveSmall = async (transaction: Transaction, charge: RecurrentRecord, period: number, at: Date): Promise<void> => {
  const settled = await findSettledAfter(transaction, charge.id, charge.settledPeriod)
  const unsettled = unsettledPeriods(scheduleOf(charge), { last: charge.settledPeriod, settled }, at)
  const passed = unsettled.filter((index) => index < period)
  const left = await waivePeriods(transaction, charge, passed, 'frozen', at)
  const active = left.state === 'active' ? left : await moveCharge(transaction, left, 'pay', { who: null, at })
  await waivePeriods(transaction, active, [period], 'too-small', at)
}

/**
 * Starts the payment of a period of a locked charge. The process that resumes attempts continues it after the commit. Without a card the
 * renewal has failed already, and a trial that ends is frozen. With `payer` a person is present who can answer the bank: errors are
 * thrown, nothing else changes, and the attempt's id is returned. Throws PRICE_CHANGED if the payer has seen
 * another total than the period costs; `said` is the total that the client says it has shown. A period of 1 to 49 cents is waived, and null is
 * returned.
 */
export const startRenewal = async (
  transaction: Transaction,
  dependencies: TellDependencies,
  charge: RecurrentRecord,
  period: number,
  { at, payer = null, said }: { at: Date; payer?: string | null; said?: number | undefined },
): Promise<string | null> => {
  const renewed = charge.firstFailedAt === null ? await applyScheduled(transaction, charge, at) : charge
  const { total, taxRate } = await costOf(transaction, renewed, at)
  if (isTooSmall(total)) {
    await waiveSmall(transaction, renewed, period, at)
    return null
  }
  if (payer !== null && !(await seenBy(transaction, renewed, { accountId: payer, said }))(total))
    throw new ApiError('PRICE_CHANGED')
  const attempt = {
    organizationId: renewed.organizationId,
    accountId: payer,
    subject: { kind: 'renewal', id: `${renewed.id}:${period}` },
    amount: total,
    taxRate,
    description: renewed.name,
    savesCard: true,
    ownerAway: payer === null,
  } as const
  if (payer !== null) return (await startAttempt(transaction, attempt, at)).id
  try {
    await inSavepoint(transaction, (savepoint) => startAttempt(savepoint, attempt, at))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'CARD_NEEDED') {
      const inTrial = renewed.settledPeriod < 0 && renewed.trialEndsAt !== null && renewed.firstFailedAt === null
      if (inTrial && renewed.state === 'active') await freezeCharge(transaction, dependencies, renewed, at)
      else await failRenewal(transaction, dependencies, renewed, 'final', at)
      return null
    }
    if (error.code !== 'PAYMENT_RUNNING') throw error
  }
  // A frozen charge is only due for its cancellation, and a retry does not postpone that.
  if (renewed.state !== 'frozen') await changeRecurrent(transaction, renewed, { dueAt: new Date(at.getTime() + LOOK_AGAIN_MS) })
  return null
}
