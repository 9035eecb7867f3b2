import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../test/harness.ts'
import type { Queryable } from './client.ts'
import { inSavepoint, insertAtEnd, inTransaction } from './transaction.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await store.client.pool.query('create table noted (id serial, word text not null)')
})
afterAll(() => store.close())
beforeEach(() => store.client.pool.query('truncate noted'))

const written: string[][] = []
const insert = async (database: Queryable, words: string[]) => {
  written.push(words)
  for (const word of words) await database.execute(sql`insert into noted (word) values (${word})`)
}
const note = (database: Queryable, word: string) => insertAtEnd(database, insert, word)
const noted = async () =>
  (await store.client.pool.query<{ word: string }>('select word from noted order by id')).rows.map(({ word }) => word)

describe('rows at the end of a transaction', () => {
  beforeEach(() => void written.splice(0))

  test('are written by one statement, in their order, with what the transaction writes', async () => {
    await inTransaction(store.client.database, async (transaction) => {
      for (const word of ['one', 'two', 'three']) await note(transaction, word)
      expect(written).toEqual([])
    })
    expect([written, await noted()]).toEqual([[['one', 'two', 'three']], ['one', 'two', 'three']])
  })

  test('are not written if the transaction fails', async () => {
    const failing = inTransaction(store.client.database, async (transaction) => {
      await note(transaction, 'lost')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect([written, await noted()]).toEqual([[], []])
  })

  test('make the transaction fail if they cannot be written', async () => {
    const failing = inTransaction(store.client.database, async (transaction) => {
      await transaction.execute(sql`insert into noted (word) values ('first')`)
      await note(transaction, null as never)
    })
    await expect(failing).rejects.toThrow()
    expect(await noted()).toEqual([])
  })

  test('of a savepoint that is rolled back are dropped, those of another one are kept', async () => {
    await inTransaction(store.client.database, async (transaction) => {
      await note(transaction, 'before')
      await inSavepoint(transaction, async (savepoint) => {
        await note(savepoint, 'kept')
        await inSavepoint(savepoint, (inner) => note(inner, 'kept inside'))
        await inSavepoint(savepoint, async (inner) => {
          await note(inner, 'dropped')
          throw new Error('no')
        }).catch(() => {})
      })
      await note(transaction, 'after')
    })
    expect(await noted()).toEqual(['before', 'kept', 'kept inside', 'after'])
  })

  test('are written at once outside a transaction', async () => {
    await note(store.client.database, 'now')
    expect(await noted()).toEqual(['now'])
  })
})
