import { AsyncLocalStorage } from 'node:async_hooks'
import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from './client.ts'

/**
 * What transactions lock, in the order in which all of them do so. Two transactions that lock the same rows in different orders can wait
 * for each other, and PostgreSQL then ends one of them. Several rows of one kind are locked by one statement, ordered by id.
 */
export const LOCK_ORDER = [
  'sign-up',
  'password',
  'sign-in step',
  'passkey',
  // The account, its memberships and the client: everything that decides what a caller may do.
  'rights',
  'session',
  'family',
  'organization',
  'cart',
  'item',
  'charge',
  // A payment attempt is created after its subject was locked.
  'attempt',
  // An organization's list of allowed or blocked applications.
  'application list',
  // The name under which a client has offered a charge. If two are activated at once, the second one sees the first.
  'charge name',
  'application',
  'licence',
  'install',
  // The rating totals of an application, before single ratings.
  'rating',
  // The developer of a reviewed application, who answers.
  'developer',
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

/** The rank of the current transaction's last lock. */
const openTransactions = new AsyncLocalStorage<{ rank: number }>()

/** Runs the work of a new transaction, which has no locks yet. */
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

/** One of several locks for lockTogether. `none` makes the error if there is no such row. */
export type Locking<Row = unknown> = { lock: Lock; statement: SQL; none?: () => Error; row?: Row }

/** Locks the rows of a query, for lockTogether. */
export const locking = <Row>(
  lock: Lock,
  rows: Rows<{ getSQL: () => SQL } & PromiseLike<Row[]>>,
  strength: 'no key update' | 'share',
  none?: () => Error,
): Locking<Row> => ({ lock, statement: rows.for(strength).getSQL(), ...(none && { none }) })

/** Locks a name instead of a row, for lockTogether. */
export const lockingSharedName = (lock: Lock, name: string): Locking => ({
  lock,
  statement: sql`select pg_advisory_xact_lock_shared(${keyOf(lock, name)})::text as held`,
})

/**
 * Takes several locks by one statement, in this order, and returns the rows of each as JSON. Rows that are added while it waits are not
 * found, so a row that is chosen by another locked row needs a statement of its own.
 */
export const lockTogether = async <const Lockings extends readonly Locking[]>(
  transaction: Transaction,
  lockings: Lockings,
): Promise<{ [Index in keyof Lockings]: NonNullable<Lockings[Index]['row']>[] }> => {
  for (const { lock } of lockings) enter(lock)
  const parts = lockings.map(
    ({ statement }, index) => sql`select ${sql.raw(String(index))} as of, to_jsonb(l) as locked from (${statement}) l`,
  )
  const { rows } = await transaction.execute<{ of: number; locked: unknown }>(sql.join(parts, sql` union all `))
  const found = lockings.map((_, index) => rows.flatMap(({ of, locked }) => (of === index ? [locked] : [])))
  for (const [index, { none }] of lockings.entries()) if (none && found[index]?.length === 0) throw none()
  return found as never
}

/**
 * Locks the rows of a query until the transaction ends. `no key update`: rows that will be changed; others may still add rows that refer
 * to them. `update`: rows that will be deleted. `share`: rows that others must not change.
 */
export const lockRows = <T>(lock: Lock, rows: Rows<T>, strength: 'update' | 'no key update' | 'share'): T => {
  enter(lock)
  return rows.for(strength)
}

/** Locks those rows of a query that no other transaction has locked. It never waits, so it also works outside of a transaction. */
export const lockFreeRows = <T>(lock: Lock, rows: Rows<T>): T => {
  if (openTransactions.getStore()) enter(lock)
  return rows.for('update', { skipLocked: true })
}

/** Registers a statement that changes one row, and thereby locks it until the transaction ends. */
export const lockByWriting = <T>(lock: Lock, statement: T): T => {
  enter(lock)
  return statement
}

const keyOf = (lock: Lock, name: string): SQL => sql`hashtextextended(${`${lock} ${name}`}, 0)`

/** Locks a name instead of a row until the transaction ends. Shared locks wait only for exclusive ones. */
export const lockName = async (
  transaction: Transaction,
  lock: Lock,
  name: string,
  { shared = false }: { shared?: boolean } = {},
): Promise<void> => {
  enter(lock)
  const key = keyOf(lock, name)
  await transaction.execute(shared ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`)
}
