import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestStore, type TestStore } from '../../test/harness.ts'
import { clientOf } from './client.ts'
import { inTransaction } from './transaction.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await store.client.pool.query('create table repeated (id text primary key, amount int not null)')
})
afterAll(() => store.close())
beforeEach(() => store.client.pool.query('truncate repeated'))

/** Runs in one transaction, and so on one connection. */
const prepared = (
  times: number,
  like: string,
  work: (run: (text: ReturnType<typeof sql>) => Promise<unknown>) => Promise<unknown>,
) =>
  inTransaction(store.client.database, async (transaction) => {
    for (let time = 0; time < times; time++) await work((text) => transaction.execute(text))
    const { rows } = await transaction.execute<{ statement: string }>(
      sql.raw(`select statement from pg_prepared_statements where statement like '%${like}%'`),
    )
    return rows.length
  })

test('a statement with parameters is prepared when it repeats', async () => {
  const read = (run: (text: ReturnType<typeof sql>) => Promise<unknown>) =>
    run(sql`select amount as first from repeated where id = ${'a'}`)
  expect(await prepared(4, 'as first', read)).toBe(0)
  expect(await prepared(1, 'as first', read)).toBe(1)
})

test('its answers are those of its parameters', async () => {
  await inTransaction(store.client.database, async (transaction) => {
    for (let amount = 0; amount < 10; amount++) {
      const { rows } = await transaction.execute<{ amount: number }>(
        sql`insert into repeated values (${`id-${amount}`}, ${amount}) returning amount`,
      )
      expect(rows).toEqual([{ amount }])
    }
  })
})

/** Records the messages of a kind to PostgreSQL. */
const spyOn = (message: 'describe' | 'parse') =>
  vi.spyOn(pg.Connection.prototype as unknown as Record<typeof message, (sent: unknown) => void>, message)

test('its rows are described once for a connection, whether they are read as arrays or as objects', async () => {
  const describe = spyOn('describe')
  try {
    await inTransaction(store.client.database, async (transaction) => {
      await transaction.execute(sql`insert into repeated values (${'described'}, ${1})`)
      const text = 'select id, amount, null::date as day from repeated where id = $1'
      const ask = async (rowMode?: 'array') =>
        (await clientOf(transaction).query({ text, ...(rowMode && { rowMode }) } as pg.QueryConfig, ['described']))
          .rows as unknown
      for (let time = 0; time < 5; time++) expect(await ask()).toEqual([{ id: 'described', amount: 1, day: null }])
      describe.mockClear()
      for (let time = 0; time < 3; time++) {
        expect(await ask()).toEqual([{ id: 'described', amount: 1, day: null }])
        expect(await ask('array')).toEqual([['described', 1, null]])
      }
      // Only the first query for rows as arrays asks for a description.
      expect(describe).toHaveBeenCalledTimes(1)
    })
  } finally {
    describe.mockRestore()
  }
})

test('one without rows is described once too, and says how many it changed', async () => {
  const describe = spyOn('describe')
  try {
    await inTransaction(store.client.database, async (transaction) => {
      const change = async () => (await transaction.execute(sql`update repeated set amount = 2 where id <> ${'nobody'}`)).rowCount
      await transaction.execute(sql`insert into repeated values (${'changed'}, ${1})`)
      for (let time = 0; time < 5; time++) expect(await change()).toBe(1)
      describe.mockClear()
      for (let time = 0; time < 3; time++) expect(await change()).toBe(1)
      expect(describe).not.toHaveBeenCalled()
    })
  } finally {
    describe.mockRestore()
  }
})

test('it is prepared for those who ask the pool, too', async () => {
  const asked = spyOn('parse')
  try {
    const read = () => store.client.database.execute(sql`select amount as pooled from repeated where id = ${'a'}`)
    for (let time = 0; time < 60; time++) expect((await read()).rows).toEqual([])
    const parsed = asked.mock.calls.filter((call) => JSON.stringify(call).includes('as pooled')).length
    expect(parsed).toBeLessThan(20)
  } finally {
    asked.mockRestore()
  }
})

test('one that fails is sent again, and a failed transaction is rolled back as before', async () => {
  const insert = () =>
    inTransaction(store.client.database, (transaction) => transaction.execute(sql`insert into repeated values (${'same'}, ${1})`))
  await insert()
  for (let time = 0; time < 8; time++) await expect(insert()).rejects.toThrow(/insert into repeated/)
  const { rows } = await store.client.pool.query('select id from repeated')
  expect(rows).toEqual([{ id: 'same' }])
})

test('a change of the schema is an error once for a connection', async () => {
  const { pool } = store.client
  const connection = await pool.connect()
  try {
    const ask = () => connection.query({ text: 'select amount as changed from repeated where id = $1' }, ['a'])
    for (let time = 0; time < 6; time++) await ask()
    await pool.query('alter table repeated alter column amount type bigint')
    await expect(ask()).rejects.toMatchObject({ code: '0A000' })
    expect((await ask()).rows).toEqual([])
  } finally {
    connection.release()
  }
})

// The last test, because it uses up the names of the whole pool.
test('a statement with lists of any length does not fill the memory of a connection', async () => {
  let length = 0
  const many = async (run: (text: ReturnType<typeof sql>) => Promise<unknown>) => {
    length++
    const ids = sql.join(
      Array.from({ length }, (_, id) => sql`${id}`),
      sql`, `,
    )
    for (let time = 0; time < 5; time++) await run(sql`select 1 as listed where 1 in (${ids})`)
  }
  expect(await prepared(450, 'as listed', many)).toBeLessThanOrEqual(400)
})
