import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Payments } from '../../../ports/payments.ts'
import type { SendJob } from '../../jobs/index.ts'
import { findCardHolder } from './repository.ts'
import { storeChangedCard } from './save-card.ts'

/**
 * What to do when the provider tells that a bank has changed a card, such as its expiry: read it there, and store it. It throws if that cannot be
 * done now, so that the provider tells again later.
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
