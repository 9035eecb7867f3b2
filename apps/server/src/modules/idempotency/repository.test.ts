import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, testClock, type TestClock, type TestStore, until, waitingForLocks } from '../../../test/harness.ts'
import { statementsOf } from '../../../test/statements.ts'
import type { KeptOutcome } from '../../core/idempotency.ts'
import { inTransaction } from '../../db/transaction.ts'
import { IDEMPOTENCY_JOBS, idempotencyWorkers } from './index.ts'
import { createIdempotencyStore, type IdempotencyStore, type KeyedRequest } from './repository.ts'

const START = Date.parse('2026-11-20T12:00:00Z')
const MINUTE = 60_000
const DAY = 86_400_000

let store: TestStore
let clock: TestClock
let keys: IdempotencyStore
/** The same store in another process. */
let others: IdempotencyStore
beforeAll(async () => {
  store = await openTestStore()
  clock = testClock(new Date(START).toISOString())
  keys = createIdempotencyStore(store.client.database, clock)
  others = createIdempotencyStore(store.requests.database, clock)
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.client.pool.query('truncate idempotency_keys')
  at(0)
})

const at = (ms: number) => clock.set(new Date(START + ms).toISOString())
const request: KeyedRequest = { accountId: 'ann', endpoint: 'buy', key: 'k', digest: 'two seats' }
const ANSWER: KeptOutcome = { kind: 'answer', status: 201, body: { id: 7, nested: [null, 'ü'] } }
const begin = async (given: Partial<KeyedRequest> = {}, of = keys): Promise<string> => {
  const begun = await of.begin({ ...request, ...given })
  if (begun.state !== 'begun') throw new Error(`the request is ${begun.state}`)
  return begun.run
}
const keep = (run: string, result: unknown, of = keys) =>
  inTransaction(store.client.database, (transaction) => of.keep(transaction, request, run, result))
const count = async () => (await store.client.pool.query('select from idempotency_keys')).rowCount

describe('a request with a key', () => {
  test('runs once, and its outcome stays as it was, in every process', async () => {
    const run = await begin()
    expect(await others.begin(request)).toEqual({ state: 'running' })
    await keys.finish(request, run, ANSWER)
    expect(await others.begin(request)).toEqual({ state: 'done', outcome: ANSWER })
    at(DAY - 1)
    expect(await keys.begin(request)).toEqual({ state: 'done', outcome: ANSWER })
  })

  test('of which twenty come at once is begun by one', async () => {
    const begun = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? keys : others).begin(request)))
    expect(begun.filter(({ state }) => state === 'begun')).toHaveLength(1)
    expect(begun.filter(({ state }) => state === 'running')).toHaveLength(19)
  })

  test.each([
    ['account', { accountId: 'bob' }],
    ['endpoint', { endpoint: 'sell' }],
    ['key', { key: 'K' }],
  ])('is another one with another %s', async (_, other) => {
    const run = await begin()
    await keys.finish(request, run, ANSWER)
    await begin(other)
    expect(await count()).toBe(2)
  })

  test('is not another one because something else is asked for', async () => {
    const run = await begin()
    const asked = { ...request, digest: 'three seats' }
    expect(await keys.begin(asked)).toEqual({ state: 'key-of-another-request' })
    await keys.finish(request, run, ANSWER)
    expect(await keys.begin(asked)).toEqual({ state: 'key-of-another-request' })
    expect(await keys.begin(request)).toEqual({ state: 'done', outcome: ANSWER })
  })

  test('is one statement', async () => {
    expect(await statementsOf(() => keys.begin(request))).toHaveLength(1)
    expect(await statementsOf(() => keys.begin(request))).toHaveLength(1)
  })
})

describe('a run whose process was killed', () => {
  test('is taken over after a minute by one of those who ask', async () => {
    const lost = await begin()
    at(MINUTE - 1)
    expect(await others.begin(request)).toEqual({ state: 'running' })
    at(MINUTE)
    const begun = await Promise.all([1, 2, 3, 4].map(() => others.begin(request)))
    expect(begun.map(({ state }) => state).toSorted()).toEqual(['begun', 'running', 'running', 'running'])
    expect(begun).not.toContainEqual({ state: 'begun', run: lost })
  })

  test('is not taken over by another request with its key', async () => {
    await begin()
    at(2 * MINUTE)
    expect(await keys.begin({ ...request, digest: 'three seats' })).toEqual({ state: 'key-of-another-request' })
    await begin()
  })

  test('has a minute again once it is taken over', async () => {
    await begin()
    at(MINUTE)
    await begin()
    at(2 * MINUTE - 1)
    expect(await keys.begin(request)).toEqual({ state: 'running' })
    at(2 * MINUTE)
    await begin()
  })

  test('says nothing any more if it comes back: the run that took over answers', async () => {
    const lost = await begin()
    at(MINUTE)
    const next = await begin()
    await keys.finish(request, lost, { kind: 'answer', status: 200, body: 'late' })
    expect(await keys.begin(request)).toEqual({ state: 'running' })
    await keys.abandon(request, lost)
    expect(await keys.begin(request)).toEqual({ state: 'running' })
    await keys.finish(request, next, ANSWER)
    await keys.abandon(request, lost)
    expect(await keys.begin(request)).toEqual({ state: 'done', outcome: ANSWER })
  })
})

describe('a run whose work was committed', () => {
  test('still runs, until its process is lost: then another one gets what was kept', async () => {
    const lost = await begin()
    expect(await keep(lost, { id: 7 })).toBe(true)
    at(MINUTE - 1)
    expect(await others.begin(request)).toEqual({ state: 'running' })
    at(MINUTE)
    expect(await others.begin(request)).toMatchObject({ state: 'begun', committed: { kind: 'committed', result: { id: 7 } } })
    expect(await keys.begin(request)).toEqual({ state: 'running' })
  })

  test('is not forgotten when it fails: the next one gets at once what was kept', async () => {
    const run = await begin()
    await keep(run, null)
    await keys.abandon(request, run)
    const begun = await others.begin(request)
    expect(begun).toMatchObject({ state: 'begun', committed: { kind: 'committed', result: null } })
    if (begun.state === 'begun') await others.finish(request, begun.run, ANSWER)
    expect(await keys.begin(request)).toEqual({ state: 'done', outcome: ANSWER })
  })

  test('keeps nothing once another run has taken over', async () => {
    const lost = await begin()
    at(MINUTE)
    const next = await begin()
    expect(await keep(lost, { id: 1 })).toBe(false)
    expect(await keep(next, { id: 2 })).toBe(true)
  })

  test('holds those who ask until the commit', async () => {
    const lost = await begin()
    at(MINUTE)
    const begun = await inTransaction(store.client.database, async (transaction) => {
      await keys.keep(transaction, request, lost, { id: 7 })
      const waiting = others.begin(request)
      await until(async () => (await waitingForLocks(store)) === 1)
      return { waiting }
    })
    expect(await begun.waiting).toMatchObject({ state: 'begun', committed: { kind: 'committed', result: { id: 7 } } })
  })

  test('keeps nothing for a day later', async () => {
    await keep(await begin(), { id: 7 })
    at(DAY)
    expect(await keys.begin({ ...request, digest: 'three seats' })).toMatchObject({ state: 'begun', committed: null })
  })
})

describe('a run that has failed unexpectedly', () => {
  test('is forgotten, so that the next one runs', async () => {
    const run = await begin()
    await keys.abandon(request, run)
    expect(await count()).toBe(0)
    await begin({ digest: 'three seats' })
  })

  test('forgets no other', async () => {
    const run = await begin()
    const kept = await begin({ key: 'other' })
    await keys.abandon({ ...request, key: 'other' }, run)
    await keys.abandon({ ...request, accountId: 'bob' }, kept)
    expect(await count()).toBe(2)
  })
})

describe('after a day', () => {
  test('a key is free for any request, and its outcome is gone', async () => {
    await keys.finish(request, await begin(), ANSWER)
    at(DAY)
    const run = await begin({ digest: 'three seats' })
    expect(await keys.begin(request)).toEqual({ state: 'key-of-another-request' })
    await keys.finish({ ...request, digest: 'three seats' }, run, { kind: 'failure', code: 'ALREADY_INSTALLED', details: {} })
    at(2 * DAY - 1)
    expect(await keys.begin({ ...request, digest: 'three seats' })).toMatchObject({ state: 'done' })
  })

  test('the job deletes it, and nothing that still holds', async () => {
    await begin({ key: 'old' })
    at(MINUTE)
    await keys.finish({ ...request, key: 'newer' }, await begin({ key: 'newer' }), ANSWER)
    at(DAY)
    const workers = idempotencyWorkers({ database: store.client.database, clock })
    expect(workers.map(({ job }) => job.name)).toEqual(IDEMPOTENCY_JOBS.map(({ name }) => name))
    const run = async () => {
      for (const { work } of workers) await work({}, { id: 'job', signal: new AbortController().signal })
    }
    await run()
    expect(await keys.begin({ ...request, key: 'newer' })).toEqual({ state: 'done', outcome: ANSWER })
    expect(await count()).toBe(1)
    at(DAY + MINUTE)
    await run()
    expect(await count()).toBe(0)
  })
})

test('a request that arrives while the first is being written waits for it', async () => {
  const connection = await store.client.pool.connect()
  await connection.query('begin')
  await connection.query(
    `insert into idempotency_keys (account_id, endpoint, key, digest, run, runs_until, expires_at)
     values ('ann', 'buy', 'k', 'two seats', 'held', $1::timestamptz + interval '1 minute', $1::timestamptz + interval '1 day')`,
    [new Date(START)],
  )
  let answered = false
  const waiting = keys.begin(request).finally(() => {
    answered = true
  })
  await until(async () => (await waitingForLocks(store)) === 1)
  expect(answered).toBe(false)
  await connection.query('commit')
  connection.release()
  expect(await waiting).toEqual({ state: 'running' })
})

test('whatever happens in whichever order, a run is begun only when none can be under way', async () => {
  type Held = { digest: string; run: string; runsUntil: number; expires: number; done: boolean; kept: string | null }
  type Step = { do: 'begin'; digest: string } | { do: 'keep' | 'finish' | 'abandon'; run: number } | { do: 'wait'; ms: number }
  const step = fc.oneof(
    fc.record({ do: fc.constant('begin' as const), digest: fc.constantFrom('x', 'x', 'y') }),
    fc.record({ do: fc.constantFrom('keep' as const, 'finish' as const, 'abandon' as const), run: fc.nat(3) }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, MINUTE - 1, MINUTE, DAY - MINUTE, DAY) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array<Step>(step, { maxLength: 15 }), async (program) => {
      await store.client.pool.query('truncate idempotency_keys')
      let now = 0
      at(now)
      /** The run and outcome of the key; null for a free key. */
      let held = null as Held | null
      const runs: { run: string; digest: string }[] = []
      for (const each of program) {
        if (held && held.expires <= now) held = null
        if (each.do === 'wait') at((now += each.ms))
        else if (each.do === 'begin') {
          const begun = await keys.begin({ ...request, digest: each.digest })
          const isLost = held && !held.done && held.runsUntil <= now && held.digest === each.digest
          const expected =
            !held || isLost ? 'begun' : held.digest !== each.digest ? 'key-of-another-request' : held.done ? 'done' : 'running'
          expect(begun.state).toBe(expected)
          if (begun.state !== 'begun') continue
          expect(begun.committed?.result ?? null).toBe(held?.kept ?? null)
          runs.push({ run: begun.run, digest: each.digest })
          const expires: number = held?.expires ?? now + DAY
          held = { digest: each.digest, run: begun.run, runsUntil: now + MINUTE, expires, done: false, kept: held?.kept ?? null }
        } else {
          const named = runs[each.run]
          if (!named) continue
          const isHeld = held?.run === named.run
          if (each.do === 'keep') {
            // A run keeps its result before it is finished.
            if (held && isHeld && held.done) continue
            const isKept = await keep(named.run, named.run)
            // No other run can hold a key that has expired.
            if (held) expect(isKept).toBe(isHeld)
            if (held && isHeld) held = { ...held, kept: named.run }
            continue
          }
          if (each.do === 'finish') await keys.finish({ ...request, digest: named.digest }, named.run, ANSWER)
          else await keys.abandon({ ...request, digest: named.digest }, named.run)
          if (!held || !isHeld) continue
          if (each.do === 'finish') held = { ...held, done: true }
          else if (held.done || held.kept !== null) held = { ...held, runsUntil: now }
          else held = null
        }
      }
    }),
    { numRuns: 60 },
  )
})
