import { paidUntil } from '@marketplace/domain/buying/paid-until'
import { monthsOf } from '@marketplace/domain/buying/quote'
import { newId } from '../../../core/ids.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { endEntitlement, startEntitlement } from '../entitlements/entitle.ts'
import { moveCharge } from '../life/move-charge.ts'
import { tellOfCharge } from '../life/tell-charge.ts'
import type { RecurrentRecord } from '../records/records.ts'
import { changeRecurrent, insertCharge } from '../records/repository.ts'
import type { TellDependencies } from './dependencies.ts'
import { findPlan, findRenewed } from './repository.ts'

/** Whether a plan of another length is scheduled for the next period. */
export const isToBeReplaced = async (transaction: Transaction, { scheduled, months }: RecurrentRecord): Promise<boolean> => {
  const plan = scheduled && (await findPlan(transaction, scheduled.planId))
  return plan ? monthsOf(plan.billingCycle) !== months : false
}

/**
 * Begins a plan of another length at the end of the paid period. Periods are counted from an anchor, so this is a new charge, which takes
 * over the right to use the application. Its first period is due at once, like a renewal.
 */
export const replaceCharge = async (
  transaction: Transaction,
  { tellApplication }: TellDependencies,
  charge: RecurrentRecord,
  at: Date,
): Promise<RecurrentRecord> => {
  const { scheduled, applicationId, id: replacesId } = charge
  const plan = scheduled && (await findPlan(transaction, scheduled.planId))
  const months = plan && monthsOf(plan.billingCycle)
  const application = applicationId === null ? null : await findRenewed(transaction, applicationId)
  const anchorAt = paidUntil(charge)
  if (!plan || !scheduled || !months || !application || !anchorAt)
    throw new Error(`charge ${replacesId} cannot go over to another plan`)
  const done = { who: null, at }
  const ended = await moveCharge(transaction, charge, 'cancel', done)
  await endEntitlement(transaction, ended, done)
  await changeRecurrent(transaction, ended, { archivedAt: at })
  const next = (await insertCharge(transaction, {
    ...charge,
    id: newId(),
    replacesId,
    cartId: null,
    planId: plan.id,
    name: `${application.name}, ${plan.name}`,
    perAccount: plan.pricingType === 'per-agent',
    quantity: scheduled.quantity,
    price: scheduled.price,
    months,
    trialDays: 0,
    trialEndsAt: null,
    trialEndToldAt: null,
    scheduled: null,
    anchorAt,
    settledPeriod: -1,
    dueAt: anchorAt,
    activatedAt: at,
    createdAt: at,
    updatedAt: at,
  })) as RecurrentRecord
  if (!(await startEntitlement(transaction, next, done))) throw new Error(`charge ${next.id} gives no right`)
  await recordAudit(transaction, {
    action: 'charge.replaced',
    at,
    who: { accountId: null, organizationId: charge.organizationId },
    subject: replacesId,
    details: { by: next.id },
  })
  const told = { accountId: null, at }
  await tellOfCharge(transaction, tellApplication, ended, { ...told, event: 'payment_cancelled' })
  await tellOfCharge(transaction, tellApplication, next, { ...told, event: 'payment_activated' })
  return next
}
