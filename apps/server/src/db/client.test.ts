import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore, until } from '../../test/harness.ts'
import { type DatabaseClient, openDatabase } from './client.ts'
import { REQUEST_LIMITS } from './limits.ts'

let store: TestStore
let admin: pg.Client
let client: DatabaseClient
let reported: string[]

beforeAll(async () => {
  store = await openTestStore()
  admin = new pg.Client(store.connectionString)
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await store.close()
})
beforeEach(() => {
  reported = []
  client = openDatabase(store.connectionString, ({ message }) => reported.push(message), REQUEST_LIMITS)
  return () => client.close()
})

const pidOf = async (connection: Pick<pg.PoolClient, 'query'>) =>
  (await connection.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
const terminate = (pid: number | undefined) => admin.query('select pg_terminate_backend($1)', [pid])
const one = async () => (await client.database.execute(sql`select 1 as one`)).rows

describe('a connection that is lost', () => {
  test('is reported if it is checked out and idle, and the process survives', async () => {
    const connection = await client.pool.connect()
    await terminate(await pidOf(connection))
    await until(() => reported.length > 0)
    connection.release()
    expect(await one()).toEqual([{ one: 1 }])
  })

  test('fails its transaction, and the next one gets another connection', async () => {
    const transaction = client.database.transaction(async (database) => {
      const { rows } = await database.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await terminate(rows[0]?.pid)
      await database.execute(sql`select 1`)
    })
    await expect(transaction).rejects.toThrow()
    expect(await client.database.transaction((database) => database.execute(sql`select 1 as one`))).toMatchObject({ rowCount: 1 })
  })

  test('leaves no gap in the pool if it breaks before begin', async () => {
    const cut = (connection: pg.PoolClient) => void connection.connection.stream.destroy()
    client.pool.on('acquire', cut)
    for (let count = 0; count <= REQUEST_LIMITS.max; count++)
      await expect(client.database.transaction(async () => {})).rejects.toThrow(/Failed query: begin/)
    client.pool.off('acquire', cut)
    expect(await client.database.transaction((database) => database.execute(sql`select 1 as one`))).toMatchObject({ rowCount: 1 })
  })
})

describe('a query of a request', () => {
  test('is ended if it takes too long or waits too long for a lock', async () => {
    await expect(client.pool.query('select pg_sleep(30)')).rejects.toMatchObject({ code: '57014' })
    await admin.query('begin; lock table facts')
    await expect(client.pool.query('select * from facts')).rejects.toMatchObject({ code: '55P03' })
    await admin.query('rollback')
  })

  test('waits a limited time for a connection', async () => {
    const held = await Promise.all(Array.from({ length: REQUEST_LIMITS.max }, () => client.pool.connect()))
    await expect(one()).rejects.toThrow()
    for (const connection of held) connection.release()
    expect(await one()).toEqual([{ one: 1 }])
  })

  test('fails if the database does not respond', async () => {
    const connection = await client.pool.connect()
    // Without its own time limit the database behaves as if it hung.
    await connection.query('set statement_timeout = 0')
    await expect(connection.query('select pg_sleep(30)')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    await expect(connection.query('select 1')).rejects.toThrow()
    connection.release()
    expect(await one()).toEqual([{ one: 1 }])
    expect(client.pool.totalCount).toBe(1)
  })

  test('has the same limits after a long idle time', async () => {
    const before = await pidOf(client.pool)
    await client.pool.query('set statement_timeout = 0')
    await new Promise((resolve) => setTimeout(resolve, (REQUEST_LIMITS.silenceMs ?? 0) + 1_000))
    expect(await pidOf(client.pool)).toBe(before)
    expect(reported).toEqual([])
    await expect(client.pool.query('select pg_sleep(20)')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  })
})
