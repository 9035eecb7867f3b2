import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../test/harness.ts'
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
}, 60_000)
