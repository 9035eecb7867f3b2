import type { Database } from '../../../db/client.ts'
import type { Payments } from '../../../ports/payments.ts'
import { findCardHolder } from './repository.ts'

/**
 * Detaches a replaced card from its customer at the provider, so that it cannot be charged. If that fails, it rejects, so that the job is
 * repeated.
 */
export const detachReplaced = async (
  { database, payments }: { database: Database; payments: Payments },
  cardId: string,
  run: string,
): Promise<void> => {
  if ((await findCardHolder(database, cardId)) !== null) return
  const outcome = await payments.detachCard(cardId, `detach:${cardId}:${run}`)
  // A refusal means that the provider no longer knows the card, so it cannot be charged either.
  if (outcome.kind === 'unknown')
    throw new Error(`the payment provider did not say whether a card was detached: ${outcome.reason}`)
}
