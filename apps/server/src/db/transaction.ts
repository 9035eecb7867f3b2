import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { withoutNetwork } from '../core/no-network.ts'
import type { Database, Queryable } from './client.ts'
import { withLockOrder } from './locks.ts'

/** An open transaction. The pool is not assignable to it, so the compiler refuses the pool where a transaction is needed. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

type Insert<Row> = (transaction: Queryable, rows: Row[]) => Promise<void>

/** The rows that are written before an open transaction or savepoint ends. */
const rowsToCome = new WeakMap<Queryable, Map<Insert<never>, unknown[]>>()

/** Commits what `work` writes, or rolls it back if `work` throws. Inside it no port reaches the network, and locks are taken in one order. */
export const inTransaction = <T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> =>
  withoutNetwork(() =>
    withLockOrder(() =>
      database.transaction(async (transaction) => {
        const toCome = new Map<Insert<never>, unknown[]>()
        rowsToCome.set(transaction, toCome)
        const result = await work(transaction)
        for (const [insert, rows] of toCome) await insert(transaction, rows as never[])
        return result
      }, config),
    ),
  )

/** As a part of an open transaction: what `work` writes is rolled back alone if it throws. */
export const inSavepoint = async <T>(transaction: Transaction, work: (savepoint: Transaction) => Promise<T>): Promise<T> => {
  const toCome = new Map<Insert<never>, unknown[]>()
  const result = await transaction.transaction((savepoint) => {
    rowsToCome.set(savepoint, toCome)
    return work(savepoint)
  })
  for (const [insert, rows] of toCome) for (const row of rows) await insertAtEnd(transaction, insert as Insert<unknown>, row)
  return result
}

/**
 * Adds a row that is not read before the commit. The rows of a transaction with the same `insert` are written by one statement at its end.
 * Outside inTransaction it is written at once.
 */
export const insertAtEnd = async <Row>(database: Queryable, insert: Insert<Row>, row: Row): Promise<void> => {
  const toCome = rowsToCome.get(database)
  if (!toCome) return insert(database, [row])
  const rows = toCome.get(insert)
  if (rows) rows.push(row)
  else toCome.set(insert, [row])
}
