// Transactions compared with a model: nested savepoints, some of which fail and are caught, with rows written at once and at the end.
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../test/harness.ts'
import { statementsOf } from '../../test/statements.ts'
import type { Queryable } from './client.ts'
import { inSavepoint, insertAtEnd, inTransaction, type Transaction, writeAtEnd } from './transaction.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await store.client.pool.query('create table words (id serial, word text not null)')
})
afterAll(() => store.close())

type Step =
  | { do: 'write' | 'note' | 'statement'; word: string }
  | { do: 'read' }
  /** A statement that PostgreSQL refuses, in a savepoint of its own. */
  | { do: 'break' }
  | { do: 'savepoint'; steps: Step[]; fails: boolean }

class OnPurpose extends Error {}

const insert = (_: Queryable, rows: string[]) =>
  sql`insert into words (word) values ${sql.join(
    rows.map((word) => sql`(${word})`),
    sql`, `,
  )}`

/** The effect of a part of a transaction: rows written at once, and rows written before the commit. */
type Left = { written: string[]; noted: string[]; statements: string[] }

const run = async (transaction: Transaction, steps: readonly Step[], before: readonly string[]): Promise<Left> => {
  const left: Left = { written: [], noted: [], statements: [] }
  for (const step of steps)
    switch (step.do) {
      case 'write':
        await transaction.execute(insert(transaction, [step.word]))
        left.written.push(step.word)
        break
      case 'note':
        await insertAtEnd(transaction, insert, step.word)
        left.noted.push(step.word)
        break
      case 'statement':
        await writeAtEnd(transaction, { getSQL: () => insert(transaction, [step.word]) }, { rows: 1, of: 'words' })
        left.statements.push(step.word)
        break
      case 'read': {
        const { rows } = await transaction.execute<{ word: string }>(sql`select word from words order by id`)
        expect(rows.map(({ word }) => word)).toEqual([...before, ...left.written])
        break
      }
      case 'break':
        await expect(inSavepoint(transaction, (savepoint) => savepoint.execute(sql`select ${1} / 0`))).rejects.toThrow()
        break
      case 'savepoint': {
        const inner = await inSavepoint(transaction, async (savepoint) => {
          const done = await run(savepoint, step.steps, [...before, ...left.written])
          if (step.fails) throw new OnPurpose()
          return done
        }).catch((error: unknown) => {
          if (!(error instanceof OnPurpose)) throw error
          return { written: [], noted: [], statements: [] }
        })
        left.written.push(...inner.written)
        left.noted.push(...inner.noted)
        left.statements.push(...inner.statements)
      }
    }
  return left
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', "'", '\\'), minLength: 1, maxLength: 3 })
const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
  steps: fc.array(tie('step'), { maxLength: 5 }),
  step: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'steps' },
    fc.record({ do: fc.constantFrom('write' as const, 'note' as const, 'statement' as const), word }),
    fc.constantFrom<Step>({ do: 'read' }, { do: 'break' }),
    fc.record({ do: fc.constant('savepoint' as const), steps: tie('steps'), fails: fc.boolean() }),
  ),
}))

const stored = async () => {
  const { rows } = await store.client.pool.query<{ word: string }>('select word from words order by id')
  return rows.map(({ word: each }) => each)
}

test('after the commit exactly the rows that were not rolled back exist', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (program, fails) => {
      await store.client.pool.query('truncate words')
      let left: Left = { written: [], noted: [], statements: [] }
      const running = inTransaction(store.client.database, async (transaction) => {
        left = await run(transaction, program, [])
        if (fails) throw new OnPurpose()
      })
      if (fails) {
        await expect(running).rejects.toBeInstanceOf(OnPurpose)
        expect(await stored()).toEqual([])
        return
      }
      await running
      expect((await stored()).slice(0, left.written.length)).toEqual(left.written)
      // The order of rows that one statement writes at the end does not matter.
      const atEnd = [...left.noted, ...left.statements]
      expect((await stored()).slice(left.written.length).toSorted()).toEqual(atEnd.toSorted())
    }),
    { numRuns: 120 },
  )
})

test('each connection of the pool goes back as it came: none is left in a transaction', async () => {
  const { rows } = await store.client.pool.query<{ state: string }>(
    `select state from pg_stat_activity where datname = current_database() and application_name = 'marketplace' and state like 'idle in%'`,
  )
  expect(rows).toEqual([])
})

test('whatever is written at the end is one statement', async () => {
  await store.client.pool.query('truncate words')
  const sent = await statementsOf(() =>
    inTransaction(store.client.database, async (transaction) => {
      for (const each of ['a', 'b', 'c']) await insertAtEnd(transaction, insert, each)
      await inSavepoint(transaction, (savepoint) => insertAtEnd(savepoint, insert, 'd'))
      await writeAtEnd(transaction, { getSQL: () => insert(transaction, ['e']) })
    }),
  )
  expect(sent).toHaveLength(1)
  expect((await stored()).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
})
