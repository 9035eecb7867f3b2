// Tests the upgrade of a data folder of version 1, which every later version must be able to take over.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { migrateDatabase } from '../src/db/client.ts'
import { exportCatalogue } from '../src/modules/catalogue/index.ts'
import { openTestApp, openTestStore, type TestStore, until } from './harness.ts'

const fixture = join(import.meta.dirname, 'fixtures/version-1')
let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
  await store.client.pool.query('drop schema public cascade; create schema public; drop schema drizzle cascade')
  const client = new pg.Client(store.connectionString)
  await client.connect()
  await client.query(readFileSync(join(fixture, 'database.sql'), 'utf8'))
  await client.end()
  cpSync(join(fixture, 'files'), join(store.folder, 'files'), { recursive: true })
})
afterAll(() => store.close())

test('a data folder of version 1 is upgraded without loss', async () => {
  const migrations = async () =>
    (await store.client.pool.query<{ count: number }>('select count(*)::int from drizzle.__drizzle_migrations')).rows[0]?.count
  expect(await migrations()).toBe(1)
  await migrateDatabase(store.client)
  expect(await migrations()).toBeGreaterThan(1)

  const path = join(store.folder, 'out.jsonl')
  await exportCatalogue({ client: store.client, files: store.files, path })
  const linesOf = (file: string) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { slug: string })
      .toSorted((a, b) => a.slug.localeCompare(b.slug))
  expect(linesOf(path)).toMatchObject(linesOf(join(fixture, 'catalogue.jsonl')))

  const app = await openTestApp(store)
  try {
    const read = async () =>
      (await app.server.inject({ method: 'GET', url: '/page-data/apps/orchard-notes/page-data.json' })).json<{
        result: ApplicationPage
      }>().result
    const html = '<h3>Notes</h3>\n<p>Written <strong>beside</strong> the chat. </p>'
    // A job renders texts of an older renderer again.
    await app.startJobs()
    await until(async () => (await read()).description?.html === html)
    const result = await read()
    expect(result).toMatchObject({ name: 'Orchard Notes', price: { text: '$9/mo per agent' }, rating: { rate: 4.2, votes: 17 } })
    const picture = result.icon.kind === 'image' ? result.icon.image.src : ''
    expect((await app.server.inject({ method: 'GET', url: picture })).statusCode).toBe(200)
  } finally {
    await app.close()
  }
})

test('the migrations produce the schema: none is missing', async () => {
  const { generateDrizzleJson, generateMigration } = await import('drizzle-kit/api')
  // It adds methods to arrays and texts. Other tests of this worker must not meet them in a loop: the library that reads PDF files refuses to.
  for (const prototype of [Array.prototype, String.prototype])
    for (const name of Object.keys(prototype)) Object.defineProperty(prototype, name, { enumerable: false })
  const schema = await import('../src/db/schema.ts')
  const journal = JSON.parse(readFileSync(join(import.meta.dirname, '../src/db/migrations/meta/_journal.json'), 'utf8')) as {
    entries: { idx: number }[]
  }
  const last = String(journal.entries.at(-1)?.idx ?? 0).padStart(4, '0')
  const recorded = JSON.parse(
    readFileSync(join(import.meta.dirname, `../src/db/migrations/meta/${last}_snapshot.json`), 'utf8'),
  ) as ReturnType<typeof generateDrizzleJson>
  expect(await generateMigration(recorded, generateDrizzleJson(schema, recorded.id))).toEqual([])
})
