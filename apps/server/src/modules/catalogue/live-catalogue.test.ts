import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { countVotes, openTestStore, type TestStore, until } from '../../../test/harness.ts'
import { openDatabase } from '../../db/client.ts'
import { applications } from '../../db/schema.ts'
import { systemClock } from '../../core/clock.ts'
import { type LiveCatalogue, openLiveCatalogue } from './live-catalogue.ts'

let store: TestStore
let live: LiveCatalogue
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.clear('applications', 'developers', 'categories', 'pictures')
  await store.importLines([line('one'), line('two')])
  live = await openLiveCatalogue(store.client, systemClock, { warn: () => {} })
})
afterEach(() => live.close())

const slugs = () =>
  live
    .current()
    .entries.map(({ slug }) => slug)
    .toSorted()

describe('the live catalogue', () => {
  test('starts with the stored applications', () => {
    expect(slugs()).toEqual(['one', 'two'])
    expect(live.current().categoryBySlug.get('crm')?.id).toBe(5)
    expect([...live.current().developerById.values()].map(({ name }) => name)).toEqual(['Larkspur'])
  })

  test('sees a new application, a change and a removal, with a new revision each', async () => {
    const first = live.current().revision
    await store.importLines([line('three', { company: { name: 'Sorrel' }, category: { slug: 'hr', name: 'HR' } })])
    await until(() => live.current().bySlug.has('three') && live.current().categoryBySlug.has('hr'))
    expect(live.current().revision).toBeGreaterThan(first)
    const developer = live.current().bySlug.get('three')?.developerId ?? ''
    expect(live.current().developerById.get(developer)?.name).toBe('Sorrel')

    await store.client.database.update(applications).set({ hidden: true }).where(eq(applications.slug, 'one'))
    await until(() => live.current().bySlug.get('one')?.hidden === true)

    await store.client.database.delete(applications).where(eq(applications.slug, 'two'))
    await until(() => !live.current().bySlug.has('two'))
    expect(slugs()).toEqual(['one', 'three'])
  })

  test('sees a rating, and adds it to the catalogue’s votes', async () => {
    await store.importLines([line('one', { rating: { rate: 5, votes: 3 } })])
    await until(() => live.current().bySlug.get('one')?.rating.votes === 3)
    const { id } = live.current().bySlug.get('one') ?? {}
    await store.client.pool.query(`insert into ratings (id, application_id, rate) values ('r', $1, 1)`, [id])
    await countVotes(store)
    await until(() => live.current().bySlug.get('one')?.rating.votes === 4)
    expect(live.current().bySlug.get('one')?.rating).toEqual({ rate: 4, votes: 4 })
    expect(live.current().bySlug.get('two')?.rating).toEqual({ rate: 0, votes: 0 })
    const fresh = await openLiveCatalogue(store.client, systemClock, { warn: () => {} })
    expect(fresh.current().bySlug.get('one')?.rating).toEqual({ rate: 4, votes: 4 })
    await fresh.close()

    await store.client.pool.query('delete from ratings')
    await countVotes(store)
    await until(() => live.current().bySlug.get('one')?.rating.votes === 3)
    expect(live.current().bySlug.get('one')?.rating).toEqual({ rate: 5, votes: 3 })
  })

  test('reads what has changed again, and nothing else', async () => {
    await store.importLines(Array.from({ length: 60 }, (_, index) => line(`app-${index}`)))
    await until(() => live.current().entries.length === 62)
    const setInstallations = async (slug: string) => {
      const { id } = live.current().bySlug.get(slug) ?? {}
      await store.client.pool.query('update applications set installations = 99 where id = $1', [id])
      await until(() => live.current().bySlug.get(slug)?.installations === 99)
      return id
    }
    // Announcements are read in their order: after this change, what the import announced has been read.
    await setInstallations('app-8')
    const query = vi.spyOn(pg.Client.prototype, 'query')
    try {
      const id = await setInstallations('app-7')
      // A statement that was prepared because it repeats has its values in itself.
      const asked = query.mock.calls.map(([statement, values]) => values ?? (statement as { values?: unknown }).values)
      // The update itself, and one statement that reads the row again.
      expect(asked).toEqual([[id], [id]])
    } finally {
      query.mockRestore()
    }
  })

  test('does not see a change that was rolled back', async () => {
    const before = live.current().revision
    await store.client.database
      .transaction(async (transaction) => {
        await transaction.update(applications).set({ name: 'Never' })
        throw new Error('rolled back')
      })
      .catch(() => {})
    await store.client.database.update(applications).set({ name: 'Later' }).where(eq(applications.slug, 'one'))
    await until(() => live.current().revision > before)
    expect(live.current().bySlug.get('two')?.name).toBe('Two')
  })

  test('reads everything again after a lost connection', async () => {
    const other = openDatabase(store.connectionString, () => {})
    try {
      await other.database.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen catalogue'`,
      )
      await until(() => !live.connected())
      await other.database.update(applications).set({ name: 'Missed' }).where(eq(applications.slug, 'one'))
      await until(() => live.connected() && live.current().bySlug.get('one')?.name === 'Missed')
      expect(slugs()).toEqual(['one', 'two'])
    } finally {
      await other.close()
    }
  })

  test('equals a fresh start after many changes', async () => {
    await store.importLines(Array.from({ length: 40 }, (_, index) => line(`app-${index}`)))
    const writes = Array.from({ length: 120 }, (_, index) => async () => {
      const slug = `app-${(index * 7) % 40}`
      if (index % 11 === 0) await store.client.database.delete(applications).where(eq(applications.slug, slug))
      else await store.client.database.update(applications).set({ installations: index }).where(eq(applications.slug, slug))
    })
    for (let start = 0; start < writes.length; start += 8)
      await Promise.all(writes.slice(start, start + 8).map((write) => write()))
    const fresh = await openLiveCatalogue(store.client, systemClock, { warn: () => {} })
    const state = (catalogue: LiveCatalogue) =>
      catalogue
        .current()
        .entries.map(({ slug, installations }) => `${slug} ${installations}`)
        .toSorted()
    try {
      await until(() => state(live).join() === state(fresh).join())
      expect(state(live).length).toBeLessThan(42)
    } finally {
      await fresh.close()
    }
  })
})
