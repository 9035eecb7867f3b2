import type { FastifyInstance } from 'fastify'
import type { AnswerOf, Endpoint } from '@marketplace/contracts/core/endpoint'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'
import { addRoutes, type Call } from '../../http/register-endpoint.ts'
import type { OtherStatus } from '../../http/status-answer.ts'
import { createIdempotencyStore } from './repository.ts'
import { type Json, runOnce } from './run-once.ts'

export type KeyedHandler<E extends Endpoint, Result, Kept extends Json> = {
  /** The work that must not be done twice, in one transaction. */
  write: (transaction: Transaction, call: Call<E>) => Promise<Result>
  /** The data that is stored with the key by the same commit. */
  keeps: (result: Result) => Kept
  /** Makes the answer after the commit. If the process ends before the answer is stored, another process makes it from the stored data. */
  answer: (result: Result | Kept, call: Call<E>) => Promise<AnswerOf<E> | OtherStatus<E>>
  /** Runs after the rollback of a transaction that has failed. */
  failed?: (error: unknown, call: Call<E>) => Promise<void>
}

/**
 * Registers an endpoint that accepts an Idempotency-Key; registerEndpoint refuses those
 * (docs/decisions/0059-a-key-is-stored-with-the-work.md).
 */
export const registerKeyedEndpoint = <E extends Endpoint & { idempotent: true }, Result, Kept extends Json>(
  app: FastifyInstance,
  { database, clock }: { database: Database; clock: Clock },
  endpoint: E,
  { write, keeps, answer, failed }: KeyedHandler<E, Result, Kept>,
): void => {
  const store = createIdempotencyStore(database, clock)
  addRoutes(app, endpoint, async (call) => {
    const answered = await runOnce<Result, Kept>(store, call.request, endpoint.id, {
      write: async (keep) => {
        try {
          return await inTransaction(database, async (transaction) => {
            const result = await write(transaction, call)
            await keep(transaction, keeps(result))
            return result
          })
        } catch (error) {
          await failed?.(error, call)
          throw error
        }
      },
      answer: (result) => answer(result, call),
    })
    return answered as AnswerOf<E> | OtherStatus<E>
  })
}
