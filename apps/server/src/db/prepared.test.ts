import { eq } from 'drizzle-orm'
import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestStore, type TestStore } from '../../test/harness.ts'
import { statementsOf } from '../../test/statements.ts'
import type { Database } from './client.ts'
import type { Value } from './compiled.ts'
import { prepared, preparedFor } from './prepared.ts'
import { inTransaction } from './transaction.ts'

const visits = pgTable('visits', {
  name: text().primaryKey(),
  count: integer().notNull().default(7),
  lastAt: timestamp({ withTimezone: true }),
  details: jsonb(),
})

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await store.client.pool.query(
    'create table visits (name text primary key, count int not null default 7, last_at timestamptz, details jsonb)',
  )
})
afterAll(() => store.close())
beforeEach(() => store.client.pool.query('truncate visits'))

const find = prepared((database, value: Value<'name'>) =>
  database
    .select()
    .from(visits)
    .where(eq(visits.name, value('name'))),
)
const insert = preparedFor(visits, (database, row) => database.insert(visits).values(row).onConflictDoNothing().returning())
const change = preparedFor(visits, (database, row, value: Value<'name'>) =>
  database
    .update(visits)
    .set(row)
    .where(eq(visits.name, value('name')))
    .returning(),
)
const lastAt = new Date('2026-11-20T12:00:00.5Z')

describe('a prepared statement', () => {
  test('is built once for a connection, however many transactions send it', async () => {
    const build = vi.fn((database: Database, value: Value<'name'>) =>
      database
        .select()
        .from(visits)
        .where(eq(visits.name, value('name'))),
    )
    const read = prepared(build)
    for (const name of ['a', 'b', 'c'])
      await inTransaction(store.client.database, async (transaction) => {
        await insert(transaction, { name })
        expect(await read(transaction, { name })).toEqual([{ name, count: 7, lastAt: null, details: null }])
        expect(await read(transaction, { name: 'none' })).toEqual([])
      })
    expect(build).toHaveBeenCalledTimes(1)
  })

  test('is part of the transaction that it begins, however often it was sent before', async () => {
    for (let times = 0; times < 8; times++) {
      const failing = inTransaction(store.client.database, async (transaction) => {
        expect(await insert(transaction, { name: 'a' })).toHaveLength(1)
        expect(await find(transaction, { name: 'a' })).toHaveLength(1)
        expect(await find(store.client.database, { name: 'a' })).toEqual([])
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
    }
    expect(await find(store.client.database, { name: 'a' })).toEqual([])
  })

  test('is refused in a savepoint that nobody has told of', async () => {
    const lost = inTransaction(store.client.database, (transaction) =>
      transaction.transaction(async (savepoint) => find(savepoint, { name: 'a' })),
    )
    await expect(lost).rejects.toThrow('a savepoint was opened without inSavepoint')
  })
})

describe('a prepared statement of a row', () => {
  test.each([
    { row: { name: 'all', count: 1, lastAt, details: { list: ['a'] } } },
    { row: { name: 'list', details: ['a', 'b'] } },
    { row: { name: 'null', count: 2, lastAt: null, details: null } },
    { row: { name: 'undefined', count: undefined, lastAt: undefined } },
    { row: { name: 'unknown', other: 'ignored' } },
  ])('writes what drizzle writes: $row.name', async ({ row }) => {
    const [plain] = await store.client.database.insert(visits).values(row).returning()
    await store.client.pool.query('delete from visits')
    expect(await insert(store.client.database, row)).toEqual([plain])
    expect(await find(store.client.database, row)).toEqual([plain])
    const { rows } = await store.client.pool.query('select details is null as none from visits')
    expect(rows).toEqual([{ none: !row.details }])
  })

  test('changes the given columns only', async () => {
    await insert(store.client.database, { name: 'a', count: 1, lastAt, details: {} })
    expect(await change(store.client.database, { lastAt: null, count: undefined }, { name: 'a' })).toEqual([
      { name: 'a', count: 1, lastAt: null, details: {} },
    ])
    expect(await change(store.client.database, { count: 3 }, { name: 'a' })).toEqual([
      { name: 'a', count: 3, lastAt: null, details: {} },
    ])
    expect(await change(store.client.database, { count: 3 }, { name: 'b' })).toEqual([])
  })

  test('sends values apart from the text', async () => {
    const name = "'; drop table visits; --"
    const sent = await statementsOf(() => insert(store.client.database, { name }))
    expect(sent).toEqual([expect.not.stringContaining('drop')])
    expect(await find(store.client.database, { name })).toHaveLength(1)
  })
})
