import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { DatabaseClient } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'

/** The schema of PostgreSQL in which pg-boss keeps its tables. */
const SCHEMA = 'jobs'

const throughPool = ({ pool }: DatabaseClient) => ({
  executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
})

export const throughTransaction = (transaction: Transaction) => fromDrizzle(transaction, sql)

/** A connection to the queue. `works` makes it look after lost jobs and schedules, too; without it, it only sends. */
export const createBoss = (
  client: DatabaseClient,
  options: { works: boolean; migrate?: boolean; checkSeconds?: number },
): PgBoss => {
  const { works, migrate = false, checkSeconds = 60 } = options
  return new PgBoss({
    db: throughPool(client),
    schema: SCHEMA,
    migrate,
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: checkSeconds,
    monitorIntervalSeconds: checkSeconds,
    cronMonitorIntervalSeconds: 20,
    cronWorkerIntervalSeconds: 5,
  })
}

/** How many jobs of a queue were not begun, or wait to be run again. */
export const countWaitingJobs = async ({ database }: DatabaseClient, name: string): Promise<number> => {
  const { rows } = await database.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(SCHEMA)}.job where name = ${name} and state < 'active'`,
  )
  return rows[0]?.count ?? 0
}

/** Makes or migrates the tables of the queue. Several processes may do so at once. */
export const migrateJobs = async (client: DatabaseClient): Promise<void> => {
  const boss = createBoss(client, { works: false, migrate: true })
  let failure: unknown
  boss.on('error', (error) => (failure ??= error))
  try {
    await boss.start()
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
  if (failure !== undefined) throw failure
}
