// One PostgreSQL for all tests of the server, with a migrated database that each test file copies.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase, openDatabase } from '../src/db/client.ts'
import { startTestPostgres } from '../src/db/embedded/for-tests.ts'
import { migrateJobs } from '../src/modules/jobs/index.ts'

const TEMPLATE = 'template_migrated'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  await postgres.createDatabase(TEMPLATE)
  const client = openDatabase(postgres.connectionString(TEMPLATE), () => {})
  await migrateDatabase(client)
  await migrateJobs(client)
  await client.close()
  project.provide('template', { url: postgres.connectionString('postgres'), name: TEMPLATE })
  return () => {
    // `npm test` prints them beside the failures, because they explain connections that ended in the middle of a test.
    const faults = postgres.faults()
    if (faults.length > 0) writeFileSync(join(tmpdir(), 'postgres-faults.txt'), faults.join('\n'))
    return postgres.stop()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    template: { url: string; name: string }
  }
}
