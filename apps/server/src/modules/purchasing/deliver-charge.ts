import { ApiError } from '../../core/api-error.ts'
import type { OrganizationId } from '../../core/caller.ts'
import { inSavepoint, type Transaction } from '../../db/transaction.ts'
import {
  type ChargeRecord,
  moveCharge,
  startEntitlement,
  startTrial,
  takeBackEntitlement,
  tellOfCharge,
} from '../charges/index.ts'
import type { Member } from '../clients/index.ts'
import { installForPurchase, takeBackInstalls } from '../installs/index.ts'
import type { TellApplication } from '../webhooks/index.ts'
import type { DeliveryDependencies } from './dependencies.ts'

/** A purchase could not be delivered: its savepoint is rolled back, and nothing is captured for it. */
export class NotDelivered extends Error {}

/** Runs a delivery in a savepoint. False if the delivery was refused; then nothing of it was written. */
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
 * Delivers a charge: its trial, the right to use the application, and the install. A charge that an application created itself is delivered
 * by that application. Throws NotDelivered, or the error that refuses the install.
 */
export const deliverCharge = async (
  transaction: Transaction,
  dependencies: DeliveryDependencies,
  charge: ChargeRecord,
  { buyer, at, agents = null }: { buyer: Member; at: Date; agents?: string[] | null },
): Promise<void> => {
  if (charge.kind === 'recurrent_charge' && charge.trialDays > 0 && !(await startTrial(transaction, charge, at)))
    throw new NotDelivered('the trial is used up')
  if (!(await startEntitlement(transaction, charge, { who: buyer, at }))) throw new NotDelivered('it was bought meanwhile')
  if (charge.planId === null || charge.applicationId === null) return
  await installForPurchase(transaction, dependencies, { buyer, applicationId: charge.applicationId, at, agents })
}

/** Takes back everything that was delivered for charges whose payment failed. */
export const takeBackCharges = async (
  transaction: Transaction,
  tellApplication: TellApplication,
  charges: readonly ChargeRecord[],
  { organizationId, at }: { organizationId: OrganizationId; at: Date },
): Promise<void> => {
  const done = { who: null, at }
  const installs: { applicationId: string; installedAt: Date }[] = []
  for (const charge of charges) {
    // The charge may have been cancelled meanwhile.
    if (charge.state === 'processed') {
      if (charge.kind === 'recurrent_charge') await moveCharge(transaction, charge, 'refuse', done)
      else await moveCharge(transaction, charge, 'refuse', done)
    }
    const entitledSince = await takeBackEntitlement(transaction, charge, done)
    // An install from before the purchase is kept.
    if (entitledSince && charge.applicationId !== null)
      installs.push({ applicationId: charge.applicationId, installedAt: entitledSince })
  }
  await takeBackInstalls(transaction, { tellApplication }, { organizationId, installs, at })
  for (const charge of charges)
    await tellOfCharge(transaction, tellApplication, charge, { event: 'payment_declined', accountId: null, at })
}
