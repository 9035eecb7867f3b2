import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseClient } from '../db/client.ts'
import { readFact, writeFact } from '../db/facts.ts'
import { findApplicationsBySlug, importCatalogue } from '../modules/catalogue/index.ts'
import type { Clock } from '../core/clock.ts'
import type { Files } from '../ports/files.ts'

const FACT = 'demo-sample-apps'
/** The placeholder in the file for the sample applications' origin, which is a setting. */
const PLACEHOLDER = 'https://sample-apps.example'

type Options = {
  client: DatabaseClient
  files: Files
  clock: Clock
  production: boolean
  sampleAppsUrl: string
  log: { info: (details: object, message: string) => void }
  folder: string
}

/**
 * Imports the demo's sample applications with their origin from the settings. Done once for each origin, so that later changes by an
 * import stay.
 */
export const placeSampleApps = async ({
  client,
  files,
  clock,
  production,
  sampleAppsUrl,
  log,
  folder,
}: Options): Promise<void> => {
  const placedAt = await readFact(client.database, FACT)
  if (placedAt === sampleAppsUrl) return
  const text = await readFile(join(folder, 'sample-apps.jsonl'), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => ({ line, slug: (JSON.parse(line) as { slug: string }).slug }))
  const there = await findApplicationsBySlug(
    client.database,
    lines.map(({ slug }) => slug),
  )
  // Applications that were deleted meanwhile are not added again.
  const placed = lines.filter(({ slug }) => there.some((each) => each.slug === slug))
  const temporary = await mkdtemp(join(tmpdir(), 'sample-apps-'))
  try {
    const path = join(temporary, 'sample-apps.jsonl')
    await writeFile(path, placed.map(({ line }) => `${line}\n`.replaceAll(PLACEHOLDER, sampleAppsUrl)).join(''))
    const report = await importCatalogue({ client, files, path, production, now: clock.now() })
    const [remark] = report.remarks
    if (remark) throw new Error(`The demo's sample applications have a fault on line ${remark.line}: ${remark.reason}`)
    log.info({ applications: report.created + report.updated, at: sampleAppsUrl }, 'placed the sample applications')
  } finally {
    await rm(temporary, { recursive: true })
  }
  await writeFact(client.database, FACT, sampleAppsUrl)
}
