import { type SQL, sql } from 'drizzle-orm'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { withoutNetwork } from '../core/no-network.ts'
import { commitWithNext, type Database, noteSavepoint, type Queryable, type Transaction } from './client.ts'
import { compiled, type Value } from './compiled.ts'
import { withLockOrder } from './locks.ts'
import { sqlOfWrite, type Write } from './writes.ts'

export type { Transaction } from './client.ts'

/** A statement that is not sent yet. */
type Statement = { getSQL: () => SQL }
type Insert<Row> = (database: Queryable, rows: Row[]) => Statement | Write
/** The writes that are sent before an open transaction or savepoint ends, in this order. */
type ToCome = ({ insert: Insert<never>; rows: unknown[] } | { statement: Statement | Write; expected?: Expected | undefined })[]

/** The number of rows that a statement must change, and their kind, for the error message. `none` makes the error if no row was changed. */
type Expected = { rows: number; of: string; none?: () => Error }

const toComeOf = new WeakMap<Queryable, ToCome>()

/**
 * Commits the writes of `work`, or rolls them back if `work` throws. Inside `work`, ports cannot reach the network, and locks must be taken
 * in a fixed order.
 */
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

/** Runs `work` in a savepoint of the transaction: if it throws, only its own writes are rolled back. */
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
 * Adds a row that is not read before the commit. Rows with the same `insert` are written by one statement at the end of the transaction.
 * Outside of inTransaction the row is written at once.
 */
export const insertAtEnd = async <Row>(database: Queryable, insert: Insert<Row>, row: Row): Promise<void> => {
  const toCome = toComeOf.get(database)
  if (toCome) addRow(toCome, insert, row)
  else await database.execute(sqlOf(insert(database, [row])))
}

/**
 * Writes something that is not read before the commit. All such writes of a transaction are one statement at its end. None of them sees the
 * others, so two of them must not change the same row. Throws unless each changes the expected number of rows.
 */
export const writeAtEnd = async (database: Queryable, statement: Statement | Write, expected?: Expected): Promise<void> => {
  const toCome = toComeOf.get(database)
  if (toCome) toCome.push({ statement, expected })
  else await writeAll(database, [{ statement, expected }])
}

const sqlOf = (statement: Statement | Write): SQL => ('shape' in statement ? sqlOfWrite(statement) : statement.getSQL())

/** A write that is part of a statement. `index` is its place in the statement. */
const partOf = (index: number, statement: SQL, isRead: boolean): SQL =>
  sql`${sql.raw(`written_${index}`)} as (${statement}${isRead ? sql` returning 1` : sql``})`

/** Fails unless the write at this place has changed the expected number of rows: it casts a text to a number. */
const checkOf = (index: number, rows: SQL, of: SQL): SQL =>
  sql`(select case when count(*) = ${rows} then 1 else (count(*) || ${of}::text)::int end from ${sql.raw(`written_${index}`)})`

const together = (parts: readonly SQL[], checks: readonly SQL[]): SQL =>
  sql`with ${sql.join([...parts], sql`, `)} select ${sql.join(checks.length > 0 ? [...checks] : [sql`1`], sql`, `)}`

type Part = { statement: Statement | Write; expected?: Expected | undefined }

/** The statements of writes together, by the shapes of the writes. */
const statements = new Map<string, ReturnType<typeof compiled<Record<string, unknown>, string>>>()
/** The most that are kept. There is a limit because inserts of several rows have a shape for each number of rows. */
const MOST_STATEMENTS = 1_000

/** Sends writes that all have shapes. */
const sendShaped = async (database: Queryable, parts: readonly (Part & { statement: Write })[]): Promise<void> => {
  const key = parts.map(({ statement: { shape }, expected }) => `${shape.number}${expected ? '!' : ''}`).join(' ')
  const found =
    statements.get(key) ??
    compiled<Record<string, unknown>, string>((value) => {
      const at = (index: number) => (name: string, column?: Parameters<Value<string>>[1]) => value(`${index} ${name}`, column)
      return together(
        parts.map(({ statement, expected }, index) =>
          partOf(index, statement.shape.build(at(index)).getSQL(), expected !== undefined),
        ),
        parts.flatMap(({ expected }, index) => (expected ? checkOf(index, at(index)('rows'), at(index)('of')) : [])),
      )
    })
  if (statements.size >= MOST_STATEMENTS) statements.clear()
  statements.set(key, found)
  const values: Record<string, unknown> = {}
  for (const [index, { statement, expected }] of parts.entries()) {
    for (const name in statement.values) values[`${index} ${name}`] = statement.values[name]
    if (expected) Object.assign(values, { [`${index} rows`]: expected.rows, [`${index} of`]: ` rows of ${expected.of}` })
  }
  await found(database, values)
}

const isShaped = (part: Part): part is Part & { statement: Write } => 'shape' in part.statement

/**
 * Sends all writes as one statement, together with the commit. So PostgreSQL itself has to check the numbers of written rows: if one is
 * wrong, the statement casts a text to a number, which makes it fail.
 */
const writeAll = async (database: Queryable, toCome: ToCome): Promise<void> => {
  if (toCome.length === 0) return
  const parts = toCome.map((each): Part => ('insert' in each ? { statement: each.insert(database, each.rows as never[]) } : each))
  try {
    if (parts.every(isShaped)) await sendShaped(database, parts)
    else
      await database.execute(
        together(
          parts.map(({ statement, expected }, index) => partOf(index, sqlOf(statement), expected !== undefined)),
          parts.flatMap(({ expected }, index) =>
            expected ? checkOf(index, sql`${expected.rows}`, sql`${` rows of ${expected.of}`}`) : [],
          ),
        ),
      )
  } catch (error) {
    throw errorOfNone(toCome, error) ?? error
  }
}

/**
 * The error of a write that has changed no row, found by the text that PostgreSQL could not cast to a number; null for all other errors.
 */
const errorOfNone = (toCome: ToCome, error: unknown): Error | null => {
  const { cause } = error as { cause?: { code?: unknown; message?: string } }
  if (cause?.code !== NO_NUMBER) return null
  const refused = toCome.find((each) => 'statement' in each && cause.message?.includes(`"0 rows of ${each.expected?.of}"`))
  return (refused && 'statement' in refused && refused.expected?.none?.()) || null
}
/** PostgreSQL's invalid_text_representation. */
const NO_NUMBER = '22P02'
