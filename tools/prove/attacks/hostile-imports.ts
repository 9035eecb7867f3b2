import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Attack } from '../lib/attack.ts'
import { writeHostileCatalogue } from '../lib/hostile-catalogue.ts'
import type { Marketplace } from '../lib/marketplace.ts'
import { inRounds } from '../lib/rounds.ts'
import { until } from '../lib/until.ts'

const IMPORT = join(import.meta.dirname, '../../../apps/server/src/cli/import.ts')
const ENDS_WITHIN_MS = 180_000
const MEMORY_LIMIT_MB = 1_000
const SHOWN_WITHIN_MS = 30_000

type Imported = { code: number | null; said: string; megabytes: number }

/** Imports a file while the server runs, and measures the peak memory of the command. */
const runImport = ({ env }: Marketplace, path: string): Promise<Imported> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [IMPORT, path], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let [said, megabytes] = ['', 0]
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
    const watch = setInterval(() => {
      megabytes = Math.max(megabytes, peakMemory(child.pid ?? 0))
    }, 100)
    const end = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
    child.once('close', (code) => {
      clearInterval(watch)
      clearTimeout(end)
      resolve({ code, said, megabytes })
    })
  })

/** In MB; 0 if the process has ended. */
const peakMemory = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

/**
 * Elements that run code or change the rest of the page. The page of a hostile line may have no more of them than the page of a good line.
 */
const ACTIVE = ['script', 'style', 'iframe', 'frame', 'object', 'embed', 'applet', 'base', 'math'] as const

const countActive = (page: string): string =>
  ACTIVE.map((name) => `${name} ${page.match(new RegExp(`<${name}[\\s/>]`, 'gi'))?.length ?? 0}`).join(', ')

/** Content of a stranger in a page that runs code, or links to code. */
const harmIn = (page: string, expected: string): string[] => {
  const tags = page.match(/<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi) ?? []
  const bare = tags.map((tag) => tag.replaceAll(/"[^"]*"|'[^']*'/g, '""'))
  return [
    ...bare.filter((tag) => /\son\w+\s*=/i.test(tag)).map((tag) => `a handler in ${tag}`),
    ...tags.filter((tag) => /\s(?:href|src|action|formaction|data)\s*=\s*["']?\s*(?:javascript|vbscript|data:text)/i.test(tag)),
    ...(countActive(page) === expected ? [] : [`${countActive(page)} instead of ${expected}`]),
  ]
}

export const hostileImports: Attack = {
  name: 'hostile-imports',
  proves:
    'whatever is in a catalogue, its import ends in bounded time and memory, imports every good line, reports the rest, and no page runs its content',
  run: inRounds(async ({ marketplace, visits, random }) => {
    const folder = mkdtempSync(join(marketplace.dataDir, 'hostile-'))
    try {
      const prefix = `h${random.int(0, 0xffff_ffff).toString(36)}`
      const { path, good, hostile, told } = await writeHostileCatalogue(folder, prefix, random)
      const { code, said, megabytes } = await runImport(marketplace, path)
      const wrong: string[] = []
      if (code !== 0) return [`the import ended with ${code ?? 'a kill'}: ${said.slice(-1_000)}`]
      if (megabytes > MEMORY_LIMIT_MB) wrong.push(`the import took ${Math.round(megabytes)} MB`)
      for (const [line, what] of told) {
        const report = said.split('\n').find((text) => text.startsWith(`line ${line}: `))
        if (!report || !what.test(report)) wrong.push(`line ${line} is not reported: ${report ?? 'nothing'}, wanted ${what}`)
      }
      const stored = await marketplace.inDatabase(async (client) => {
        const { rows } = await client.query<{ slug: string; icon: string | null }>(
          `select slug, icon_id as icon from applications where slug like $1`,
          [`${prefix}-%`],
        )
        return new Map(rows.map(({ slug, icon }) => [slug, icon]))
      })
      for (const slug of good) if (!stored.get(slug)) wrong.push(`${slug}, a good line, is missing or has no picture`)

      const pageOf = (slug: string) => visits.ask(`/apps/${slug}/`, { headers: { accept: 'text/html' } })
      await until('the page of a good line', SHOWN_WITHIN_MS, async () => (await pageOf(good.at(-1) ?? '')).status === 200)
      const expected = countActive((await pageOf(good[0] ?? '')).text)
      for (const slug of hostile.filter((one) => stored.has(one))) {
        const { status, text } = await pageOf(slug)
        if (status !== 200) wrong.push(`the page of ${slug} answers ${status}: ${text.slice(0, 200)}`)
        else for (const harm of harmIn(text, expected)) wrong.push(`the page of ${slug}: ${harm}`)
      }
      return wrong
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }),
}
