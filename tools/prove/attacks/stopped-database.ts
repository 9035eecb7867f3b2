import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../lib/attack.ts'
import type { Marketplace } from '../lib/marketplace.ts'
import { inRounds } from '../lib/rounds.ts'
import type { VisitAnswer } from '../lib/visits.ts'
import { limitOf } from '../lib/limit-of.ts'

const ANSWERS_WITHIN_MS = limitOf(5_000)

/** Pauses or continues all PostgreSQL processes. */
const signal = (marketplace: Marketplace, name: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of marketplace.databaseProcesses()) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended already.
    }
  }
}

const wrongWith = (what: string, { status, text, ms }: VisitAnswer, wanted: number): string[] => [
  ...(status === wanted ? [] : [`${what}: ${status} ${text.slice(0, 200)}`]),
  ...(ms <= ANSWERS_WITHIN_MS ? [] : [`${what}: answered after ${Math.round(ms)} ms`]),
]

export const stoppedDatabase: Attack = {
  name: 'stopped-database',
  proves:
    'while PostgreSQL is paused, requests that need it and /readyz get 503 within 5 s, and everything works again afterwards',
  run: inRounds(async ({ marketplace, visits, random }) => {
    await visits.ready()
    // Some connections of the pool are open then, and some are not.
    await Promise.all(Array.from({ length: random.int(1, 12) }, visits.look))
    const wrong: string[] = []
    signal(marketplace, 'SIGSTOP')
    try {
      // /readyz reuses its result for a second.
      await sleep(1_100)
      const kinds = [
        ['an install', visits.install, 503],
        ['the state of an installation', visits.look, 503],
        ['whose token it is', visits.whoAmI, 503],
        // What it shows is in memory.
        [
          'a page that is in no cache',
          () => visits.ask(`/search/?query=chat${random.int(0, 1e9)}`, { headers: { accept: 'text/html' } }),
          200,
        ],
        ['/readyz', () => visits.ask('/readyz'), 503],
        ['/healthz', () => visits.ask('/healthz'), 200],
      ] as const
      // More requests at once than the pool has connections, and the same again after the server has given those connections up.
      for (let turn = 0; turn < 2; turn++)
        await Promise.all(
          Array.from({ length: 3 }).flatMap(() =>
            kinds.map(async ([what, visit, wanted]) => wrong.push(...wrongWith(what, await visit(), wanted))),
          ),
        )
    } finally {
      signal(marketplace, 'SIGCONT')
    }
    await visits.ready()
    const next = await visits.look()
    return [...new Set(next.status === 200 ? wrong : [...wrong, `afterwards: ${next.status} ${next.text}`])]
  }),
}
