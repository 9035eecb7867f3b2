import { sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestStore, type TestStore } from '../../test/harness.ts'
import { statementsOf } from '../../test/statements.ts'
import { compiled, type Value } from './compiled.ts'
import { facts } from './schema.ts'
import { inSavepoint, inTransaction } from './transaction.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(() => store.client.pool.query('truncate facts'))

const find = compiled<{ key: string; value: string }, 'key'>(
  (value) => sql`select key, value from ${facts} where ${facts.key} = ${value('key')}`,
)
const add = compiled<{ key: string }, 'key' | 'value'>(
  (value) => sql`insert into ${facts} (key, value) values (${value('key')}, ${value('value')}) returning key`,
)

describe('a compiled statement', () => {
  test('is built once, however often it is sent', async () => {
    const build = vi.fn((value: Value<'word'>) => sql`select ${value('word')}::text as word`)
    const say = compiled<{ word: string }, 'word'>(build)
    expect(build).not.toHaveBeenCalled()
    for (const word of ['one', 'two', 'three']) expect(await say(store.client.database, { word })).toEqual([{ word }])
    expect(build).toHaveBeenCalledTimes(1)
  })

  test('has the values of each call where their names stand, each as often as it is named', async () => {
    const turn = compiled<Record<'a' | 'b' | 'c' | 'd', string>, 'x' | 'y'>(
      (value) => sql`select ${value('y')}::text as a, ${value('x')}::text as b, ${value('y')}::text as c, ${'fixed'}::text as d`,
    )
    expect(await turn(store.client.database, { x: '1', y: '2' })).toEqual([{ a: '2', b: '1', c: '2', d: 'fixed' }])
    expect(await turn(store.client.database, { x: '3', y: '4' })).toEqual([{ a: '4', b: '3', c: '4', d: 'fixed' }])
  })

  test.each(["'; drop table facts; --", '$1', '\\', '"', '${key}', 'ü \u{1f600}'])(
    'sends %j as a value, and never as a part of its text',
    async (key) => {
      const sent = await statementsOf(async () => {
        await add(store.client.database, { key, value: 'kept' })
        expect(await find(store.client.database, { key })).toEqual([{ key, value: 'kept' }])
      })
      expect(sent).toEqual([expect.stringContaining('values ($1, $2)'), expect.stringContaining('= $1')])
    },
  )

  test('answers instants as text, as drizzle’s execute does', async () => {
    const text = sql`select '2026-11-20T12:00:00.5Z'::timestamptz as at, '2026-11-20'::date as day, 7 as number, null as none, '{"a":1}'::jsonb as json`
    const now = compiled(() => text)
    const { rows } = await store.client.database.execute(text)
    expect(await now(store.client.database, {})).toEqual(rows)
    expect(rows[0]).toMatchObject({ day: '2026-11-20', number: 7, none: null, json: { a: 1 }, at: expect.any(String) })
  })

  test('says what failed, with the error of the database as its cause', async () => {
    await add(store.client.database, { key: 'once', value: 'a' })
    const again = add(store.client.database, { key: 'once', value: 'b' })
    await expect(again).rejects.toBeInstanceOf(DrizzleQueryError)
    await expect(again).rejects.toMatchObject({
      query: expect.stringContaining('insert into "facts"'),
      params: ['once', 'b'],
      cause: { code: '23505', constraint: 'facts_key_pk' },
    })
  })
})

describe('in a transaction, a compiled statement', () => {
  test('reads what the transaction has written, and is taken back with it', async () => {
    const failing = inTransaction(store.client.database, async (transaction) => {
      await add(transaction, { key: 'a', value: '1' })
      expect(await find(transaction, { key: 'a' })).toHaveLength(1)
      expect(await find(store.client.database, { key: 'a' })).toEqual([])
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await find(store.client.database, { key: 'a' })).toEqual([])
  })

  test('is a part of the savepoint in which it is sent', async () => {
    await inTransaction(store.client.database, async (transaction) => {
      await add(transaction, { key: 'kept', value: '1' })
      const failing = inSavepoint(transaction, async (savepoint) => {
        await add(savepoint, { key: 'dropped', value: '2' })
        await add(savepoint, { key: 'kept', value: 'again' })
      })
      await expect(failing).rejects.toBeInstanceOf(DrizzleQueryError)
      await inSavepoint(transaction, (savepoint) => inSavepoint(savepoint, (inner) => add(inner, { key: 'inner', value: '3' })))
    })
    const { rows } = await store.client.pool.query<{ key: string }>('select key from facts order by key')
    expect(rows.map(({ key }) => key)).toEqual(['inner', 'kept'])
  })

  test('is refused in a savepoint that nobody has told of, instead of being sent on another connection', async () => {
    const lost = inTransaction(store.client.database, (transaction) =>
      transaction.transaction(async (savepoint) => find(savepoint, { key: 'a' })),
    )
    await expect(lost).rejects.toMatchObject({ cause: { message: 'a savepoint was opened without inSavepoint' } })
  })
})
