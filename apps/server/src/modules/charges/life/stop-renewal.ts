import type { OrganizationId } from '../../../core/caller.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { endEarlier } from '../entitlements/repository.ts'
import { moveCharge } from './move-charge.ts'
import type { Done, RecurrentRecord } from '../records/records.ts'
import { lockUnendedOf } from '../records/repository.ts'

/**
 * Cancels every recurrent charge of an application, so that none renews. Paid periods last to their end. If a first payment waits for the
 * bank, nothing is captured for it afterwards. Returns the cancelled charges. Throws PAYMENT_RUNNING while money for one of them is being
 * captured.
 */
export const stopRenewal = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  applicationId: string,
  done: Done,
): Promise<RecurrentRecord[]> => {
  return cancelAll(transaction, await lockUnendedOf(transaction, organizationId, applicationId), done)
}

const cancelAll = async (
  transaction: Transaction,
  charges: readonly RecurrentRecord[],
  done: Done,
): Promise<RecurrentRecord[]> => {
  const cancelled: RecurrentRecord[] = []
  for (const charge of charges) cancelled.push(await moveCharge(transaction, charge, 'cancel', done))
  return cancelled
}

/**
 * As stopRenewal, for charges that the application created itself. Charges for its plans are left out, because the organization may be
 * buying a plan again.
 */
export const stopOwnCharges = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  applicationId: string,
  done: Done,
): Promise<RecurrentRecord[]> => {
  const charges = await lockUnendedOf(transaction, organizationId, applicationId)
  return cancelAll(
    transaction,
    charges.filter(({ planId }) => planId === null),
    done,
  )
}

/**
 * Ends everything that has to end with an uninstall: every recurrent charge of the application, and the free right from before it had a
 * price. Paid periods last to their end. `freeEnded`: whether there was such a free right.
 */
export const stopPaying = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  applicationId: string,
  done: Done,
): Promise<{ cancelled: RecurrentRecord[]; freeEnded: boolean }> => {
  const cancelled = await stopRenewal(transaction, organizationId, applicationId, done)
  const freeEnded = await endEarlier(transaction, organizationId, applicationId, done.at)
  if (freeEnded)
    await recordAudit(transaction, {
      action: 'entitlement.ended',
      at: done.at,
      who: done.who ?? { accountId: null, organizationId },
      subject: applicationId,
      details: { source: 'earlier' },
    })
  return { cancelled, freeEnded }
}
