import pg from 'pg'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore, until, waitingForLocks } from '../../test/harness.ts'
import { statementsOf } from '../../test/statements.ts'
import {
  type Lock,
  LOCK_ORDER,
  lockFreeRows,
  type Locking,
  declareLocking,
  declareLockingOfName,
  lockName,
  lockRows,
  lockTogether,
} from './locks.ts'
import { facts } from './schema.ts'
import { inSavepoint, inTransaction, type Transaction } from './transaction.ts'

let store: TestStore
let other: pg.Client
beforeAll(async () => {
  store = await openTestStore()
  await store.client.database.insert(facts).values({ key: 'row', value: 'first' })
  other = new pg.Client(store.connectionString)
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await store.close()
})
beforeEach(() => other.query('rollback'))

const within = <T>(work: (transaction: Transaction) => Promise<T>) => inTransaction(store.client.database, work)
const row = (transaction: Transaction) => transaction.select({ value: facts.value }).from(facts).where(eq(facts.key, 'row'))
const lock = (transaction: Transaction, kind: Lock) => lockName(transaction, kind, 'name')
const waiting = () => waitingForLocks(store)

describe('locks of a transaction', () => {
  test('are taken in their order, each as often as it is needed', async () => {
    const held = within(async (transaction) => {
      for (const kind of LOCK_ORDER) {
        await lock(transaction, kind)
        await lock(transaction, kind)
      }
      const { rows } = await transaction.execute(`select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`)
      return rows.length
    })
    expect(await held).toBe(LOCK_ORDER.length)
  })

  test.each(LOCK_ORDER.slice(1).map((kind, index) => [kind, LOCK_ORDER[index] ?? kind] as const))(
    '%s is not followed by %s',
    async (later, earlier) => {
      const wrong = within(async (transaction) => {
        await lock(transaction, later)
        await lock(transaction, earlier)
      })
      await expect(wrong).rejects.toThrow(`${earlier} is locked after ${later}`)
    },
  )

  test('count in the savepoints of the transaction, and in no other transaction', async () => {
    await within(async (transaction) => {
      await inSavepoint(transaction, (savepoint) => lock(savepoint, 'token'))
      await within((another) => lock(another, 'cart'))
      await expect(lock(transaction, 'cart')).rejects.toThrow('cart is locked after token')
    })
  })

  test('are refused outside a transaction, where they would hold nothing', async () => {
    // @ts-expect-error The pool is no transaction, so this does not compile.
    await expect(lockName(store.client.database, 'cart', 'name')).rejects.toThrow('outside inTransaction')
    // @ts-expect-error Nor does this.
    await expect(lockTogether(store.client.database, [])).resolves.toEqual([])
    await store.client.database.transaction(async (transaction) => {
      await expect(lockName(transaction, 'cart', 'name')).rejects.toThrow('outside inTransaction')
      expect(() => lockRows('cart', row(transaction), 'update')).toThrow('outside inTransaction')
    })
  })
})

describe('a lock', () => {
  test('of rows waits for whoever holds them, and reads what they committed', async () => {
    await other.query('begin')
    await other.query(`update facts set value = 'second' where key = 'row'`)
    const reading = within((transaction) => lockRows('cart', row(transaction), 'no key update'))
    await until(async () => (await waiting()) === 1)
    await other.query('commit')
    expect(await reading).toEqual([{ value: 'second' }])
  })

  test('of free rows leaves out what somebody holds', async () => {
    const free = () => within((transaction) => lockFreeRows('mail', row(transaction)))
    expect(await free()).toHaveLength(1)
    await other.query('begin')
    await other.query(`select from facts where key = 'row' for share`)
    expect(await free()).toEqual([])
  })

  test.each([
    { held: true, asked: true, waits: false },
    { held: true, asked: false, waits: true },
    { held: false, asked: true, waits: true },
  ])('of a name, shared by the first ($held) and the second ($asked), waits: $waits', async ({ held, asked, waits }) => {
    let isThrough = false
    const first = within(async (transaction) => {
      await lockName(transaction, 'session', 'name', { shared: held })
      const second = within((another) => lockName(another, 'session', 'name', { shared: asked })).finally(
        () => (isThrough = true),
      )
      await until(async () => isThrough || (await waiting()) === 1)
      return { isWaiting: !isThrough, second }
    })
    const { isWaiting, second } = await first
    await second
    expect(isWaiting).toBe(waits)
  })
})

describe('locks that are taken together', () => {
  const fact = declareLocking<{ value: string }, 'key'>(
    'charge',
    'no key update',
    (value) => sql`select value from ${facts} where key = ${value('key')}`,
  )
  const rowLocking = (key: string, none?: () => Error) => fact({ key }, none)
  const nameLocking = declareLockingOfName('cart')

  beforeEach(() => other.query(`update facts set value = 'first' where key = 'row'`))

  test('are one statement, in its order, with the rows of each', async () => {
    const asked = await statementsOf(() =>
      within(async (transaction) => {
        const [named, rows, none] = await lockTogether(transaction, [
          nameLocking('name'),
          rowLocking('row'),
          rowLocking('another'),
        ])
        expect([named.length, rows, none]).toEqual([1, [{ value: 'first' }], []])
      }),
    )
    expect(asked).toHaveLength(1)
  })

  test('wait for the first before they look at the next', async () => {
    await other.query('begin')
    await other.query(`select pg_advisory_xact_lock(hashtextextended('cart name', 0))`)
    const held = within((transaction) => lockTogether(transaction, [nameLocking('name'), rowLocking('row')]))
    await until(async () => (await waiting()) === 1)
    // The row is not locked yet.
    await other.query(`update facts set value = 'changed' where key = 'row'`)
    await other.query('commit')
    expect(await held).toMatchObject([[{}], [{ value: 'changed' }]])
  })

  test('have the order of all others, and refuse what is not there', async () => {
    const together = (lockings: Locking[]) => within((transaction) => lockTogether(transaction, lockings))
    await expect(together([rowLocking('row'), nameLocking('name')])).rejects.toThrow('cart is locked after charge')
    await expect(together([rowLocking('another', () => new Error('not there'))])).rejects.toThrow('not there')
  })
})
