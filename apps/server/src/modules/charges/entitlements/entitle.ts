import { paidUntil } from '@marketplace/domain/buying/paid-until'
import type { OrganizationId } from '../../../core/caller.ts'
import { newId } from '../../../core/ids.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import type { ChargeRecord, Done } from '../records/records.ts'
import {
  changeEntitlementOf,
  deleteTrialOf,
  endOverdue,
  findRight,
  findTrialCharge,
  insertEarlier,
  insertEntitlement,
  insertTrial,
  isLiveOfCharge,
} from './repository.ts'

const nobody = (organizationId: OrganizationId) => ({ accountId: null, organizationId })

/** An organization's purchase of an application. */
export type EntitledPurchase = {
  /** Whether a payment is missing. Until it is made, the application cannot be used. */
  paymentNeeded: boolean
  once: boolean
  /** The end of the paid period or the trial; null if the purchase does not end. */
  until: Date | null
  renews: boolean
}

/** An organization's current purchase of an application; null if it has none. */
export const readPurchase = async (
  database: Queryable,
  organizationId: OrganizationId,
  applicationId: string,
  at: Date,
): Promise<EntitledPurchase | null> => {
  const right = await findRight(database, organizationId, applicationId, at)
  if (!right) return null
  const { entitlement, charge } = right
  return {
    paymentNeeded: charge?.state === 'frozen',
    once: entitlement.source === 'direct_charge',
    until: entitlement.endsAt ?? (charge && paidUntil(charge)),
    renews: charge?.state === 'active' || charge?.state === 'past_due',
  }
}

/** Whether the organization may install and use a paid application now. False while its charge is frozen. */
export const isEntitled = async (
  database: Queryable,
  organizationId: OrganizationId,
  applicationId: string,
  at: Date,
): Promise<boolean> => (await readPurchase(database, organizationId, applicationId, at))?.paymentNeeded === false

/**
 * Gives every organization that installed an application before it had a price the right to use it free of charge. Returns how many got it,
 * at most `limit`.
 */
export const keepEarlierInstalls = async (transaction: Transaction, at: Date, limit: number): Promise<number> => {
  const kept = await insertEarlier(transaction, at, limit)
  for (const { organizationId, applicationId } of kept)
    await recordAudit(transaction, {
      action: 'entitlement.started',
      at,
      who: nobody(organizationId),
      subject: applicationId,
      details: { source: 'earlier' },
    })
  return kept.length
}

/**
 * Gives the organization the right to use the application of a plan's charge. Returns false if it already has that right from another
 * purchase, even a simultaneous one: then nothing may be captured for this charge. A charge that an application created itself gives no
 * right, and the result is true.
 */
export const startEntitlement = async (transaction: Transaction, charge: ChargeRecord, { who, at }: Done): Promise<boolean> => {
  const { id, kind, organizationId, applicationId, planId } = charge
  if (applicationId === null || planId === null) return true
  const entitlement = { id: newId(), organizationId, applicationId, source: kind, chargeId: id, startsAt: at }
  const isNew =
    (await insertEntitlement(transaction, entitlement)) ||
    ((await endOverdue(transaction, organizationId, applicationId, at)) && (await insertEntitlement(transaction, entitlement)))
  if (!isNew) return isLiveOfCharge(transaction, { id, organizationId, applicationId })
  await recordAudit(transaction, {
    action: 'entitlement.started',
    at,
    who: who ?? nobody(organizationId),
    subject: applicationId,
    details: { charge: id },
  })
  return true
}

const auditEnd = (
  transaction: Transaction,
  { id, organizationId }: Pick<ChargeRecord, 'id' | 'organizationId'>,
  applicationId: string,
  { who, at }: Done,
): Promise<void> =>
  recordAudit(transaction, {
    action: 'entitlement.ended',
    at,
    who: who ?? nobody(organizationId),
    subject: applicationId,
    details: { charge: id },
  })

/**
 * Ends the right that a charge gave, at once, for example when a purchase is rolled back. False if the charge gave no right, or if the
 * right has already ended.
 */
export const endEntitlement = async (
  transaction: Transaction,
  { id, organizationId }: Pick<ChargeRecord, 'id' | 'organizationId'>,
  { who, at }: Done,
): Promise<boolean> => {
  const ended = await changeEntitlementOf(transaction, id, { endedAt: at })
  if (!ended) return false
  await auditEnd(transaction, { id, organizationId }, ended.applicationId, { who, at })
  return true
}

/** Whether the organization had a trial of the application with any plan. It gets only one. */
export const hadTrial = async (database: Queryable, organizationId: OrganizationId, applicationId: string): Promise<boolean> =>
  (await findTrialCharge(database, organizationId, applicationId)) !== null

/**
 * Uses up the organization's trial of the application for this charge. False if another charge has used it, even a simultaneous one; true
 * if this charge has used it already. Also true for a charge without an application, for which there is no trial to use up.
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

/**
 * Takes back what a charge gave, because its purchase is rolled back: the right to use the application, and the trial. Returns the instant
 * at which the right began; null if there was none.
 */
export const takeBackEntitlement = async (
  transaction: Transaction,
  charge: Pick<ChargeRecord, 'id' | 'organizationId'>,
  { who, at }: Done,
): Promise<Date | null> => {
  await deleteTrialOf(transaction, charge.id)
  const ended = await changeEntitlementOf(transaction, charge.id, { endedAt: at })
  if (!ended) return null
  await auditEnd(transaction, charge, ended.applicationId, { who, at })
  return ended.startsAt
}
