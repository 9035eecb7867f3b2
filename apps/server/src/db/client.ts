import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { withLock } from './advisory-lock.ts'
import * as schema from './schema.ts'

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))

export type Database = NodePgDatabase<typeof schema>
/** A database or a transaction of it: what a repository works on. */
export type Queryable = Database | Parameters<Parameters<Database['transaction']>[0]>[0]

export type DatabaseClient = { database: Database; pool: pg.Pool; close: () => Promise<void> }

/** A pool waits for connections that somebody still holds; a stop cannot wait for ever. */
const CLOSE_WITHIN_MS = 1_000
const waitUnref = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/** Opens the pool. Nothing is asked of the server yet. `onError` hears of connections that broke while idle. */
export const openDatabase = (connectionString: string, onError: (error: Error) => void): DatabaseClient => {
  const pool = new pg.Pool({ connectionString, max: 10, application_name: 'marketplace' })
  let closing = false
  pool.on('error', (error) => closing || onError(error))
  return {
    database: drizzle(pool, { schema, casing: 'snake_case' }),
    pool,
    close: () => {
      closing = true
      return Promise.race([pool.end(), waitUnref(CLOSE_WITHIN_MS)])
    },
  }
}

/** Brings the schema up to date. Several processes may start at once: one migrates, the others wait for it. */
export const migrateDatabase = ({ pool, database }: DatabaseClient): Promise<void> =>
  withLock(pool, 'migrate', () => migrate(database, { migrationsFolder: MIGRATIONS }))
