// The migration that has clients name their redirect addresses exactly, applied to a database from before it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from '../src/db/client.ts'
import { openStoreBefore } from './store-before.ts'
import type { TestStore } from './harness.ts'

let store: TestStore
beforeAll(async () => {
  store = await openStoreBefore('0023')
})
afterAll(() => store.close())

test('clients that are there go on as they were; a new one names its addresses exactly and gets codes alone', async () => {
  const register = (id: string) =>
    store.client.pool.query(
      `insert into oauth_clients (id, name, type, redirect_uris) values ($1, $1, 'javascript_app', '{https://app.test/}')`,
      [id],
    )
  await register('old')
  await migrateDatabase(store.client)
  await register('new')
  const { rows } = await store.client.pool.query('select id, redirect_match, response_types from oauth_clients order by id')
  expect(rows).toEqual([
    { id: 'new', redirect_match: 'exact', response_types: ['code'] },
    { id: 'old', redirect_match: 'under', response_types: ['code', 'token'] },
  ])
})
