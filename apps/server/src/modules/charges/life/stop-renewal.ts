import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { endEarlier } from '../entitlements/repository.ts'
import { moveCharge } from './move-charge.ts'
import type { Done, RecurrentRecord } from '../records/records.ts'
import { lockUnendedOf } from '../records/repository.ts'

/**
 * Cancels every recurrent charge of an application, so that nothing renews any more; what was paid lasts to the end of its period. Returns
 * the cancelled charges. Throws PAYMENT_RUNNING while one of them is being paid.
 */
export const stopRenewal = async (
  transaction: Transaction,
  organizationId: string,
  applicationId: string,
  done: Done,
): Promise<RecurrentRecord[]> => {
  const charges = await lockUnendedOf(transaction, organizationId, applicationId)
  const cancelled: RecurrentRecord[] = []
  for (const charge of charges) cancelled.push(await moveCharge(transaction, charge, 'cancel', done))
  return cancelled
}

/**
 * What an uninstall ends: every recurrent charge of the application, and the right to use it for free from before it had a price. What was paid
 * lasts to its end. `freeEnded`: whether there was such a right.
 */
export const stopPaying = async (
  transaction: Transaction,
  organizationId: string,
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
