import type { Transaction } from '../../../db/transaction.ts'
import type { TellApplication } from '../../webhooks/index.ts'
import type { ChargeRecord } from '../records/records.ts'

/** The events that the application of a charge receives: docs/product/webhooks.md. */
export type ChargeEvent =
  | { event: 'payment_trialstarted' | 'payment_cancelled' | 'payment_declined' }
  | { event: 'payment_activated' }
  /** `total` in cents, tax included. */
  | { event: 'payment_collected'; total: number }

/**
 * Sends an event about a charge to its application, in the transaction that changed the charge. Call it last, because it locks a row that
 * all events of the application share. `accountId` is null for a change without a person, such as a renewal.
 */
export const tellOfCharge = async (
  transaction: Transaction,
  tell: TellApplication,
  { id, applicationId, organizationId, quantity }: ChargeRecord,
  told: ChargeEvent & { accountId: string | null; at: Date },
): Promise<void> => {
  if (applicationId === null) return
  const { accountId, at } = told
  const about = { applicationId, organizationId, accountId }
  switch (told.event) {
    case 'payment_activated':
      return tell(transaction, { ...about, event: told.event, payload: { paymentID: id, quantity } }, at)
    case 'payment_collected':
      return tell(transaction, { ...about, event: told.event, payload: { paymentID: id, total: told.total } }, at)
    default:
      return tell(transaction, { ...about, event: told.event, payload: { paymentID: id } }, at)
  }
}
