import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, ACCOUNT } from '@marketplace/contracts/core/endpoint'
import type { ErrorCode } from '@marketplace/contracts/core/errors'
import { openTestStore, testClock, type TestStore, until } from '../../../test/harness.ts'
import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { createHttpServer } from '../../http/server.ts'
import { answered } from '../../http/status-answer.ts'
import { STOREFRONT } from '../../http/storefront.ts'
import { registerKeyedEndpoint } from './register-keyed-endpoint.ts'

const order = endpoint({
  id: 'testOrder',
  api: 'product',
  method: 'POST',
  path: '/test-orders',
  access: ACCOUNT,
  summary: 'Orders something, for this test',
  body: z.object({ what: z.string() }),
  ok: { description: 'It was ordered before', body: z.object({ id: z.int() }) },
  also: {
    201: { description: 'It was ordered', body: z.object({ id: z.int() }) },
    204: { description: 'There was nothing to order' },
  },
  idempotent: true,
  errors: ['ALREADY_INSTALLED'],
})

const START = '2026-11-20T12:00:00Z'
const clock = testClock(START)
let store: TestStore
let servers: FastifyInstance[]
let runs: string[]
let onRun: (what: string) => Promise<void>
let onAnswer: () => Promise<void>

const openServer = async () => {
  const server = await createHttpServer({
    log: pino({ level: 'silent' }),
    site: STOREFRONT,
    authenticate: async (token) =>
      ({ accountId: token, organizationId: 'o', clientId: 'c', region: 'dal', scopes: new Set() }) as unknown as Caller,
    https: false,
    metricsToken: null,
  })
  registerKeyedEndpoint(server, { database: store.client.database, clock }, order, {
    write: async (_, { body: { what } }) => {
      runs.push(what)
      await onRun(what)
      return runs.length
    },
    keeps: (id) => id,
    answer: async (id, { body: { what } }) => {
      await onAnswer()
      if (what === 'nothing') return answered(order, { status: 204, body: undefined })
      return what === 'old' ? { id: 0 } : answered(order, { status: 201, body: { id } })
    },
  })
  return server
}

beforeAll(async () => {
  store = await openTestStore()
  servers = [await openServer(), await openServer()]
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await store.close()
})
beforeEach(async () => {
  clock.set(START)
  runs = []
  onRun = async () => {}
  onAnswer = async () => {}
  await store.client.pool.query('delete from idempotency_keys')
})

const ask = async (what: string, { key, who = 'ann', of = 0 }: { key?: string; who?: string; of?: number } = {}) => {
  const headers = { authorization: `Bearer ${who}`, ...(key !== undefined && { 'idempotency-key': key }) }
  const answer = await servers[of]?.inject({ method: 'POST', url: '/api/v2/test-orders', payload: { what }, headers })
  return { status: answer?.statusCode, body: answer?.body ? (JSON.parse(answer.body) as { id?: number; code?: string }) : null }
}

describe('statuses besides 200', () => {
  test.each([
    ['old', 200, { id: 0 }],
    ['new', 201, { id: 1 }],
    ['nothing', 204, null],
  ])('%s is answered with %i', async (what, status, body) => {
    expect(await ask(what)).toEqual({ status, body })
    expect(await ask(what, { key: 'k' })).toMatchObject({ status })
    expect(await ask(what, { key: 'k' })).toMatchObject({ status })
  })
})

describe('an Idempotency-Key', () => {
  test('runs each time without a key', async () => {
    await ask('a')
    await ask('a')
    expect(runs).toEqual(['a', 'a'])
  })

  test('replays the stored answer for the same request, also in another process', async () => {
    const first = await ask('a', { key: 'k' })
    expect(await ask('a', { key: 'k', of: 1 })).toEqual(first)
    expect(first).toEqual({ status: 201, body: { id: 1 } })
    expect(runs).toEqual(['a'])
  })

  test('refuses another request', async () => {
    await ask('a', { key: 'k' })
    expect(await ask('b', { key: 'k' })).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(runs).toEqual(['a'])
  })

  test('distinguishes accounts', async () => {
    await ask('a', { key: 'k' })
    await ask('a', { key: 'k', who: 'bob' })
    expect(runs).toEqual(['a', 'a'])
  })

  test('runs one of twenty simultaneous requests in two processes, and answers all of them the same', async () => {
    onRun = () => new Promise((resolve) => setTimeout(resolve, 300))
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask('a', { key: 'k', of: index % 2 })))
    expect(runs).toEqual(['a'])
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"status":201,"body":{"id":1}}']))
  })

  /** Whether the same request with the same key runs again after this error, and why. */
  test.each<[ErrorCode, number, 'runs again' | 'is replayed', string]>([
    ['BAD_REQUEST', 400, 'is replayed', 'the same request is as malformed again'],
    ['TOKEN_INVALID', 401, 'runs again', 'the client is to sign in and to send the request again'],
    ['PAYMENT_DUE', 402, 'is replayed', 'the answer to what was asked; another attempt is another request'],
    ['FORBIDDEN', 403, 'is replayed', 'the answer to what was asked, although the right may be given later'],
    ['CHARGE_NOT_FOUND', 404, 'is replayed', 'the answer to what was asked'],
    ['ALREADY_INSTALLED', 409, 'is replayed', 'the state that was met, on which the client has built'],
    ['PAYMENT_RUNNING', 409, 'runs again', 'it says: try again in a moment'],
    ['REQUEST_RUNNING', 409, 'runs again', 'it says: try again in a moment'],
    ['CHARGE_STATE', 422, 'is replayed', 'the state that was met, on which the client has built'],
    ['TOO_MANY_REQUESTS', 429, 'runs again', 'it says: try again in a moment'],
    ['UNEXPECTED_ERROR', 500, 'runs again', 'nobody knows what happened'],
  ])('after %s (%i) the request %s: %s', async (code, status, expected) => {
    onRun = async () => {
      if (runs.length === 1) throw new ApiError(code)
    }
    expect(await ask('a', { key: 'k' })).toMatchObject({ status, body: { code } })
    const again = await ask('a', { key: 'k', of: 1 })
    expect(again.status).toBe(expected === 'runs again' ? 201 : status)
    expect(runs).toEqual(expected === 'runs again' ? ['a', 'a'] : ['a'])
  })

  test('replays a refusal', async () => {
    onRun = async () => {
      throw new ApiError('ALREADY_INSTALLED')
    }
    expect(await ask('a', { key: 'k' })).toMatchObject({ status: 409, body: { code: 'ALREADY_INSTALLED' } })
    expect(await ask('a', { key: 'k' })).toMatchObject({ status: 409, body: { code: 'ALREADY_INSTALLED' } })
    expect(runs).toEqual(['a'])
  })

  test('runs again after an unexpected error', async () => {
    onRun = async () => {
      if (runs.length === 1) throw new Error('broken')
    }
    expect(await ask('a', { key: 'k' })).toMatchObject({ status: 500 })
    expect(await ask('a', { key: 'k' })).toMatchObject({ status: 201 })
  })

  test('runs again a minute after a process was killed before its commit, not earlier', async () => {
    await store.client.pool.query(
      `insert into idempotency_keys (account_id, endpoint, key, digest, run, runs_until, expires_at)
       values ('ann', 'testOrder', 'lost', '', 'gone', $1::timestamptz + interval '1 minute', $1::timestamptz + interval '1 day')`,
      [START],
    )
    // The digest of the lost request.
    await ask('a', { key: 'k' })
    await store.client.pool.query(
      `update idempotency_keys lost set digest = k.digest from idempotency_keys k where lost.key = 'lost' and k.key = 'k'`,
    )
    clock.set('2026-11-20T12:00:59Z')
    const early = ask('a', { key: 'lost' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(runs).toEqual(['a'])
    clock.set('2026-11-20T12:01:00Z')
    expect(await early).toMatchObject({ status: 201 })
    expect(runs).toEqual(['a', 'a'])
  })

  test('makes the answer from what was committed, if it could not be made at first', async () => {
    let fails = true
    onAnswer = async () => {
      if (fails) throw new Error('broken')
    }
    expect(await ask('a', { key: 'k' })).toMatchObject({ status: 500 })
    fails = false
    expect(await ask('a', { key: 'k', of: 1 })).toEqual({ status: 201, body: { id: 1 } })
    expect(runs).toEqual(['a'])
  })

  test('answers also if the answer cannot be stored, and runs no second time', async () => {
    await store.client.pool.query(`create function refuse_answers() returns trigger language plpgsql as $$
      begin if new.outcome ->> 'kind' = 'answer' then raise exception 'no space'; end if; return new; end $$`)
    await store.client.pool.query(
      'create trigger refuse_answers before update on idempotency_keys for each row execute function refuse_answers()',
    )
    try {
      expect(await ask('a', { key: 'k' })).toEqual({ status: 201, body: { id: 1 } })
    } finally {
      await store.client.pool.query('drop function refuse_answers() cascade')
    }
    clock.set('2026-11-20T12:01:00Z')
    expect(await ask('a', { key: 'k' })).toEqual({ status: 201, body: { id: 1 } })
    expect(runs).toEqual(['a'])
  })

  test('writes nothing for a run that another one has taken over', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    onRun = async () => {
      if (runs.length === 1) await held
    }
    const slow = ask('a', { key: 'k' })
    await until(() => runs.length === 1)
    clock.set('2026-11-20T12:01:00Z')
    expect(await ask('a', { key: 'k', of: 1 })).toEqual({ status: 201, body: { id: 2 } })
    release()
    expect(await slow).toMatchObject({ status: 409, body: { code: 'REQUEST_RUNNING' } })
    expect(await ask('a', { key: 'k' })).toEqual({ status: 201, body: { id: 2 } })
  })

  test('is accepted only where its work is one transaction', () => {
    // @ts-expect-error An endpoint that accepts a key needs registerKeyedEndpoint.
    expect(() => registerEndpoint(servers[0] as FastifyInstance, order, async () => ({ id: 1 }))).toThrow('registerKeyedEndpoint')
  })

  test('is forgotten after a day', async () => {
    await ask('a', { key: 'k' })
    clock.set('2026-11-21T12:00:00Z')
    expect(await ask('b', { key: 'k' })).toMatchObject({ status: 201 })
    expect(runs).toEqual(['a', 'b'])
  })

  test.each(['', ' ', 'ü', 'x'.repeat(256)])('%j is malformed', async (key) => {
    expect(await ask('a', { key })).toMatchObject({ status: 400 })
    expect(runs).toEqual([])
  })
})
