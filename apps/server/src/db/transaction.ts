import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { withoutNetwork } from '../core/no-network.ts'
import type { Database } from './client.ts'
import { withLockOrder } from './locks.ts'

/** An open transaction. The pool is not assignable to it, so the compiler refuses the pool where a transaction is needed. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Commits what `work` writes, or rolls it back if `work` throws. Inside it no port reaches the network, and locks are taken in one order. */
export const inTransaction = <T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> => withoutNetwork(() => withLockOrder(() => database.transaction(work, config)))

/** As a part of an open transaction: what `work` writes is rolled back alone if it throws. */
export const inSavepoint = <T>(transaction: Transaction, work: (savepoint: Transaction) => Promise<T>): Promise<T> =>
  transaction.transaction(work)
