import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../lib/attack.ts'
import type { Marketplace } from '../lib/marketplace.ts'
import { inRounds } from '../lib/rounds.ts'
import { startTraffic } from '../lib/traffic.ts'
import { until } from '../lib/until.ts'
import { limitOf } from '../lib/limit-of.ts'

/** Ends database sessions of the server, and returns their number. */
const endSessions = (marketplace: Marketplace, which: string): Promise<number> =>
  marketplace.inDatabase(async (client) => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'marketplace' and ${which}`,
    )
    return rowCount ?? 0
  })

export const cutTransactions: Attack = {
  name: 'cut-transactions',
  proves: 'a request whose database session is ended within a transaction gets 503, and the next one is served',
  run: inRounds(async ({ marketplace, visits }) => {
    const wrong: string[] = []
    await marketplace.inDatabase(async (locker) => {
      await locker.query('begin; lock table installations')
      const [cut] = await Promise.all([
        visits.install(),
        until(
          'a session that waits',
          limitOf(10_000),
          async () => (await endSessions(marketplace, `wait_event_type = 'Lock'`)) > 0,
        ),
      ])
      if (cut.status !== 503 || !cut.text.includes('DATABASE_UNAVAILABLE')) wrong.push(`it got ${cut.status} ${cut.text}`)
    })
    const next = await visits.install()
    if (next.status === null || next.status >= 500) wrong.push(`the next one got ${next.status} ${next.text}`)
    await visits.uninstall()
    return wrong
  }),
}

export const cutTraffic: Attack = {
  name: 'cut-traffic',
  proves:
    'with all database sessions ended under traffic every request succeeds or gets 503, and the server becomes ready again by itself',
  run: inRounds(async ({ marketplace, visits, random }) => {
    const traffic = startTraffic(visits)
    await sleep(random.int(50, 400))
    const ended = await endSessions(marketplace, 'true')
    await sleep(random.int(50, 400))
    const wrong = await traffic.stop()
    await visits.ready()
    return ended === 0 ? [...wrong, 'there was no session to end'] : wrong
  }),
}
