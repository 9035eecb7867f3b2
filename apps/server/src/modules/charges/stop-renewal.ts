import type { Transaction } from '../../db/transaction.ts'
import { moveCharge } from './move-charge.ts'
import type { Done, RecurrentRecord } from './records.ts'
import { lockUnendedOf } from './repository.ts'

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
