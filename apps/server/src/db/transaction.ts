import { type SQL, sql } from 'drizzle-orm'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { withoutNetwork } from '../core/no-network.ts'
import { commitWithNext, type Database, noteSavepoint, type Queryable } from './client.ts'
import { withLockOrder } from './locks.ts'

/** An open transaction. The pool is not assignable to it, so the compiler refuses the pool where a transaction is needed. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** A statement that is not sent yet. */
type Statement = { getSQL: () => SQL }
type Insert<Row> = (database: Queryable, rows: Row[]) => Statement
/** What is written before an open transaction or savepoint ends, in this order. */
type ToCome = ({ insert: Insert<never>; rows: unknown[] } | { statement: Statement; expected?: Expected | undefined })[]

/** How many rows a statement has to change, and which. */
type Expected = { rows: number; of: string }

const toComeOf = new WeakMap<Queryable, ToCome>()

/** Commits what `work` writes, or rolls it back if `work` throws. Inside it no port reaches the network, and locks are taken in one order. */
export const inTransaction = <T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> =>
  withoutNetwork(() =>
    withLockOrder(() =>
      database.transaction(async (transaction) => {
        const toCome: ToCome = []
        toComeOf.set(transaction, toCome)
        const result = await work(transaction)
        if (toCome.length > 0) {
          commitWithNext(transaction)
          await writeAll(transaction, toCome)
        }
        return result
      }, config),
    ),
  )

/** As a part of an open transaction: what `work` writes is rolled back alone if it throws. */
export const inSavepoint = async <T>(transaction: Transaction, work: (savepoint: Transaction) => Promise<T>): Promise<T> => {
  const toCome: ToCome = []
  const result = await transaction.transaction((savepoint) => {
    noteSavepoint(savepoint, transaction)
    toComeOf.set(savepoint, toCome)
    return work(savepoint)
  })
  const outer = toComeOf.get(transaction)
  if (!outer) await writeAll(transaction, toCome)
  else
    for (const each of toCome) {
      if ('insert' in each) for (const row of each.rows) addRow(outer, each.insert, row as never)
      else outer.push(each)
    }
  return result
}

const addRow = <Row>(toCome: ToCome, insert: Insert<Row>, row: Row): void => {
  const same = toCome.find((each) => 'insert' in each && each.insert === insert)
  if (same && 'insert' in same) same.rows.push(row)
  else toCome.push({ insert, rows: [row] })
}

/**
 * Adds a row that is not read before the commit. The rows of a transaction with the same `insert` are written by one statement at its end.
 * Outside inTransaction it is written at once.
 */
export const insertAtEnd = async <Row>(database: Queryable, insert: Insert<Row>, row: Row): Promise<void> => {
  const toCome = toComeOf.get(database)
  if (toCome) addRow(toCome, insert, row)
  else await database.execute(insert(database, [row]).getSQL())
}

/**
 * Writes what is not read before the commit: all that a transaction writes so is one statement at its end, and is seen by none before. So two of
 * them must not change the same row. Throws unless each changes the rows that are expected.
 */
export const writeAtEnd = async (database: Queryable, statement: Statement, expected?: Expected): Promise<void> => {
  const toCome = toComeOf.get(database)
  if (toCome) toCome.push({ statement, expected })
  else await writeAll(database, [{ statement, expected }])
}

/**
 * Sends everything as one statement. The commit goes with it, so it is PostgreSQL that compares how many rows were written: a text that is no
 * number makes the statement fail.
 */
const writeAll = async (database: Queryable, toCome: ToCome): Promise<void> => {
  if (toCome.length === 0) return
  const parts = toCome.map((each, index) => {
    const name = sql.raw(`written_${index}`)
    if ('insert' in each)
      return { written: sql`${name} as (${each.insert(database, each.rows as never[]).getSQL()})`, check: null }
    const written = sql`${name} as (${each.statement.getSQL()} returning 1)`
    if (!each.expected) return { written, check: null }
    const { rows, of } = each.expected
    const check = sql`(select case when count(*) = ${rows} then 1 else (count(*) || ${` rows of ${of}`}::text)::int end from ${name})`
    return { written, check }
  })
  const checks = parts.flatMap(({ check }) => check ?? [])
  await database.execute(
    sql`with ${sql.join(
      parts.map(({ written }) => written),
      sql`, `,
    )} select ${sql.join(checks.length > 0 ? checks : [sql`1`], sql`, `)}`,
  )
}
