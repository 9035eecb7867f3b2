import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Registry } from '@prometheus-io/client'
import { EVENTS, type SentEvent } from '@marketplace/contracts/analytics/events'
import { openTestStore, testClock, type TestClock, type TestStore } from '../../../test/harness.ts'
import { type EventCounter, MOST_GATHERED, MOST_ROWS_A_DAY, openEventCounter } from './count-events.ts'
import { SHARE_OF_A_DAY } from './network-shares.ts'
import { addEventCounts, readEventCounts } from './repository.ts'

const PERSON = { variant: 'base', ip: '203.0.113.1', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' }

let store: TestStore
let clock: TestClock
let counter: EventCounter
let registry: Registry
const warnings: string[] = []
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.client.pool.query('truncate event_counts')
  clock = testClock('2026-11-20T23:59:00Z')
  warnings.length = 0
  registry = new Registry()
  counter = openEventCounter({
    database: store.client.database,
    clock,
    log: { warn: (_, message) => void warnings.push(message) },
    isApplication: (id) => id.startsWith('app-'),
    registry,
  })
})
afterEach(() => counter.close())

const rows = async (): Promise<string[]> => {
  await counter.close()
  const { rows: found } = await store.client.pool.query(
    'select day::text, event, application_id, variant, detail, count from event_counts order by 1, 2, 3, 4, 5',
  )
  return found.map((row) => Object.values(row).join('|'))
}
const count = (events: readonly SentEvent[], over: Partial<typeof PERSON> = {}) => counter.count({ ...PERSON, ...over, events })

test('counts by day, event, application, variant and detail, and over batches', async () => {
  expect(
    count([
      { event: 'pageview', detail: 'home' },
      { event: 'application_viewed', application: 'app-1' },
    ]),
  ).toEqual({
    counted: 2,
    dropped: 0,
  })
  count([{ event: 'application_viewed', application: 'app-1' }], { variant: 'agent-app-beta' })
  count([{ event: 'pageview', detail: 'home' }])
  await counter.close()
  clock.set('2026-11-21T00:00:30Z')
  count([{ event: 'pageview', detail: 'home' }])
  expect(await rows()).toEqual([
    '2026-11-20|application_viewed|app-1|agent-app||1',
    '2026-11-20|application_viewed|app-1|base||1',
    '2026-11-20|pageview||base|home|2',
    '2026-11-21|pageview||base|home|1',
  ])
})

test('what was gathered before midnight counts for its day', async () => {
  count([{ event: 'search_opened' }])
  clock.set('2026-11-21T00:00:00Z')
  count([{ event: 'search_opened' }])
  expect(await rows()).toEqual(['2026-11-20|search_opened||base||1', '2026-11-21|search_opened||base||1'])
})

describe('leaves out', () => {
  test.each<[string, SentEvent, Partial<typeof PERSON>?]>([
    ['an event that is not declared', { event: 'purchase' }],
    ['a name of every object', { event: 'constructor' }],
    ['an application that does not exist', { event: 'install', application: 'nothing' }],
    ['an event that lacks its application', { event: 'install' }],
    ['an application where none belongs', { event: 'search_opened', application: 'app-1' }],
    ['a detail that is not listed', { event: 'pageview', detail: 'ada@example.com' }],
    ['an event that lacks its detail', { event: 'pageview' }],
    ['a detail where none belongs', { event: 'search_opened', detail: 'home' }],
    ['an unknown variant', { event: 'search_opened' }, { variant: '__proto__' }],
    ['a bot', { event: 'search_opened' }, { userAgent: 'Googlebot/2.1' }],
  ])('%s', async (_, event, over) => {
    expect(count([event], over)).toEqual({ counted: 0, dropped: 1 })
    expect(await rows()).toEqual([])
    expect(await registry.metrics()).toMatch(/marketplace_events_total\{result="(?:unknown|bot)"\} 1/)
  })
})

test('one network has a share of a day, and another one counts on', async () => {
  const many = Array.from({ length: SHARE_OF_A_DAY.applications + 20 }, (_, index) => ({
    event: 'application_viewed',
    application: `app-${index}`,
  }))
  expect(count(many)).toEqual({ counted: SHARE_OF_A_DAY.applications, dropped: 20 })
  const opened = Array.from({ length: SHARE_OF_A_DAY.events }, () => ({ event: 'search_opened' }))
  expect(count(opened).counted).toBe(SHARE_OF_A_DAY.events - SHARE_OF_A_DAY.applications)
  expect(count([{ event: 'search_opened' }], { ip: '203.0.113.2' }).counted).toBe(1)
  clock.set('2026-11-21T08:00:00Z')
  expect(count([{ event: 'search_opened' }]).counted).toBe(1)
  expect(SHARE_OF_A_DAY).toEqual({ events: 5_000, applications: 300 })
})

test('a full day goes on in sums', async () => {
  const { database } = store.client
  const of = (applicationId: string, number: number) => ({
    event: 'install',
    applicationId,
    variant: 'base',
    detail: '',
    count: number,
  })
  await addEventCounts(database, '2026-11-20', [of('app-1', 1), of('app-2', 1)], 2)
  await addEventCounts(database, '2026-11-20', [of('app-1', 5), of('app-3', 2), of('app-4', 3)], 2)
  expect(await rows()).toEqual([
    '2026-11-20|install||base||5',
    '2026-11-20|install|app-1|base||6',
    '2026-11-20|install|app-2|base||1',
  ])
  const read = (applicationId: string | null) =>
    readEventCounts(database, { from: '2026-11-20', to: '2026-11-20', applicationId })
  expect((await read(null)).map((row) => row.count)).toEqual([12])
  expect((await read('app-1')).map((row) => row.count)).toEqual([6])
  expect(MOST_ROWS_A_DAY).toBe(50_000)
  expect(await readEventCounts(database, { from: '2026-11-21', to: '2026-11-30', applicationId: null })).toEqual([])
})

test('two processes that count the same at once lose nothing', async () => {
  const { database } = store.client
  const counted = Array.from({ length: 20 }, (_, index) => ({
    event: 'install',
    applicationId: `app-${index}`,
    variant: 'base',
    detail: '',
    count: 1,
  }))
  await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      addEventCounts(database, '2026-11-20', index % 2 ? counted : counted.toReversed(), 1_000),
    ),
  )
  expect(new Set((await rows()).map((row) => row.split('|').at(-1)))).toEqual(new Set(['6']))
})

test('counts are kept for 400 days, and not for a day more', async () => {
  const counts = [{ event: 'install', applicationId: 'app-1', variant: 'base', detail: '', count: 1 }]
  for (const day of ['2025-10-15', '2025-10-16']) await addEventCounts(store.client.database, day, counts, 10)
  count([{ event: 'search_opened' }])
  expect(await rows()).toEqual(['2025-10-16|install|app-1|base||1', '2026-11-20|search_opened||base||1'])
})

test('a database that does not answer costs the counts and nothing else', async () => {
  await store.client.pool.query('alter table event_counts rename to event_counts_away')
  expect(count([{ event: 'search_opened' }])).toEqual({ counted: 1, dropped: 0 })
  await counter.close()
  await store.client.pool.query('alter table event_counts_away rename to event_counts')
  expect(warnings).toEqual(['events could not be counted'])
})

test('a database that hangs keeps one write waiting and one gathered, and both arrive', async () => {
  const lock = await store.client.pool.connect()
  await lock.query('begin; lock table event_counts in access exclusive mode')
  const fill = (batch: number) => {
    let counted = 0
    for (let number = 0; number < MOST_GATHERED; number++)
      counted += count([{ event: 'install', application: `app-${batch}-${number}` }], {
        ip: `10.${batch}.${Math.floor(number / SHARE_OF_A_DAY.applications)}.1`,
      }).counted
    return counted
  }
  const batches: number[] = []
  for (let batch = 0; batch < 4; batch++) {
    batches.push(fill(batch))
    await new Promise((resolve) => setTimeout(resolve, 1_300))
  }
  await lock.query('commit')
  lock.release()
  expect(batches).toEqual([5_000, 5_000, 0, 0])
  expect(await rows()).toHaveLength(2 * MOST_GATHERED)
})

test('events that wait over midnight count for their day', async () => {
  const lock = await store.client.pool.connect()
  await lock.query('begin; lock table event_counts in access exclusive mode')
  count([{ event: 'search_opened' }])
  void counter.close()
  count([{ event: 'search_opened' }])
  clock.set('2026-11-21T00:00:00Z')
  count([{ event: 'search_opened' }])
  await lock.query('commit')
  lock.release()
  expect(await rows()).toEqual(['2026-11-20|search_opened||base||2', '2026-11-21|search_opened||base||1'])
})

test('whatever a stranger sends, only declared words reach the table', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...Object.keys(EVENTS), 'home', 'app-1', '__proto__', 'toString', '\u0000', ''),
  )
  const event = fc.record(
    { event: text, application: text, detail: text },
    { requiredKeys: ['event'] },
  ) as fc.Arbitrary<SentEvent>
  fc.assert(
    fc.property(fc.array(event, { maxLength: 50 }), text, (events, variant) => {
      const { counted, dropped } = counter.count({ ...PERSON, variant, events })
      expect(counted + dropped).toBe(events.length)
    }),
    { numRuns: 300 },
  )
  for (const row of await rows()) expect(row).toMatch(/^2026-11-20\|[a-z_]+\|(?:app-[^|]*)?\|[a-z-]*\|[a-z0-9-]*\|\d+$/)
})
