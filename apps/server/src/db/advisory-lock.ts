import type pg from 'pg'

/** Work that only one process may do at a time. All processes use the same numbers. */
export const LOCKS = { migrate: 727_001, import: 727_002, seed: 727_003 } as const

/** How long (ms) to wait for the lock, because an import of a large catalogue can take this long. */
const WAIT_MS = 60 * 60_000

/**
 * Waits until no other process has the lock, then does the work. The lock belongs to one connection, so it ends when its process is killed.
 */
export const withLock = async <T>(pool: pg.Pool, lock: keyof typeof LOCKS, work: () => Promise<T>): Promise<T> => {
  const connection = await pool.connect()
  try {
    await connection.query(`set statement_timeout = ${WAIT_MS}; set lock_timeout = ${WAIT_MS}`)
    const question = { text: 'select pg_advisory_lock($1)', values: [LOCKS[lock]], query_timeout: WAIT_MS }
    await connection.query(question)
    return await work()
  } finally {
    // Closing the connection releases the lock even if a query on it would fail.
    connection.release(true)
  }
}
