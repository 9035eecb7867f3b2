import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../test/harness.ts'
import { statementsOf } from '../../test/statements.ts'
import type { Queryable } from './client.ts'
import { inSavepoint, insertAtEnd, inTransaction, writeAtEnd } from './transaction.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await store.client.pool.query('create table noted (id serial, word text not null)')
})
afterAll(() => store.close())
beforeEach(() => store.client.pool.query('truncate noted'))

const written: string[][] = []
const insert = (_: Queryable, words: string[]) => {
  written.push(words)
  const values = words.map((word) => sql`(${word})`)
  return sql`insert into noted (word) values ${sql.join(values, sql`, `)}`
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

describe('statements at the end of a transaction', () => {
  const change = (from: string, to: string) => sql`update noted set word = ${to} where word = ${from}`
  beforeEach(() => store.client.pool.query(`insert into noted (word) values ('first'), ('second')`))

  test('are one, and nobody sees them before', async () => {
    await inTransaction(store.client.database, async (transaction) => {
      await writeAtEnd(transaction, change('first', '1st'), { rows: 1, of: 'the first' })
      await writeAtEnd(transaction, change('second', '2nd'))
      await note(transaction, 'third')
      const { rows } = await transaction.execute(sql`select word from noted order by id`)
      expect(rows).toEqual([{ word: 'first' }, { word: 'second' }])
    })
    expect((await noted()).toSorted()).toEqual(['1st', '2nd', 'third'])
  })

  test('write nothing if one of them changes other rows than expected', async () => {
    const failing = inTransaction(store.client.database, async (transaction) => {
      await transaction.execute(change('first', 'changed'))
      await writeAtEnd(transaction, change('second', '2nd'), { rows: 1, of: 'the second' })
      await writeAtEnd(transaction, change('nobody', 'somebody'), { rows: 1, of: 'nobody' })
    })
    await expect(failing).rejects.toThrow('rows of nobody')
    expect(await noted()).toEqual(['first', 'second'])
  })

  test('make the error that was asked for if one of them changes nothing, and no other error', async () => {
    const write = (words: [string, string][]) =>
      inTransaction(store.client.database, async (transaction) => {
        for (const [from, to] of words) {
          const none = () => new RangeError(`nobody is called ${from}`)
          await writeAtEnd(transaction, change(from, to), { rows: 1, of: `the word ${from}`, none })
        }
      })
    await expect(
      write([
        ['first', '1st'],
        ['nobody', 'somebody'],
      ]),
    ).rejects.toThrow(new RangeError('nobody is called nobody'))
    expect(await noted()).toEqual(['first', 'second'])
    await write([['second', 'first']])
    await expect(write([['first', '1st']])).rejects.toThrow('Failed query')
    expect(await noted()).toEqual(['first', 'first'])
  })

  test('leave nothing of a transaction that has not written anything else', async () => {
    for (let time = 0; time < 3; time++)
      await expect(
        inTransaction(store.client.database, (transaction) =>
          writeAtEnd(transaction, sql`insert into noted (word) values (${null})`),
        ),
      ).rejects.toThrow()
    await inTransaction(store.client.database, (transaction) => writeAtEnd(transaction, change('first', '1st')))
    expect((await noted()).toSorted()).toEqual(['1st', 'second'])
  })
})

describe('the first message of a transaction', () => {
  /** Runs one transaction of the connection, whose statements are prepared by then. */
  const insertOne = (word: string) =>
    inTransaction(store.client.database, async (transaction) => {
      await transaction.execute(sql`insert into noted (word) values (${word})`)
    })

  test('goes with its first statement, which is not run if it fails', async () => {
    await insertOne('one')
    await insertOne('two')
    // PostgreSQL no longer knows the prepared `begin`, so the message fails at its first part.
    await store.client.pool.query('deallocate all')
    await expect(insertOne('outside')).rejects.toThrow()
    expect(await noted()).toEqual(['one', 'two'])
    // From then on `begin` is sent separately.
    await insertOne('three')
    expect(await noted()).toEqual(['one', 'two', 'three'])
  })

  test('a savepoint is rolled back alone, whatever was sent of it', async () => {
    for (let time = 0; time < 3; time++)
      await inTransaction(store.client.database, async (transaction) => {
        await inSavepoint(transaction, async () => {})
        await inSavepoint(transaction, async () => {
          throw new Error('no')
        }).catch(() => {})
        await transaction.execute(sql`insert into noted (word) values (${`kept ${time}`})`)
        await inSavepoint(transaction, async (savepoint) => {
          await savepoint.execute(sql`insert into noted (word) values (${'dropped'})`)
          throw new Error('no')
        }).catch(() => {})
        await inSavepoint(transaction, async (savepoint) => {
          await savepoint.execute(sql`insert into noted (word) values (${`inner ${time}`})`)
        })
      })
    expect(await noted()).toEqual([0, 1, 2].flatMap((time) => [`kept ${time}`, `inner ${time}`]))
  })

  test('is nothing for a transaction that asks nothing', async () => {
    await insertOne('one')
    const sent = await statementsOf(() => inTransaction(store.client.database, async () => {}))
    expect(sent).toEqual([])
    await insertOne('two')
    expect(await noted()).toEqual(['one', 'two'])
  })
})
