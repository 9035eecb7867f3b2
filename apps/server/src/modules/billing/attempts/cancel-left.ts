import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import type { Payments } from '../../../ports/payments.ts'
import { labelOf, NO_ANSWER } from './attempt.ts'
import { endSilence, findSilent } from './repository.ts'

const AT_ONCE = 50

/**
 * Cancels authorizations that may exist although the provider did not answer and the attempts were given up. They are never captured and
 * would expire after days, but cancelling them frees the buyer's money sooner. Failed calls are repeated by the next run.
 */
export const cancelLeft = async (
  { database, payments, clock }: { database: Database; payments: Payments; clock: Clock },
  signal: AbortSignal,
): Promise<void> => {
  for (const attempt of await findSilent(database, clock.now(), AT_ONCE)) {
    if (signal.aborted) return
    const { id, customerId, createdAt: since } = attempt
    if (customerId !== null) {
      const found = await payments.findIntents({ customerId, since, metadata: labelOf(attempt) })
      if (found.kind !== 'succeeded') return
      for (const intent of found.value.filter(({ state }) => state !== 'canceled')) {
        const outcome = await payments.cancel(intent.id, `${id}:cancel:${intent.id}`)
        if (outcome.kind === 'unknown') return
      }
    }
    await endSilence(database, id, NO_ANSWER)
  }
}
