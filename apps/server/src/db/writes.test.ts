import { eq, sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../test/harness.ts'
import { statementsOf } from '../../test/statements.ts'
import { inSavepoint, inTransaction, type Transaction, writeAtEnd } from './transaction.ts'
import { declareChange, declareInsert, declareWrite } from './writes.ts'

const visits = pgTable('visits', {
  name: text().primaryKey(),
  count: integer().notNull().default(7),
  lastAt: timestamp({ withTimezone: true }),
  details: jsonb(),
  revision: integer().notNull().default(0),
})

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await store.client.pool.query(
    `create table visits (name text primary key, count int not null default 7, last_at timestamptz, details jsonb,
      revision int not null default 0)`,
  )
})
afterAll(() => store.close())
beforeEach(() => store.client.pool.query('truncate visits'))

const inserted = declareInsert(visits)
const changed = declareChange<typeof visits, 'name'>(visits, (value) => eq(visits.name, value('name')), {
  revision: sql`${visits.revision} + 1`,
})
const counted = declareWrite<'name' | 'by'>(
  (value) => sql`update ${visits} set count = count + ${value('by')}::int where name = ${value('name')}`,
)
const all = () => store.client.database.select().from(visits).orderBy(visits.name)
const inOne = (work: (transaction: Transaction) => Promise<unknown>) =>
  statementsOf(() => inTransaction(store.client.database, work))
const lastAt = new Date('2026-11-20T12:00:00.5Z')
const empty = { count: 7, lastAt: null, details: null, revision: 0 }

test('declared writes of a transaction are one statement, each with its own values', async () => {
  await store.client.database.insert(visits).values([{ name: 'x' }, { name: 'y', lastAt, details: { old: true } }])
  const sent = await inOne(async (transaction) => {
    await writeAtEnd(transaction, inserted([{ name: 'a', lastAt, details: ['list'] }, { name: 'b' }]))
    await writeAtEnd(transaction, changed({ lastAt: null, details: null }, { name: 'y' }), { rows: 1, of: 'visits of y' })
    await writeAtEnd(transaction, counted({ name: 'x', by: 3 }), { rows: 1, of: 'visits of x' })
  })
  expect(sent).toHaveLength(1)
  expect(await all()).toEqual([
    { ...empty, name: 'a', lastAt, details: ['list'] },
    { ...empty, name: 'b' },
    { ...empty, name: 'x', count: 10 },
    { ...empty, name: 'y', revision: 1 },
  ])
  const { rows } = await store.client.pool.query("select details is null as none from visits where name = 'y'")
  expect(rows).toEqual([{ none: true }])
})

test('writes of one shape have one text, others have their own', async () => {
  const write = async (names: string[], count?: number) => {
    const rows = names.map((name) => ({ name, count }))
    const [text] = await inOne((transaction) => writeAtEnd(transaction, inserted(rows)))
    return text
  }
  const [one, same, two, more] = [await write(['a']), await write(['b']), await write(['c', 'd']), await write(['e'], 1)]
  expect(same).toBe(one)
  expect(new Set([one, two, more]).size).toBe(3)
  expect((await all()).map(({ name, count }) => [name, count])).toEqual([
    ['a', 7],
    ['b', 7],
    ['c', 7],
    ['d', 7],
    ['e', 1],
  ])
})

test('the same writes with and without an expected number of rows are different statements', async () => {
  await inOne((transaction) => writeAtEnd(transaction, counted({ name: 'none', by: 1 })))
  class Missing extends Error {}
  const expected = { rows: 1, of: 'visits', none: () => new Missing() }
  await expect(inOne((transaction) => writeAtEnd(transaction, counted({ name: 'none', by: 1 }), expected))).rejects.toThrow(
    Missing,
  )
  await inOne((transaction) => writeAtEnd(transaction, counted({ name: 'none', by: 1 })))
})

test('a wrong number of rows takes everything back', async () => {
  const failing = inOne(async (transaction) => {
    await writeAtEnd(transaction, inserted([{ name: 'a' }]))
    await writeAtEnd(transaction, changed({ count: 1 }, { name: 'b' }), { rows: 1, of: 'visits of b' })
  })
  await expect(failing).rejects.toMatchObject({ cause: { message: expect.stringContaining('0 rows of visits of b') } })
  expect(await all()).toEqual([])
})

test('declared writes and plain ones, and those of a savepoint, are one statement', async () => {
  const sent = await inOne(async (transaction) => {
    await writeAtEnd(transaction, inserted([{ name: 'a', lastAt, details: { a: 1 } }]), { rows: 1, of: 'a' })
    await writeAtEnd(transaction, { getSQL: () => sql`insert into visits (name) values (${'b'})` }, { rows: 1, of: 'b' })
    await inSavepoint(transaction, (savepoint) => writeAtEnd(savepoint, inserted([{ name: 'c', details: null }])))
    await inSavepoint(transaction, async (savepoint) => {
      await writeAtEnd(savepoint, inserted([{ name: 'dropped' }]))
      throw new Error('on purpose')
    }).catch(() => {})
  })
  expect(sent).toHaveLength(1)
  expect(await all()).toEqual([
    { ...empty, name: 'a', lastAt, details: { a: 1 } },
    { ...empty, name: 'b' },
    { ...empty, name: 'c' },
  ])
})
