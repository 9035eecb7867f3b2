import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { openTestStore, type TestStore } from './harness.ts'

const MIGRATIONS = join(import.meta.dirname, '../src/db/migrations')

/** A store with the schema from before a migration, to test how the migration changes existing rows. */
export const openStoreBefore = async (migration: string): Promise<TestStore> => {
  const store = await openTestStore()
  await store.client.pool.query('drop schema public cascade; create schema public; drop schema drizzle cascade')
  const before = join(store.folder, 'before')
  cpSync(MIGRATIONS, before, { recursive: true })
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  const entries = journal.entries.filter(({ tag }) => tag < migration)
  writeFileSync(join(before, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  await migrate(drizzle(store.client.pool), { migrationsFolder: before })
  return store
}
