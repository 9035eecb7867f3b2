/** Limits for a pool of connections. Times are in milliseconds. */
export type Limits = {
  max: number
  connectionTimeoutMillis: number
  statement_timeout: number
  lock_timeout: number
  idle_in_transaction_session_timeout: number
  /** 0 for no limit. */
  query_timeout: number
  /** Closes a connection if a query gets no byte of its answer for this long. Null if there is no such limit. */
  silenceMs: number | null
}

/**
 * For requests: the wait for a connection and for the answer together take less than 5 s. PostgreSQL ends slow statements itself.
 * A PostgreSQL that hangs ends nothing, so there is a limit of our own, a little longer.
 */
export const REQUEST_LIMITS: Limits = {
  max: 10,
  connectionTimeoutMillis: 2_000,
  lock_timeout: 1_500,
  statement_timeout: 2_000,
  idle_in_transaction_session_timeout: 5_000,
  // `silenceMs` replaces this limit: it also closes the connection, so that the next query does not wait on a dead one.
  query_timeout: 0,
  silenceMs: 2_500,
}

const MINUTE = 60_000

/** For work that no request waits for: migrations, imports, exports, and loading the in-memory snapshots. */
export const PATIENT_LIMITS: Limits = {
  max: 10,
  connectionTimeoutMillis: MINUTE / 2,
  lock_timeout: MINUTE,
  statement_timeout: 10 * MINUTE,
  idle_in_transaction_session_timeout: 10 * MINUTE,
  query_timeout: 11 * MINUTE,
  silenceMs: null,
}
