import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore, until } from '../../test/harness.ts'
import { openDatabase } from './client.ts'
import { listen, type Listener } from './listen.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

let heard: string[]
let listener: Listener | undefined
beforeEach(() => {
  heard = []
})
afterEach(() => listener?.close())

const open = async (pool = store.client.pool) => {
  listener = await listen({
    pool,
    channel: 'partners',
    onMessage: (payload) => heard.push(payload),
    onRecovered: () => heard.push('(recovered)'),
    onLost: ({ message }) => heard.push(`(lost: ${message})`),
  })
  return listener
}
const announce = (payload: string, channel = 'partners') =>
  store.client.pool.query('select pg_notify($1, $2)', [channel, payload])
const sessions = async () => {
  const { rows } = await store.client.pool.query<{ pid: number; name: string }>(
    `select pid, application_name as name from pg_stat_activity where datname = current_database() and query = 'listen partners'`,
  )
  return rows
}
const cut = async () => {
  for (const { pid } of await sessions()) await store.client.pool.query('select pg_terminate_backend($1)', [pid])
}

describe('listening on a channel', () => {
  test('hears what is announced on it, in its order, and nothing of other channels', async () => {
    const { connected } = await open()
    expect(connected()).toBe(true)
    await announce('one')
    await announce('elsewhere', 'catalogue')
    await announce('')
    await announce('three')
    await until(() => heard.length === 3)
    expect(heard).toEqual(['one', '', 'three'])
  })

  test('hears of a change once it is committed, and never of one that was rolled back', async () => {
    await open()
    const connection = await store.client.pool.connect()
    await connection.query(`begin; notify partners, 'dropped'; rollback`)
    await connection.query('begin')
    await connection.query(`notify partners, 'kept'`)
    await announce('another')
    await until(() => heard.length === 1)
    await connection.query('commit')
    connection.release()
    await until(() => heard.length === 2)
    expect(heard).toEqual(['another', 'kept'])
  })

  test('has a connection of its own, with the settings of the pool', async () => {
    const before = store.client.pool.totalCount
    await open()
    expect(await sessions()).toEqual([{ pid: expect.any(Number), name: 'marketplace' }])
    expect(store.client.pool.totalCount).toBeLessThanOrEqual(Math.max(before, 1))
  })

  test('ends with close, and says nothing about it', async () => {
    const { close, connected } = await open()
    close()
    expect(connected()).toBe(false)
    await until(async () => (await sessions()).length === 0)
    await announce('late')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(heard).toEqual([])
  })

  test('fails where nobody answers, and leaves no connection', async () => {
    const nowhere = openDatabase('postgresql://nobody@127.0.0.1:1/none', () => {})
    await expect(open(nowhere.pool)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await nowhere.close()
  })
})

describe('a connection that is cut', () => {
  test('is told once, and works again after a moment', async () => {
    const { connected } = await open()
    await cut()
    await until(() => heard.length === 1)
    expect(heard).toEqual([expect.stringMatching(/^\(lost: .*terminat/)])
    expect(connected()).toBe(false)
    await announce('meanwhile')
    await until(() => heard.length === 2)
    expect([heard[1], connected()]).toEqual(['(recovered)', true])
    await announce('again')
    await until(() => heard.length === 3)
    expect(heard[2]).toBe('again')
    expect(await sessions()).toHaveLength(1)
  })

  test('is tried again until the database is back', async () => {
    const moved = openDatabase(store.connectionString, () => {})
    const { connected } = await open(moved.pool)
    const { pathname } = new URL(store.connectionString)
    // No server listens at the first address.
    moved.moveTo(`postgresql://nobody@127.0.0.1:1${pathname}`)
    await cut()
    await until(() => !connected())
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(heard).toHaveLength(1)
    moved.moveTo(store.connectionString)
    await until(() => connected())
    await announce('found')
    await until(() => heard.includes('found'))
    await moved.close()
  })

  test('stays closed if it is closed before it is back', async () => {
    const { close, connected } = await open()
    await cut()
    await until(() => !connected())
    close()
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect([connected(), await sessions()]).toEqual([false, []])
    expect(heard).toHaveLength(1)
  })
})
