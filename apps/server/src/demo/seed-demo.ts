import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inTransaction } from '../db/transaction.ts'
import { withLock } from '../db/advisory-lock.ts'
import type { DatabaseClient } from '../db/client.ts'
import { readFact, writeFact } from '../db/facts.ts'
import { countApplications, importCatalogue } from '../modules/catalogue/index.ts'
import type { Clock } from '../core/clock.ts'
import type { Files } from '../ports/files.ts'
import { seedAccounts } from './seed-demo-accounts.ts'
import { seedBilling } from './seed-demo-billing.ts'
import { seedPartners } from './seed-demo-partners.ts'
import { placeSampleApps } from './place-sample-apps.ts'
import { seedReviews } from './seed-demo-reviews.ts'
import { seedReviewTalk } from './seed-demo-review-talk.ts'
import type { SeedStep } from './seed-demo-step.ts'

const DEMO = fileURLToPath(new URL('../../demo', import.meta.url))
const FACT = 'demo'

/**
 * Parts that were added to the demo later, each with the fact that records its seeding, so that older data folders get them too.
 */
const STEPS: readonly { fact: string; what: string; seed: (step: SeedStep) => Promise<number> }[] = [
  { fact: 'demo-partners', what: 'experts', seed: seedPartners },
  { fact: 'demo-reviews', what: 'ratings', seed: seedReviews },
  { fact: 'demo-review-talk', what: 'answers and waiting reviews', seed: seedReviewTalk },
  { fact: 'demo-accounts', what: 'accounts', seed: seedAccounts },
  { fact: 'demo-billing', what: 'coupons', seed: seedBilling },
]

export type SeedOptions = {
  client: DatabaseClient
  files: Files
  clock: Clock
  production: boolean
  /** The origin of the sample applications. */
  sampleAppsUrl: string
  log: { info: (details: object, message: string) => void }
  /** The folder of the demo's data. */
  folder?: string
}

/**
 * Fills an empty database with the demo, and adds new parts to a database that an older version filled. A start after an
 * interrupted seed completes it. A database with other data is left alone.
 */
export const seedDemo = async (options: SeedOptions): Promise<void> => {
  const { database } = options.client
  await withLock(options.client.pool, 'seed', async () => {
    const state = await readFact(database, FACT)
    if (state === undefined && (await countApplications(database)) > 0) return
    if (state === undefined || state === 'begun') await seedCatalogue(options)
    for (const step of STEPS) await seedStep(step, options)
    await placeSampleApps({ folder: DEMO, ...options })
  })
}

/** The import commits in batches. The fact is written first, to record that these applications are the demo's. */
const seedCatalogue = async ({ client, files, clock, production, log, folder = DEMO }: SeedOptions): Promise<void> => {
  const { database } = client
  await writeFact(database, FACT, 'begun')
  const path = join(folder, 'catalogue.jsonl')
  const report = await importCatalogue({ client, files, path, production, now: clock.now() })
  const [remark] = report.remarks
  if (remark) throw new Error(`The demo's catalogue has a fault on line ${remark.line}: ${remark.reason}`)
  await writeFact(database, FACT, 'seeded')
  log.info({ applications: report.created + report.updated }, 'seeded the demo')
}

/** One transaction, including the fact: all or nothing. */
const seedStep = async (
  { fact, what, seed }: (typeof STEPS)[number],
  { client, files, clock, log, folder = DEMO }: SeedOptions,
): Promise<void> => {
  if ((await readFact(client.database, fact)) !== undefined) return
  const count = await inTransaction(client.database, async (database) => {
    const seeded = await seed({ database, files, folder, now: clock.now() })
    await writeFact(database, fact, 'seeded')
    return seeded
  })
  log.info({ [what]: count }, 'seeded more of the demo')
}
