/** How much of the database somebody may have: how many connections, and for how long, in milliseconds. */
export type Limits = {
  max: number
  connectionTimeoutMillis: number
  statement_timeout: number
  lock_timeout: number
  idle_in_transaction_session_timeout: number
  /** 0 for none. */
  query_timeout: number
  /** A connection is closed after this long without a byte of an answer. Null if a connection may stay open without a query. */
  silenceMs: number | null
}

/**
 * For what somebody waits for. Waiting for a connection and then for an answer is less than 5 s together. The database ends by itself
 * what takes it too long; a database that has stopped ends nothing, so that we have a limit of our own, a little longer.
 */
export const REQUEST_LIMITS: Limits = {
  max: 10,
  connectionTimeoutMillis: 2_000,
  lock_timeout: 1_500,
  statement_timeout: 2_000,
  idle_in_transaction_session_timeout: 5_000,
  // The limit of silence replaces this one: it also closes the connection, so that the next query does not wait on a dead one.
  query_timeout: 0,
  silenceMs: 2_500,
}

const MINUTE = 60_000

/** For work that no request waits for: migrations, imports, exports, and loading what is kept in memory. */
export const PATIENT_LIMITS: Limits = {
  max: 10,
  connectionTimeoutMillis: MINUTE / 2,
  lock_timeout: MINUTE,
  statement_timeout: 10 * MINUTE,
  idle_in_transaction_session_timeout: 10 * MINUTE,
  query_timeout: 11 * MINUTE,
  silenceMs: null,
}
