import { ApiError } from '../../core/api-error.ts'
import type { OrganizationId } from '../../core/caller.ts'
import { type Locking, lockTogether } from '../../db/locks.ts'
import { inSavepoint, type Transaction } from '../../db/transaction.ts'
import type { Attempt } from '../billing/index.ts'
import {
  type ChargeRecord,
  moveCharge,
  startEntitlement,
  startTrial,
  takeBackEntitlement,
  tellOfCharge,
} from '../charges/index.ts'
import { lockMemberRights, MARKETPLACE_CLIENT, type Member } from '../clients/index.ts'
import { installForPurchase, takeBackInstalls } from '../installs/index.ts'
import type { TellApplication } from '../webhooks/index.ts'
import type { DeliveryDependencies } from './dependencies.ts'

/** Something kept a purchase from being delivered: its savepoint is rolled back, and nothing is captured for it. */
export class NotDelivered extends Error {}

/** False if something refused what `work` delivers; then nothing of it was written. */
export const tryDelivery = async (
  transaction: Transaction,
  work: (savepoint: Transaction) => Promise<void>,
): Promise<boolean> => {
  try {
    await inSavepoint(transaction, work)
    return true
  } catch (error) {
    if (error instanceof NotDelivered || error instanceof ApiError) return false
    throw error
  }
}

/**
 * Locks what decides what the account that pays may do, and after it `also`. Returns the account as it is now; null if it may do nothing for the
 * organization any more.
 */
export const lockBuyer = async (
  transaction: Transaction,
  { organizationId, accountId }: Pick<Attempt, 'organizationId' | 'accountId'>,
  also: readonly Locking[] = [],
): Promise<Member | null> => {
  if (accountId !== null) return lockMemberRights(transaction, { organizationId, accountId, clientId: MARKETPLACE_CLIENT }, also)
  if (also.length > 0) await lockTogether(transaction, also)
  return null
}

/**
 * Gives what a charge is for: its trial, the right to use the application, and the install. What an application charges for by itself is
 * its own to deliver. Throws NotDelivered, or why the application cannot be installed.
 */
export const deliverCharge = async (
  transaction: Transaction,
  dependencies: DeliveryDependencies,
  charge: ChargeRecord,
  { buyer, at, agents = null }: { buyer: Member | null; at: Date; agents?: string[] | null },
): Promise<void> => {
  if (charge.kind === 'recurrent_charge' && charge.trialDays > 0 && !(await startTrial(transaction, charge, at)))
    throw new NotDelivered('the trial is used up')
  if (!(await startEntitlement(transaction, charge, { who: buyer, at }))) throw new NotDelivered('it was bought meanwhile')
  if (charge.planId === null || charge.applicationId === null) return
  if (!buyer) throw new NotDelivered('the buyer has left')
  await installForPurchase(transaction, dependencies, { buyer, applicationId: charge.applicationId, at, agents })
}

/** Takes back everything that charges have delivered whose payment came to nothing. */
export const takeBackCharges = async (
  transaction: Transaction,
  tellApplication: TellApplication,
  charges: readonly ChargeRecord[],
  { organizationId, at }: { organizationId: OrganizationId; at: Date },
): Promise<void> => {
  const done = { who: null, at }
  const installs: { applicationId: string; installedAt: Date }[] = []
  for (const charge of charges) {
    // It may have been cancelled meanwhile.
    if (charge.state === 'processed') {
      if (charge.kind === 'recurrent_charge') await moveCharge(transaction, charge, 'refuse', done)
      else await moveCharge(transaction, charge, 'refuse', done)
    }
    const entitledSince = await takeBackEntitlement(transaction, charge, done)
    // What was installed before the purchase stays.
    if (entitledSince && charge.applicationId !== null)
      installs.push({ applicationId: charge.applicationId, installedAt: entitledSince })
  }
  await takeBackInstalls(transaction, { tellApplication }, { organizationId, installs, at })
  for (const charge of charges)
    await tellOfCharge(transaction, tellApplication, charge, { event: 'payment_declined', accountId: null, at })
}
