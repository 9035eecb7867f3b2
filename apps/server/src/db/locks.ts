import { AsyncLocalStorage } from 'node:async_hooks'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from './client.ts'
import { compiled, type Value } from './compiled.ts'
import { type Preparable, prepared } from './prepared.ts'

/**
 * The kinds of locks, in the order in which all transactions take them. Two transactions that lock the same rows in different orders can
 * wait for each other, and PostgreSQL then ends one of them. Several rows of one kind are locked by one statement, ordered by id.
 */
export const LOCK_ORDER = [
  'sign-up',
  'password',
  'sign-in step',
  'passkey',
  // The account, its memberships and the client: everything that determines what a caller may do.
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
  // The name under which a client has offered a charge. If two charges of the same name are activated at once, the second transaction sees
  // the first charge.
  'charge name',
  'application',
  'licence',
  'install',
  // The rating totals of an application, before single ratings.
  'rating',
  // The developer, while its members answer a review, change webhooks or request a payout.
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
  // The last one: invoice numbers have no gaps, so a transaction that takes a number blocks all others until it commits.
  'document number',
] as const
export type Lock = (typeof LOCK_ORDER)[number]

/** The rank of the current transaction's last lock. */
const openTransactions = new AsyncLocalStorage<{ rank: number }>()

/** Runs the work of a new transaction, which has not taken any lock yet. */
export const withLockOrder = <T>(work: () => Promise<T>): Promise<T> => openTransactions.run({ rank: -1 }, work)

const enter = (lock: Lock): void => {
  const transaction = openTransactions.getStore()
  if (!transaction) throw new Error(`${lock}: a lock outside inTransaction ends with its statement`)
  const rank = LOCK_ORDER.indexOf(lock)
  if (rank < transaction.rank)
    throw new Error(`${lock} is locked after ${LOCK_ORDER[transaction.rank]}: LOCK_ORDER in db/locks.ts has it before`)
  transaction.rank = rank
}

/** A query whose rows can be locked. */
export type Lockable<T> = { for: (strength: 'update' | 'no key update' | 'share', config?: { skipLocked: true }) => T }

/** Builds the statement of a lock with placeholders instead of values, so that all calls use the same text. */
type Build<Name extends string> = (value: Value<Name>) => SQL
/** A kind of lock statement that many transactions use, with different values. */
type LockShape = { lock: Lock; number: number; build: Build<string> }

/** One of several locks for lockTogether. `none` makes the error if there is no such row. */
export type Locking<Row = unknown> = {
  shape: LockShape
  values: Readonly<Record<string, unknown>>
  none?: (() => Error) | undefined
  row?: Row
}

let shapes = 0

/** Declares a lock of the rows of a query, for lockTogether. The query's text is built once. */
export const declareLocking = <Row, Name extends string>(lock: Lock, strength: 'no key update' | 'share', build: Build<Name>) =>
  declare<Row, Name>(lock, (value) => sql`${build(value)} for ${sql.raw(strength)}`)

const declare = <Row, Name extends string>(lock: Lock, build: Build<Name>) => {
  const shape: LockShape = { lock, number: shapes++, build: build as Build<string> }
  return (values: Readonly<Record<Name, unknown>>, none?: () => Error): Locking<Row> => ({ shape, values, none })
}

/** Declares a lock of a name instead of a row, for lockTogether. */
export const declareLockingOfName = (lock: Lock): ((name: string) => Locking) => {
  const declared = declare<unknown, 'key'>(
    lock,
    (value) => sql`select pg_advisory_xact_lock_shared(hashtextextended(${value('key')}, 0))::text as held`,
  )
  return (name) => declared({ key: keyText(lock, name) })
}

type Locked = { of: number; locked: unknown }
/** The statements of lockTogether, by the numbers of their shapes. */
const statements = new Map<string, ReturnType<typeof compiled<Locked, string>>>()

const statementOf = (lockings: readonly Locking[]) => {
  const numbers = lockings.map(({ shape }) => shape.number).join(' ')
  const found =
    statements.get(numbers) ??
    compiled<Locked, string>((value) =>
      sql.join(
        lockings.map(({ shape: { build } }, index) => {
          const statement = build((name) => value(`${index} ${name}`))
          return sql`select ${sql.raw(String(index))} as of, to_jsonb(l) as locked from (${statement}) l`
        }),
        sql` union all `,
      ),
    )
  statements.set(numbers, found)
  return found
}

/**
 * Takes several locks by one statement, in this order, and returns the rows of each as JSON. Rows that are added while it waits are not
 * found, so a row that is chosen by another locked row needs a statement of its own.
 */
export const lockTogether = async <const Lockings extends readonly Locking[]>(
  transaction: Transaction,
  lockings: Lockings,
): Promise<{ [Index in keyof Lockings]: NonNullable<Lockings[Index]['row']>[] }> => {
  for (const { shape } of lockings) enter(shape.lock)
  const values: Record<string, unknown> = {}
  for (const [index, locking] of lockings.entries())
    for (const name in locking.values) values[`${index} ${name}`] = locking.values[name]
  const rows = await statementOf(lockings)(transaction, values)
  const found = lockings.map((_, index) => rows.flatMap(({ of, locked }) => (of === index ? [locked] : [])))
  for (const [index, { none }] of lockings.entries()) if (none && found[index]?.length === 0) throw none()
  return found as never
}

/**
 * Locks the rows of a query until the transaction ends. `no key update`: rows that will be changed; others may still add rows that refer
 * to them. `update`: rows that will be deleted. `share`: rows that others must not change.
 */
export const lockRows = <T>(lock: Lock, rows: Lockable<T>, strength: 'update' | 'no key update' | 'share'): T => {
  enter(lock)
  return rows.for(strength)
}

/** As lockRows, for a query that is built once for each connection. */
export const preparedLock = <Result, Name extends string>(
  lock: Lock,
  build: (database: Database, value: Value<Name>) => Lockable<Preparable<Result>>,
  strength: 'update' | 'no key update' | 'share',
) => {
  const query = prepared<Result, Name>((database, value) => build(database, value).for(strength))
  return (transaction: Transaction, values: Readonly<Record<Name, unknown>>): Promise<Result> => {
    enter(lock)
    return query(transaction, values)
  }
}

/** Locks those rows of a query that no other transaction has locked. It never waits, so it also works outside of a transaction. */
export const lockFreeRows = <T>(lock: Lock, rows: Lockable<T>): T => {
  if (openTransactions.getStore()) enter(lock)
  return rows.for('update', { skipLocked: true })
}

/** Registers a statement that changes one row, and thereby locks it until the transaction ends. */
export const lockByWriting = <T>(lock: Lock, statement: T): T => {
  enter(lock)
  return statement
}

const keyText = (lock: Lock, name: string): string => `${lock} ${name}`
const keyOf = (lock: Lock, name: string): SQL => sql`hashtextextended(${keyText(lock, name)}, 0)`

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
