import { newId } from '../../../core/ids.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import type { ChargeRecord, Done } from '../records.ts'
import {
  changeEntitlementOf,
  endOverdue,
  findEntitlement,
  findTrialCharge,
  insertEntitlement,
  insertTrial,
  isLiveOfCharge,
} from './repository.ts'

const nobody = (organizationId: string) => ({ accountId: null, organizationId })

/** Whether the organization may install and use a paid application now. Not while its charge is frozen. */
export const isEntitled = async (
  database: Queryable,
  organizationId: string,
  applicationId: string,
  at: Date,
): Promise<boolean> => {
  const found = await findEntitlement(database, organizationId, applicationId, at)
  return found !== null && !found.paymentNeeded
}

/**
 * Gives the organization the right to use the application of a plan's charge. False if it has that right already from another purchase,
 * also from a simultaneous one: then nothing may be captured for this one. A charge that an application created itself gives no right, and
 * true.
 */
export const startEntitlement = async (transaction: Transaction, charge: ChargeRecord, { who, at }: Done): Promise<boolean> => {
  const { id, kind, organizationId, applicationId, planId } = charge
  if (applicationId === null || planId === null) return true
  await endOverdue(transaction, organizationId, applicationId, at)
  const entitlement = { id: newId(), organizationId, applicationId, source: kind, chargeId: id, startsAt: at }
  if (!(await insertEntitlement(transaction, entitlement)))
    return isLiveOfCharge(transaction, { id, organizationId, applicationId })
  await recordAudit(transaction, {
    action: 'entitlement.started',
    at,
    who: who ?? nobody(organizationId),
    subject: applicationId,
    details: { charge: id },
  })
  return true
}

/** Ends the right that a charge gave at once, as when a purchase is rolled back. False if it gave none that lasts. */
export const endEntitlement = async (
  transaction: Transaction,
  { id, organizationId }: Pick<ChargeRecord, 'id' | 'organizationId'>,
  { who, at }: Done,
): Promise<boolean> => {
  const ended = await changeEntitlementOf(transaction, id, { endedAt: at })
  if (!ended) return false
  await recordAudit(transaction, {
    action: 'entitlement.ended',
    at,
    who: who ?? nobody(organizationId),
    subject: ended.applicationId,
    details: { charge: id },
  })
  return true
}

/** Whether the organization had a trial of the application, with any plan. It gets no other. */
export const hadTrial = async (database: Queryable, organizationId: string, applicationId: string): Promise<boolean> =>
  (await findTrialCharge(database, organizationId, applicationId)) !== null

/**
 * Uses up the organization's trial of the application for this charge. False if another charge has used it, also a simultaneous one. True
 * again for the same charge. A charge without an application has nothing that could be used up.
 */
export const startTrial = async (
  transaction: Transaction,
  { id, organizationId, applicationId }: ChargeRecord,
  at: Date,
): Promise<boolean> => {
  if (applicationId === null) return true
  await insertTrial(transaction, { organizationId, applicationId, chargeId: id, startedAt: at })
  return (await findTrialCharge(transaction, organizationId, applicationId)) === id
}
