import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { catalogueLine } from '@marketplace/testkit/line'
import type { Random } from '../../../bench/catalogue/random.ts'
import type { Attack } from '../lib/attack.ts'
import type { Marketplace } from '../lib/marketplace.ts'
import { inRounds } from '../lib/rounds.ts'
import { until } from '../lib/until.ts'

const IMPORT = join(import.meta.dirname, '../../../apps/server/src/cli/import.ts')
const LINES = 600

/** Imports a file while the server runs, and returns the command's exit code and output. */
const runImport = ({ env }: Marketplace, path: string): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [IMPORT, path], { env, timeout: 180_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, said: `${stdout}${stderr}` }),
    )
  })

const imported = (marketplace: Marketplace): Promise<number> =>
  marketplace.inDatabase(async (client) => {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int from applications where slug like 'many-%'`)
    return rows[0]?.count ?? 0
  })

/** Kills PostgreSQL at some moment after the import has written a line. */
const killWhileWriting = async (marketplace: Marketplace, before: number, random: Random): Promise<void> => {
  // The first import must write some lines before the kill, so that there is something to check. Later ones write the same
  // lines again.
  await until('a first line', 60_000, async () => before > 0 || (await imported(marketplace)) > 0)
  await sleep(random.int(0, 500) + (before > 0 ? 1_000 : 0))
  process.kill(marketplace.postmaster(), 'SIGKILL')
}

/** Ends the sessions that the import has opened, some time after the first one. Most of the server's own are older, and stay. */
const endItsSessions = async (marketplace: Marketplace, since: Date, random: Random): Promise<void> => {
  const withThose = (what: string): Promise<boolean> =>
    marketplace.inDatabase(async (client) => {
      const those = `from pg_stat_activity where application_name = 'marketplace' and backend_start > $1`
      return (await client.query(`select ${what} ${those}`, [since])).rows.length > 0
    })
  await until('a session of the import', 60_000, () => withThose('pid'))
  await sleep(random.int(0, 300))
  await withThose('pg_terminate_backend(pid)')
}

export const interruptedImport: Attack = {
  name: 'interrupted-import',
  proves:
    'an import whose PostgreSQL is killed, or whose sessions alone are ended, fails with a one-line message, and the same import succeeds afterwards',
  fewestRounds: 2,
  run: inRounds(async ({ marketplace, visits, random, number: round }) => {
    const wrong: string[] = []
    const path = join(marketplace.dataDir, 'many.jsonl')
    const lines = Array.from({ length: LINES }, (_, number) => `${JSON.stringify(catalogueLine(`many-${number}`))}\n`)
    await writeFile(path, lines.join(''))
    const before = await imported(marketplace)
    const since = new Date()
    const importing = runImport(marketplace, path)
    if (round % 2 === 1) await killWhileWriting(marketplace, before, random)
    else await endItsSessions(marketplace, since, random)
    const { code, said } = await importing
    if (/\n\s+at |params:/.test(said)) wrong.push(`the import said ${said.slice(0, 500)}`)
    if (code !== 0 && !said.includes('The database does not answer')) wrong.push(`the import failed with ${said.slice(0, 500)}`)
    if (code === 0 && (await imported(marketplace).catch(() => LINES)) !== LINES)
      wrong.push('the import reported success, but lines are missing')
    await visits.ready()
    const again = await runImport(marketplace, path)
    if (again.code !== 0 || (await imported(marketplace)) !== LINES)
      wrong.push(`the next import failed: ${again.said.slice(-500)}`)
    return wrong
  }),
}
