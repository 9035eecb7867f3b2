import type { Database } from '../../../db/client.ts'
import type { Payments } from '../../../ports/payments.ts'
import { isCardInUse } from './repository.ts'

/** Takes a card that was replaced away from its customer at the provider, so that nothing can be charged to it. Rejects to be run again. */
export const detachReplaced = async (
  { database, payments }: { database: Database; payments: Payments },
  cardId: string,
  run: string,
): Promise<void> => {
  if (await isCardInUse(database, cardId)) return
  const outcome = await payments.detachCard(cardId, `detach:${cardId}:${run}`)
  // Refused: the provider no longer knows it, so nobody can charge it either.
  if (outcome.kind === 'unknown')
    throw new Error(`the payment provider did not say whether a card was detached: ${outcome.reason}`)
}
