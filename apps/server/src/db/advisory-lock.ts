import type pg from 'pg'

/** What only one process at a time may do, each with a number that all of them know. */
export const LOCKS = { migrate: 727_001, import: 727_002, seed: 727_003 } as const

/** An import of a large catalogue takes this long, and the next one waits for it. */
const WAIT_MS = 60 * 60_000

/**
 * Does the work while no other process holds the same lock; waits for it first. The lock belongs to one connection, so that it is
 * gone when its holder is killed.
 */
export const withLock = async <T>(pool: pg.Pool, lock: keyof typeof LOCKS, work: () => Promise<T>): Promise<T> => {
  const connection = await pool.connect()
  try {
    await connection.query(`set statement_timeout = ${WAIT_MS}; set lock_timeout = ${WAIT_MS}`)
    const question = { text: 'select pg_advisory_lock($1)', values: [LOCKS[lock]], query_timeout: WAIT_MS }
    await connection.query(question)
    return await work()
  } finally {
    // Closing the connection gives the lock back even where a query could no longer.
    connection.release(true)
  }
}
