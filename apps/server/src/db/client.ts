import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { withLock } from './advisory-lock.ts'
import { PATIENT_LIMITS, type Limits } from './limits.ts'
import { clientThatPrepares, type PreparingClient } from './repeated-statements.ts'
import { breakSilence } from './silence.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))

export type Database = NodePgDatabase
/** An open transaction. The pool is not assignable to it, so the compiler refuses the pool where a transaction is needed. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** The database or an open transaction. Functions of repositories take it for reads and single statements. */
export type Queryable = Database | Transaction

export type DatabaseClient = {
  database: Database
  pool: pg.Pool
  /** From now on, opens connections to this address. Connections to the old address break when the old server ends. */
  moveTo: (connectionString: string) => void
  close: () => Promise<void>
}

/** Closing a pool waits for connections in use. This is the longest wait (ms), because the stop of a server must end. */
const CLOSE_WITHIN_MS = 1_000
const waitUnref = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/** Opens the pool without connecting yet. `onError` is called whenever a connection breaks. */
export const openDatabase = (
  connectionString: string,
  onError: (error: Error) => void,
  { silenceMs, ...limits }: Limits = PATIENT_LIMITS,
): DatabaseClient => {
  const pool = new pg.Pool({ Client: clientThatPrepares(), connectionString, application_name: 'marketplace', ...limits })
  let closing = false
  // Only the connection itself reports that it broke while in use, and an error event without a listener would end the process.
  // The query in progress fails too, and its caller handles that.
  pool.on('connect', (connection) => connection.on('error', (error) => closing || onError(error)))
  // If an idle connection breaks, the pool repeats the error that was reported above.
  pool.on('error', () => {})
  if (silenceMs !== null) breakSilence(pool, silenceMs)
  return {
    database: withSafeTransactions(drizzle(pool, OPTIONS), pool),
    pool,
    moveTo: (address) => void (pool.options.connectionString = address),
    close: () => {
      closing = true
      return Promise.race([pool.end(), waitUnref(CLOSE_WITHIN_MS)])
    },
  }
}

/**
 * The schema is not passed, because only drizzle's relational queries use it, and each transaction would create an object for each table.
 */
const OPTIONS = { casing: 'snake_case' } as const

/** The connection of each open transaction. */
const connectionOf = new WeakMap<Queryable, pg.PoolClient>()

/** One database object for each connection, because creating one takes longer than a statement. */
const databases = new WeakMap<pg.PoolClient, Database>()
const databaseOn = (connection: pg.PoolClient): Database => {
  const found = databases.get(connection) ?? drizzle(connection, OPTIONS)
  databases.set(connection, found)
  return found
}

/** The database whose statements run in this transaction, on its connection. It stays the same for all transactions of a connection. */
export const databaseOf = (queryable: Queryable): Database => {
  const connection = connectionOf.get(queryable)
  if (connection) return databaseOn(connection)
  if (!('$client' in queryable)) throw new Error('a savepoint was opened without inSavepoint')
  return queryable
}

/** The client for statements that drizzle does not build. */
export const clientOf = (database: Queryable): pg.Pool | pg.PoolClient => {
  const client = connectionOf.get(database) ?? ('$client' in database ? (database.$client as pg.Pool) : undefined)
  if (!client) throw new Error('a savepoint was opened without inSavepoint')
  return client
}

/** Registers a savepoint's connection, which is that of its transaction. */
export const noteSavepoint = (savepoint: Queryable, transaction: Queryable): void => {
  const connection = connectionOf.get(transaction)
  if (connection) connectionOf.set(savepoint, connection)
}

/** Commits the transaction in the same message as its next statement. Send nothing after that statement. */
export const commitWithNext = (transaction: Queryable): void =>
  (connectionOf.get(transaction) as PreparingClient | undefined)?.commitWithNext?.()

/**
 * Releases a transaction's connection however the transaction ends. Drizzle does not release it if `begin` fails, for example on a
 * connection that has just broken; after ten such failures the pool would be empty.
 */
const withSafeTransactions = (database: Database, pool: pg.Pool): Database => {
  const transaction: Database['transaction'] = async (work, config) => {
    const connection = await pool.connect()
    try {
      return await databaseOn(connection).transaction((opened) => {
        connectionOf.set(opened, connection)
        return work(opened)
      }, config)
    } finally {
      // The pool drops broken connections itself.
      connection.release()
    }
  }
  return Object.assign(database, { transaction })
}

/** Migrates the schema. If several processes start at once, one migrates and the others wait. */
export const migrateDatabase = ({ pool, database }: DatabaseClient): Promise<void> =>
  withLock(pool, 'migrate', () => migrate(database, { migrationsFolder: MIGRATIONS }))
