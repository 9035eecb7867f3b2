import { fileURLToPath } from 'node:url'
import { withLock } from '../db/advisory-lock.ts'
import type { DatabaseClient } from '../db/client.ts'
import { readFact, writeFact } from '../db/facts.ts'
import { countApplications, importCatalogue } from '../modules/catalogue/index.ts'
import type { Clock } from '../ports/clock.ts'
import type { Files } from '../ports/files.ts'

const CATALOGUE = fileURLToPath(new URL('../../demo/catalogue.jsonl', import.meta.url))
const FACT = 'demo'

export type SeedOptions = {
  client: DatabaseClient
  files: Files
  clock: Clock
  production: boolean
  log: { info: (details: object, message: string) => void }
}

/** Fills an empty database with the demo. One that was killed in the middle of it is finished by the next start. */
export const seedDemo = async ({ client, files, clock, production, log }: SeedOptions): Promise<void> => {
  const { database } = client
  await withLock(client.pool, 'seed', async () => {
    const state = await readFact(database, FACT)
    if (state !== 'begun' && (state !== undefined || (await countApplications(database)) > 0)) return
    await writeFact(database, FACT, 'begun')
    const report = await importCatalogue({ client, files, path: CATALOGUE, production, now: clock.now() })
    const [remark] = report.remarks
    if (remark) throw new Error(`The demo's catalogue has a fault on line ${remark.line}: ${remark.reason}`)
    await writeFact(database, FACT, 'seeded')
    log.info({ applications: report.created + report.updated }, 'seeded the demo')
  })
}
