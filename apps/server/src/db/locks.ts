import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { Queryable } from './client.ts'

/**
 * What transactions lock, in the one order in which they do. Two transactions that lock the same things in different orders can wait
 * for each other, and PostgreSQL then ends one of them. Several rows of one kind are locked by one statement, ordered by id.
 */
export const LOCK_ORDER = [
  'sign-up',
  'password',
  'sign-in step',
  'passkey',
  // The account, its memberships and the client that calls: what decides what a caller may do.
  'rights',
  'session',
  'family',
  'organization',
  'cart',
  'item',
  'charge',
  // An attempt at a payment is added after what it pays for was locked.
  'attempt',
  // An organization's list of allowed or blocked applications.
  'application list',
  // The name under which a client has offered a charge: of two that are activated at once, the second looks after the first.
  'charge name',
  'application',
  'licence',
  'install',
  // What the ratings of an application add up to, then a rating.
  'rating',
  'consent',
  'token',
  'access request',
  'expert',
  'prospect',
  'awaiting address',
  'coupon',
  'webhook',
  'mail',
  'sale',
  // Last: invoice numbers have no gaps, so a transaction that takes one blocks all others until it commits.
  'document number',
] as const
export type Lock = (typeof LOCK_ORDER)[number]

/** The rank of the last lock of the transaction that runs. */
const openTransactions = new AsyncLocalStorage<{ rank: number }>()

/** Runs the work of a transaction, which has no locks yet. */
export const withLockOrder = <T>(work: () => Promise<T>): Promise<T> => openTransactions.run({ rank: -1 }, work)

const enter = (lock: Lock): void => {
  const transaction = openTransactions.getStore()
  if (!transaction) throw new Error(`${lock}: a lock outside inTransaction ends with its statement`)
  const rank = LOCK_ORDER.indexOf(lock)
  if (rank < transaction.rank)
    throw new Error(`${lock} is locked after ${LOCK_ORDER[transaction.rank]}: LOCK_ORDER in db/locks.ts has it before`)
  transaction.rank = rank
}

type Rows<T> = { for: (strength: 'update' | 'no key update' | 'share', config?: { skipLocked: true }) => T }

/**
 * Locks the rows of a query until the transaction ends. `no key update` is for rows that are changed, and lets others add rows that refer
 * to them; `update` is for rows that are deleted; `share` is for rows that others must not change.
 */
export const lockRows = <T>(lock: Lock, rows: Rows<T>, strength: 'update' | 'no key update' | 'share'): T => {
  enter(lock)
  return rows.for(strength)
}

/** Locks those rows of a query that are not locked by other transactions. It never waits, so it also works outside a transaction. */
export const lockFreeRows = <T>(lock: Lock, rows: Rows<T>): T => {
  if (openTransactions.getStore()) enter(lock)
  return rows.for('update', { skipLocked: true })
}

/** For a statement that changes the one row that it is about, and so locks it until the transaction ends. */
export const lockByWriting = <T>(lock: Lock, statement: T): T => {
  enter(lock)
  return statement
}

/** Locks a name instead of a row until the transaction ends. Those who share it wait only for those who do not. */
export const lockName = async (
  transaction: Queryable,
  lock: Lock,
  name: string,
  { shared = false }: { shared?: boolean } = {},
): Promise<void> => {
  enter(lock)
  const key = sql`hashtextextended(${`${lock} ${name}`}, 0)`
  await transaction.execute(shared ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`)
}
