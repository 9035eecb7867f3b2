import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../lib/attack.ts'
import { type Marketplace, RECOVERS_WITHIN_MS } from '../lib/marketplace.ts'
import { inRounds } from '../lib/rounds.ts'
import { fillDisk, whyNoSmallDisk } from '../lib/small-disk.ts'
import { until } from '../lib/until.ts'
import type { VisitAnswer } from '../lib/visits.ts'

/** An empty database fills a third of it. */
const MEGABYTES = 192
/** A write either fits, or is refused. An uninstall finds nothing if the install before it was refused. */
const EITHER = [200, 404, 409, 429, 503]
const ANSWERS_WITHIN_MS = 5_000
/** How long the database may still write before its own files have no free space. */
const FULL_WITHIN_MS = 60_000
/**
 * Rounds with the same disk. PostgreSQL keeps as much log as it needed between earlier checkpoints, and each round uses up all of it. After
 * more rounds the log fills the whole disk, and the space that a round frees is too little to start with.
 */
const ROUNDS_OF_A_DISK = 5

const wrongWith = (what: string, { status, text, ms }: VisitAnswer, allowed: readonly number[]): string[] => [
  ...(allowed.includes(status ?? 0) ? [] : [`${what}: ${status} ${text.slice(0, 200)}`]),
  ...(ms <= ANSWERS_WITHIN_MS ? [] : [`${what}: answered after ${Math.round(ms)} ms`]),
]

/** Fills the log. Before that, a small write still fits into existing files. */
const useUpLog = (marketplace: Marketplace) =>
  marketplace
    .inDatabase(async (client) => {
      for (let megabyte = 0; megabyte < MEGABYTES; megabyte++)
        await client.query(`select pg_logical_emit_message(false, 'attack', repeat('x', 1000000))`)
    })
    .catch(() => {})

const onOneDisk = inRounds(
  async ({ marketplace, visits }) => {
    await visits.ready()
    const wrong: string[] = []
    const free = fillDisk(marketplace.dataDir)
    try {
      // Until the database's own files are full, a write may succeed or be refused.
      let ready: VisitAnswer = await visits.ask('/readyz')
      await until('the disk to be felt', FULL_WITHIN_MS, async () => {
        await sleep(500)
        for (const visit of [visits.install, visits.uninstall]) wrong.push(...wrongWith('a write', await visit(), EITHER))
        ready = await visits.ask('/readyz')
        wrong.push(...wrongWith('/readyz', ready, [200, 503]))
        return ready.status === 503
      })
      await useUpLog(marketplace)
      // /readyz reuses its result for a second.
      await sleep(1_100)
      wrong.push(...wrongWith('/readyz', await visits.ask('/readyz'), [503]))
      wrong.push(...wrongWith('/healthz', await visits.ask('/healthz'), [200]))
      const refused = await Promise.all(Array.from({ length: 4 }, visits.install))
      for (const write of refused) wrong.push(...wrongWith('a write', write, [503]))
    } finally {
      free()
    }
    await marketplace.databaseAnswers()
    await visits.ready()
    // It is unknown whether the application is installed, because an uninstall may have been refused. The pause keeps the writes below the
    // limit of a minute.
    const writes: string[] = []
    await until('a write to succeed', RECOVERS_WITHIN_MS, async () => {
      await sleep(1_500)
      for (const visit of [visits.uninstall, visits.install]) {
        const { status, text } = await visit()
        writes.push(`${status} ${text.slice(0, 100)}`)
        if (status === 200) return true
      }
      return false
    }).catch((error: unknown) => wrong.push(`${String(error)}: ${writes.at(-1)}`))
    return [...new Set(wrong)]
  },
  { megabytes: MEGABYTES },
)

export const fullDisk: Attack = {
  name: 'full-disk',
  proves: 'with a full disk /readyz and writes get 503 within 5 s, and all goes on when there is room again',
  onlyProve: true,
  impossible: whyNoSmallDisk,
  run: async ({ rounds, ...options }) => {
    const violations: string[] = []
    for (let done = 0; done < rounds; done += ROUNDS_OF_A_DISK) {
      const some = await onOneDisk({ ...options, rounds: Math.min(ROUNDS_OF_A_DISK, rounds - done) })
      violations.push(...some.violations)
    }
    return { rounds, violations }
  },
}
