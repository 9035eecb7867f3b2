import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore, until } from '../../test/harness.ts'
import { LOCKS, withLock } from './advisory-lock.ts'
import { openDatabase } from './client.ts'
import { PATIENT_LIMITS } from './limits.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

/** Work that ends when the test says so. */
const openWork = () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { work: () => promise, end: () => resolve('done'), fail: () => reject(new Error('on purpose')) }
}
const holders = async (lock: keyof typeof LOCKS): Promise<number[]> => {
  const { rows } = await store.client.pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and objid = $1 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS[lock]],
  )
  return rows.map(({ pid }) => pid)
}
const waiting = async () => {
  const { rows } = await store.client.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
  )
  return rows[0]?.count
}

describe('work that only one process may do at a time', () => {
  test('is done one after the other, and answers what it answers', async () => {
    const order: string[] = []
    const first = openWork()
    const one = withLock(store.client.pool, 'import', async () => {
      order.push('one begins')
      const answer = await first.work()
      order.push('one ends')
      return answer
    })
    await until(() => order.length === 1)
    const two = withLock(store.requests.pool, 'import', async () => void order.push('two'))
    await until(async () => (await waiting()) === 1)
    expect(order).toEqual(['one begins'])
    first.end()
    expect(await one).toBe('done')
    await two
    expect(order).toEqual(['one begins', 'one ends', 'two'])
  })

  test('does not wait for work of another kind', async () => {
    const first = openWork()
    const importing = withLock(store.client.pool, 'import', first.work)
    await until(async () => (await holders('import')).length === 1)
    expect(await withLock(store.client.pool, 'migrate', async () => 'migrated')).toBe('migrated')
    expect(await withLock(store.client.pool, 'seed', async () => 'seeded')).toBe('seeded')
    first.end()
    await importing
  })

  test('that fails gives the lock back, and its error', async () => {
    const first = openWork()
    const failing = withLock(store.client.pool, 'seed', first.work)
    await until(async () => (await holders('seed')).length === 1)
    first.fail()
    await expect(failing).rejects.toThrow('on purpose')
    await until(async () => (await holders('seed')).length === 0)
    expect(await withLock(store.client.pool, 'seed', async () => 'next')).toBe('next')
  })

  test('holds nobody up after its process was killed', async () => {
    const first = openWork()
    const killed = withLock(store.client.pool, 'migrate', first.work)
    await until(async () => (await holders('migrate')).length === 1)
    const next = withLock(store.client.pool, 'migrate', async () => 'next')
    await until(async () => (await waiting()) === 1)
    // The system closes the connections of a process that ends.
    await store.client.pool.query('select pg_terminate_backend($1)', [(await holders('migrate'))[0]])
    expect(await next).toBe('next')
    first.end()
    await killed
  })

  test('waits longer than any other statement may, and leaves the pool its limits', async () => {
    const hasty = openDatabase(store.connectionString, () => {}, { ...PATIENT_LIMITS, lock_timeout: 100, statement_timeout: 100 })
    const first = openWork()
    const one = withLock(store.client.pool, 'import', first.work)
    await until(async () => (await holders('import')).length === 1)
    const two = withLock(hasty.pool, 'import', async () => 'second')
    await until(async () => (await waiting()) === 1)
    await new Promise((resolve) => setTimeout(resolve, 250))
    first.end()
    await one
    expect(await two).toBe('second')
    const { rows } = await hasty.pool.query<{ statement_timeout: string }>('show statement_timeout')
    expect(rows).toEqual([{ statement_timeout: '100ms' }])
    await expect(hasty.pool.query('select pg_sleep(1)')).rejects.toMatchObject({ code: '57014' })
    await hasty.close()
  })
})
