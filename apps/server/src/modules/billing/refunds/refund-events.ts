import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { PaymentOutcome, Payments } from '../../../ports/payments.ts'
import { bookDispute, bookProviderRefund } from './book-at-provider.ts'

/** Null if the provider does not know the object. Then asking again would change nothing. */
const valueOf = <T>(outcome: PaymentOutcome<T>, id: string): T | null => {
  if (outcome.kind === 'succeeded') return outcome.value
  if (outcome.kind === 'refused' && outcome.code === 'resource_missing') return null
  throw new Error(`${id} could not be read: ${outcome.kind === 'unknown' ? outcome.reason : outcome.code}`)
}

/**
 * Handlers for webhooks about refunds and disputes: they read the object at the provider and book it. They throw if that is not possible
 * now, so that the provider sends the webhook again later.
 */
export const refundEvents = ({
  database,
  payments,
  clock,
}: {
  database: Database
  payments: Pick<Payments, 'readRefund' | 'readDispute'>
  clock: Clock
}): Record<'refund' | 'dispute', (id: string) => Promise<void>> => ({
  refund: async (id) => {
    const refund = valueOf(await payments.readRefund(id), id)
    if (refund) await inTransaction(database, (transaction) => bookProviderRefund(transaction, refund, clock.now()))
  },
  dispute: async (id) => {
    const dispute = valueOf(await payments.readDispute(id), id)
    if (dispute) await inTransaction(database, (transaction) => bookDispute(transaction, dispute, clock.now()))
  },
})
