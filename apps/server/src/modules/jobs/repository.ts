import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { DatabaseClient } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'

/** pg-boss keeps its tables in this PostgreSQL schema. */
const SCHEMA = 'jobs'

const throughPool = ({ pool }: DatabaseClient) => ({
  executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
})

export const throughTransaction = (transaction: Transaction) => fromDrizzle(transaction, sql)

/** Connects to the queue. With `works` it also repeats lost jobs and runs schedules; otherwise it only sends. */
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

/** The number of jobs in a queue that were not started or wait for a retry. */
export const countWaitingJobs = async ({ database }: DatabaseClient, name: string): Promise<number> => {
  const { rows } = await database.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(SCHEMA)}.job where name = ${name} and state < 'active'`,
  )
  return rows[0]?.count ?? 0
}

/** Creates or migrates the queue's tables. Several processes may do so at once. */
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
