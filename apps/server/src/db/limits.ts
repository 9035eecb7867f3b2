/** Limits for a pool of connections. Times are in milliseconds. */
export type Limits = {
  max: number
  connectionTimeoutMillis: number
  statement_timeout: number
  lock_timeout: number
  idle_in_transaction_session_timeout: number
  /** 0 means no limit. */
  query_timeout: number
  /** How long (ms) a query may get no byte of its answer before its connection is closed. Null means no limit. */
  silenceMs: number | null
}

/**
 * The limits for requests: the waits for a connection and for the answer together take less than 5 s. PostgreSQL itself ends slow
 * statements. If PostgreSQL hangs, it cannot, so this process has its own limit, which is slightly longer.
 */
export const REQUEST_LIMITS: Limits = {
  max: 10,
  connectionTimeoutMillis: 2_000,
  lock_timeout: 1_500,
  statement_timeout: 2_000,
  idle_in_transaction_session_timeout: 5_000,
  // `silenceMs` replaces this limit, because it also closes the connection. Otherwise the next query would wait on a dead connection.
  query_timeout: 0,
  silenceMs: 2_500,
}

const MINUTE = 60_000

/** The limits for work that no request waits for: migrations, imports, exports, and loading the in-memory snapshots. */
export const PATIENT_LIMITS: Limits = {
  max: 10,
  connectionTimeoutMillis: MINUTE / 2,
  lock_timeout: MINUTE,
  statement_timeout: 10 * MINUTE,
  idle_in_transaction_session_timeout: 10 * MINUTE,
  query_timeout: 11 * MINUTE,
  silenceMs: null,
}
