import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../test/harness.ts'
import { ensureFact, readFact, writeFact } from './facts.ts'
import { inTransaction } from './transaction.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(() => store.client.pool.query('truncate facts'))

describe('a fact about the installation', () => {
  test('is unknown until it is written, and then what was written last', async () => {
    const { database } = store.client
    expect(await readFact(database, 'build')).toBeUndefined()
    await writeFact(database, 'build', 'one')
    await writeFact(database, 'another', 'other')
    await writeFact(database, 'build', 'two')
    expect([await readFact(database, 'build'), await readFact(database, 'another')]).toEqual(['two', 'other'])
  })

  test('may be any text that PostgreSQL can store, under any such key', async () => {
    const { database } = store.client
    const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((each) => !each.includes('\0'))
    await fc.assert(
      fc.asyncProperty(text, text, async (key, value) => {
        await writeFact(database, key, value)
        expect(await readFact(database, key)).toBe(value)
      }),
      { numRuns: 40 },
    )
  })

  test('is taken back with its transaction', async () => {
    const { database } = store.client
    const failing = inTransaction(database, async (transaction) => {
      await writeFact(transaction, 'build', 'one')
      expect(await readFact(transaction, 'build')).toBe('one')
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await readFact(database, 'build')).toBeUndefined()
  })
})

describe('a fact that is made once', () => {
  test('is the first that was made, whatever would be made later', async () => {
    const { database } = store.client
    expect(await ensureFact(database, 'key', () => 'first')).toBe('first')
    expect(await ensureFact(database, 'key', () => 'second')).toBe('first')
    await writeFact(database, 'key', 'written')
    expect(await ensureFact(database, 'key', () => 'third')).toBe('written')
  })

  test('is the same for processes that make it at once', async () => {
    const makers = Array.from({ length: 12 }, (_, index) =>
      ensureFact((index % 2 === 0 ? store.client : store.requests).database, 'key', () => `made by ${index}`),
    )
    const made = new Set(await Promise.all(makers))
    expect(made.size).toBe(1)
    expect([await readFact(store.client.database, 'key')]).toEqual([...made])
  })

  test('is not another one while the process that makes it has not committed', async () => {
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
    const { promise: made, resolve: isMade } = Promise.withResolvers<void>()
    const first = inTransaction(store.client.database, async (transaction) => {
      const value = await ensureFact(transaction, 'key', () => 'first')
      isMade()
      await committed
      return value
    })
    await made
    const second = ensureFact(store.requests.database, 'key', () => 'second')
    commit()
    expect(await Promise.all([first, second])).toEqual(['first', 'first'])
  })
})
