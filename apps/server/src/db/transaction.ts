import { withoutNetwork } from '../core/no-network.ts'
import type { Database } from './client.ts'

/** An open transaction. The pool is not assignable to it, so the compiler refuses the pool where a transaction is needed. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Commits what `work` writes, or rolls back if `work` throws. Ports to the network throw inside it. */
export const inTransaction = <T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  withoutNetwork(() => database.transaction(work))
