import { AGREED_DAYS } from '@marketplace/domain/buying/charge-states'
import { addUtcDays } from '@marketplace/domain/dates'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { TellApplication } from '../../webhooks/index.ts'
import { moveCharge } from '../life/move-charge.ts'
import { tellOfCharge } from '../life/tell-charge.ts'
import { findAgreedUntil, lockAgreedUntil } from './repository.ts'

/**
 * Ends the charges that were accepted more than AGREED_DAYS ago and not activated since, and tells their applications. An agreement would
 * otherwise let an application charge a buyer who has long forgotten it: docs/decisions/0062. Several processes may run it at once.
 */
export const endAgreed = async (
  dependencies: { database: Database; clock: Clock; tellApplication: TellApplication },
  signal: AbortSignal,
): Promise<void> => {
  const { database, clock, tellApplication } = dependencies
  const at = clock.now()
  const until = addUtcDays(at, -AGREED_DAYS)
  const errors: unknown[] = []
  for (const { kind, id } of await findAgreedUntil(database, until)) {
    if (signal.aborted) return
    try {
      await inTransaction(database, async (transaction) => {
        const charge = await lockAgreedUntil(transaction, { kind, id }, until)
        if (!charge) return
        const ended = await moveCharge(transaction, charge, 'expire', { who: null, at })
        await tellOfCharge(transaction, tellApplication, ended, { event: 'payment_declined', accountId: null, at })
      })
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} agreements could not be ended`)
}
