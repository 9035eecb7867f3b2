import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Payments } from '../../../ports/payments.ts'
import type { SendJob } from '../../jobs/index.ts'
import { findCardHolder } from './repository.ts'
import { storeChangedCard } from './save-card.ts'

/**
 * Handlers for webhooks about a card that its bank has changed, for example its expiry: they read the card at the provider and store it.
 * They throw if that is not possible now, so that the provider sends the webhook again later.
 */
export const cardEvents = ({
  database,
  payments,
  clock,
  send,
}: {
  database: Database
  payments: Pick<Payments, 'readCard'>
  clock: Clock
  send: SendJob
}): { card: (id: string) => Promise<void> } => ({
  card: async (id) => {
    const organizationId = await findCardHolder(database, id)
    if (organizationId === null) return
    const outcome = await payments.readCard(id)
    if (outcome.kind !== 'succeeded') throw new Error(`the card ${id} could not be read at the payment provider`)
    const { value } = outcome
    await inTransaction(database, (transaction) => storeChangedCard(transaction, send, organizationId, value, clock.now()))
  },
})
