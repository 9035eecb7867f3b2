// A process that is killed before a certain step. A step is a statement, or a call outside the database. Nothing that the process does
// afterwards has an effect.
import pg from 'pg'
import { openDatabase, type DatabaseClient } from '../src/db/client.ts'
import { until } from './harness.ts'

export class Killed extends Error {}

export type Doomed = {
  client: DatabaseClient
  /** The number of steps that the process has taken. */
  steps: () => number
  isDead: () => boolean
  /** Counts a step outside the database. Throws if the process was killed. */
  step: () => void
  close: () => Promise<void>
}

/** Opens the pool of a process that is killed before the step of this number, counted from 0. A process with fewer steps survives. */
export const openDoomed = (connectionString: string, diesBefore: number): Doomed => {
  const client = openDatabase(connectionString, () => {})
  let taken = 0
  let dead = false
  const sessions: number[] = []
  const mayGoOn = (): boolean => {
    if (!dead && taken < diesBefore) taken += 1
    else dead = true
    return !dead
  }
  client.pool.on('connect', (connection) => {
    sessions.push((connection as unknown as { processID: number }).processID)
    const query = connection.query.bind(connection) as (...given: unknown[]) => unknown
    const doomed = (...given: unknown[]): unknown => {
      if (mayGoOn()) return query(...given)
      // PostgreSQL rolls back the open transaction, as after a real kill.
      ;(connection as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()
      const killed = new Killed('the process was killed')
      const answer = given.at(-1)
      if (typeof answer === 'function') return void setImmediate(() => (answer as (error: Error) => void)(killed))
      return Promise.reject(killed)
    }
    connection.query = doomed as typeof connection.query
  })
  return {
    client,
    steps: () => taken,
    isDead: () => dead,
    step: () => {
      if (!mayGoOn()) throw new Killed('the process was killed')
    },
    close: async () => {
      await client.close()
      await untilOver(connectionString, sessions)
    },
  }
}

/** Waits until the database has ended these sessions. On a busy machine their locks outlive the connection for a moment. */
const untilOver = async (connectionString: string, sessions: readonly number[]): Promise<void> => {
  const watcher = new pg.Client({ connectionString })
  await watcher.connect()
  try {
    await until(async () => {
      const { rows } = await watcher.query('select from pg_stat_activity where pid = any($1)', [sessions])
      return rows.length === 0
    })
  } finally {
    await watcher.end()
  }
}
