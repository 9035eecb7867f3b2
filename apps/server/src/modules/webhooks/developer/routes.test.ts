import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  MOST_PREVIOUS_SECRETS,
  MOST_REPLAYED,
  type WebhookEndpoint,
  type WebhookEvent,
  type WebhookEventLog,
  type WebhookSecret,
} from '@marketplace/contracts/webhooks/schemas'
import { type CartMarketplace, NOON, openCartMarketplace } from '../../../../test/carts.ts'
import { openGuardedHttp } from '../../../adapters/guarded-http/open-guarded-http.ts'
import type { OutboundHttp } from '../../../ports/outbound-http.ts'
import { mailQueue } from '../../mail/index.ts'
import { deliverEvent, forgetOldEvents, sendDueEvents } from '../delivery/deliver-event.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
type Received = { headers: IncomingHttpHeaders; body: string }

let market: CartMarketplace
let receiver: Server
let http: OutboundHttp
let id: string
let answer: { status: number }
const received: Received[] = []

beforeAll(async () => {
  market = await openCartMarketplace()
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ headers: request.headers, body })
    response.writeHead(answer.status).end('noted')
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  http = openGuardedHttp({ allowedOrigins: [origin] })
  id = market.idOf('own-published')
  await market.sql(`update applications set webhook_url = $2 where id = $1`, [id, `${origin}/events`])
})
afterAll(async () => {
  await http.close()
  receiver.close()
  await market.close()
})
beforeEach(async () => {
  market.clock.set(NOON)
  received.length = 0
  answer = { status: 204 }
  for (const table of ['webhook_endpoints', 'webhook_events', 'audit_events', 'mails', 'idempotency_keys'])
    await market.sql(`delete from ${table}`)
})

const owner = () => market.acme.people.owner
const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, who = owner(), key?: string, of = id) =>
  market.app.server.inject({
    method,
    url: `/api/v2/applications/${of}/webhook${path}`,
    headers: { authorization: `Bearer ${who.token}`, ...(key !== undefined && { 'idempotency-key': key }) },
    ...(body && { payload: body }),
  })
const codeOf = async (asked: ReturnType<typeof call>) => {
  const { statusCode, body } = await asked
  return statusCode < 300 ? statusCode : (JSON.parse(body) as { code: string }).code
}
const read = async () => (await call('GET', '')).json<WebhookEndpoint>()
const list = async (query = '') => (await call('GET', `/events${query}`)).json<{ result: WebhookEvent[]; next: number | null }>()
const log = async (event: string) => (await call('GET', `/events/${event}`)).json<WebhookEventLog>()
const rotate = async (body: object = {}, key?: string) => {
  const rotated = await call('POST', '/secret', body, owner(), key)
  expect(rotated.statusCode).toBe(200)
  return rotated.json<WebhookSecret>()
}
const audited = async () => (await market.audit()).map(({ action }) => action)
const advance = (milliseconds: number) => market.clock.set(new Date(market.clock.now().getTime() + milliseconds).toISOString())

/** Adds events that were sent, or have failed. Returns their ids, the oldest first. */
const told = async (count: number, ended: 'delivered_at' | 'failed_at' | null = 'delivered_at', of = id): Promise<string[]> => {
  await market.sql(
    `insert into webhook_endpoints (application_id, secret, created_at) values ($1, 'c2VjcmV0', now()) on conflict do nothing`,
    [of],
  )
  const at = market.clock.now()
  const rows = await market.sql<{ id: string }>(
    `with numbered as (
       update webhook_endpoints set sequence = sequence + $3 where application_id = $1 returning sequence - $3 as before)
     insert into webhook_events (id, application_id, sequence, event, body, created_at, due_at, attempts${ended ? `, ${ended}` : ''})
     select 'msg_' || $1 || (before + n), $1, before + n, 'application_installed', '{"n":' || n || '}', $2, $2, 1${ended ? ', $2' : ''}
     from numbered, generate_series(1, $3::int) n order by n returning id`,
    [of, at, count],
  )
  return rows.map((row) => row.id)
}

const dependencies = () => ({
  database: market.store.client.database,
  clock: market.clock,
  http,
  queueMail: mailQueue({ send: async () => {}, delivers: false }),
})
const deliver = (event: string, run = 'run') => deliverEvent(dependencies(), event, run)
/** The events that the job of each minute would send now. */
const due = async (): Promise<string[]> => {
  const sent: string[] = []
  await sendDueEvents(dependencies(), async (_, event) => void sent.push(event), 0)
  return sent
}

/** Whether both published libraries accept a request with a secret. They compare its timestamp with their own clock. */
const verifies = ({ headers, body }: Received, secret: string): boolean => {
  const realNow = Date.now
  Date.now = () => market.clock.now().getTime()
  try {
    return [Webhook, SvixWebhook].every((Library) => {
      try {
        new Library(secret).verify(body, headers as Record<string, string>)
        return true
      } catch {
        return false
      }
    })
  } finally {
    Date.now = realNow
  }
}

describe('reading', () => {
  test('shows an address without events, then what goes on with it, and never a secret', async () => {
    expect(await read()).toMatchObject({ state: 'working', disabled_at: null, last_sequence: 0, can: { change: true } })
    const { secret } = await rotate()
    const [event = ''] = await told(1, null)
    answer.status = 500
    await deliver(event)
    expect(await read()).toMatchObject({ state: 'failing', failing_since: NOON, last_sequence: 1 })
    answer.status = 410
    await deliver(event, 'run-2')
    expect(await read()).toMatchObject({ state: 'disabled', disabled_at: NOON })
    const shown = await Promise.all(['', '/events', `/events/${event}`].map((path) => call('GET', path)))
    for (const { body } of shown) expect(body).not.toContain(secret.slice('whsec_'.length))
  })

  test('lists the newest events first, 20 at a time and by state', async () => {
    await told(45)
    const [failed] = await told(1, 'failed_at')
    const first = await list()
    expect(first.result.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, index) => 46 - index))
    const second = await list(`?before=${first.next}`)
    const third = await list(`?before=${second.next}`)
    expect([second.result.length, third.result.length, third.next]).toEqual([20, 6, null])
    expect((await list('?state=failed')).result.map((event) => event.id)).toEqual([failed])
    expect((await list('?state=waiting')).result).toEqual([])
    expect(await codeOf(call('GET', '/events?before=0'))).toBe('INVALID_PARAMETERS')
  })

  test('shows what was sent, what was answered, and how long it took', async () => {
    const [event = ''] = await told(1, null)
    answer.status = 503
    await deliver(event)
    advance(1_000)
    answer.status = 200
    await deliver(event, 'run-2')
    const { body, log: attempts, state } = await log(event)
    expect({ body, state }).toEqual({ body: '{"n":1}', state: 'delivered' })
    expect(attempts.map(({ attempt, status, answer: text }) => [attempt, status, text])).toEqual([
      [3, 200, 'noted'],
      [2, 503, 'noted'],
    ])
  })

  test('does not find an event of another application, or one that is too old', async () => {
    const [other = ''] = await told(1, 'delivered_at', market.idOf('their-published'))
    const [old = ''] = await told(1)
    expect(await codeOf(call('GET', `/events/${other}`))).toBe('WEBHOOK_EVENT_NOT_FOUND')
    expect(await codeOf(call('POST', `/events/${other}/replay`))).toBe('WEBHOOK_EVENT_NOT_FOUND')
    expect(await codeOf(call('GET', '/events/a%00b'))).toBe('WEBHOOK_EVENT_NOT_FOUND')
    advance(90 * DAY)
    expect((await log(old)).id).toBe(old)
    advance(1)
    expect(await codeOf(call('GET', `/events/${old}`))).toBe('WEBHOOK_EVENT_NOT_FOUND')
    expect(await codeOf(call('POST', `/events/${old}/replay`))).toBe('WEBHOOK_EVENT_NOT_FOUND')
    expect((await list()).result).toEqual([])
    expect((await call('POST', '/replay', { since: '2020-01-01T00:00:00.000Z' })).json()).toEqual({ replayed: 0, next: null })
  })
})

describe('people', () => {
  const CHANGES = ['/secret', '/replay', '/events/e/replay'] as const
  test.each(CHANGES)('of another organization do not find the application: %s', async (path) => {
    const stranger = market.globex.people.owner
    expect(await codeOf(call('POST', path, { since: NOON }, stranger))).toBe('APPLICATION_NOT_FOUND')
    expect(await codeOf(call('POST', path, { since: NOON }, owner(), undefined, market.idOf('their-published')))).toBe(
      'APPLICATION_NOT_FOUND',
    )
    expect(await market.sql('select 1 from webhook_endpoints')).toEqual([])
  })

  test('of an organization that develops nothing are refused', async () => {
    await market.sql('update developers set organization_id = null where organization_id = $1', [market.globex.id])
    expect(await codeOf(call('GET', '', undefined, market.globex.people.owner))).toBe('FORBIDDEN')
    await market.sql(`update developers set organization_id = $1 where name = 'Globex Apps'`, [market.globex.id])
  })

  test('people who lose their role meanwhile change nothing', async () => {
    const { administrator } = market.acme.people
    await market.sql(`update memberships set suspended = true where account_id = $1`, [administrator.accountId])
    expect(await codeOf(call('POST', '/secret', {}, administrator))).toBe('TOKEN_INVALID')
    await market.sql(`update memberships set suspended = false where account_id = $1`, [administrator.accountId])
  })
})

describe('the secret', () => {
  test('is shown once, and both sign for 24 hours, for both published libraries', async () => {
    const first = await rotate()
    expect(first).toEqual({ secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/), previous_until: null })
    advance(HOUR)
    const until = new Date(market.clock.now().getTime() + DAY)
    const second = await rotate()
    expect(second.previous_until).toBe(until.toISOString())
    expect((await read()).previous_secrets).toEqual([{ until: until.toISOString() }])
    const send = async () => {
      const [event = ''] = await told(1, null)
      await deliver(event)
      const request = received.at(-1) as Received
      return [first, second].map(({ secret }) => verifies(request, secret))
    }
    expect(await send()).toEqual([true, true])
    market.clock.set(new Date(until.getTime() - 1).toISOString())
    expect(await send()).toEqual([true, true])
    market.clock.set(until.toISOString())
    expect(await send()).toEqual([false, true])
    expect((await read()).previous_secrets).toEqual([])
    expect(await audited()).toEqual(['webhook.secret-rotated', 'webhook.secret-rotated'])
    const audit = JSON.stringify(await market.audit())
    for (const { secret } of [first, second]) expect(audit).not.toContain(secret.slice('whsec_'.length))
  })

  test('that a receiver has keeps signing when it is changed twice, until there are too many', async () => {
    const secrets = [(await rotate()).secret]
    for (let count = 0; count < MOST_PREVIOUS_SECRETS; count++) secrets.push((await rotate()).secret)
    expect(await codeOf(call('POST', '/secret', {}))).toBe('WEBHOOK_SECRETS_FULL')
    const [event = ''] = await told(1, null)
    await deliver(event)
    expect(secrets.map((secret) => verifies(received[0] as Received, secret))).toEqual(secrets.map(() => true))
    const last = await rotate({ stop_previous: true })
    expect(last.previous_until).toBeNull()
    const [next = ''] = await told(1, null)
    await deliver(next)
    expect([...secrets, last.secret].map((secret) => verifies(received[1] as Received, secret))).toEqual([
      ...secrets.map(() => false),
      true,
    ])
  })

  test('is changed once by a repeated request with a key', async () => {
    const first = await rotate({}, 'key')
    expect(await rotate({}, 'key')).toEqual(first)
    expect(await audited()).toEqual(['webhook.secret-rotated'])
    expect(await codeOf(call('POST', '/secret', { stop_previous: true }, owner(), 'key'))).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('changed by several at once: each of them signs', async () => {
    const rotated = await Promise.all(Array.from({ length: MOST_PREVIOUS_SECRETS + 1 }, () => rotate()))
    const [event = ''] = await told(1, null)
    await deliver(event)
    expect(rotated.map(({ secret }) => verifies(received[0] as Received, secret))).toEqual(rotated.map(() => true))
  })
})

describe('a disabled address', () => {
  test('gets events again once it is enabled, and those of the meantime by a replay', async () => {
    const [refused = ''] = await told(1, null)
    answer.status = 410
    await deliver(refused)
    const [missed = ''] = await told(1, null)
    await deliver(missed)
    expect(received).toHaveLength(1)
    expect(await codeOf(call('POST', `/events/${missed}/replay`))).toBe('WEBHOOK_DISABLED')
    expect(await codeOf(call('POST', '/replay', { since: NOON }))).toBe('WEBHOOK_DISABLED')
    answer.status = 200
    expect((await call('PUT', '/enable')).json()).toMatchObject({ state: 'working', disabled_at: null, failing_since: null })
    expect(await codeOf(call('PUT', '/enable'))).toBe(200)
    expect((await call('POST', '/replay', { since: NOON, events: 'failed' })).json()).toEqual({ replayed: 2, next: null })
    expect(await due()).toEqual([refused])
    advance(60_000)
    for (const event of [refused, ...(await due())]) await deliver(event, 'again')
    expect(received.slice(1).map(({ headers }) => headers['webhook-id'])).toEqual([refused, missed])
    expect(await audited()).toEqual(['webhook.disabled', 'webhook.enabled', 'webhook.events-replayed'])
  })

  test('has no events to replay without an address', async () => {
    await market.sql(`update applications set webhook_url = null where id = $1`, [market.idOf('own-draft')])
    const [event = ''] = await told(1, 'failed_at', market.idOf('own-draft'))
    const of = market.idOf('own-draft')
    expect(await codeOf(call('POST', `/events/${event}/replay`, undefined, owner(), undefined, of))).toBe(
      'WEBHOOK_WITHOUT_ADDRESS',
    )
    expect(await codeOf(call('POST', '/replay', { since: NOON }, owner(), undefined, of))).toBe('WEBHOOK_WITHOUT_ADDRESS')
  })
})

describe('a replay', () => {
  test('sends the same bytes with the same id, and has ten attempts of its own', async () => {
    const [event = ''] = await told(1, null)
    await deliver(event)
    const replayed = (await call('POST', `/events/${event}/replay`)).json<WebhookEvent>()
    expect(replayed).toMatchObject({ id: event, state: 'waiting', replayed_at: NOON })
    answer.status = 500
    for (let attempt = 1; attempt <= 10; attempt++) {
      expect((await log(event)).state).toBe('waiting')
      await deliver(event, `run-${attempt}`)
      const { next_attempt_at: next } = await log(event)
      if (next !== null) market.clock.set(next)
    }
    expect((await log(event)).state).toBe('failed')
    expect(received).toHaveLength(11)
    expect(new Set(received.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1)
    expect((await read()).state).toBe('disabled')
  })

  test('of an event that waits changes nothing, whoever asks at once', async () => {
    const [event = ''] = await told(1)
    const asked = await Promise.all(Array.from({ length: 8 }, () => call('POST', `/events/${event}/replay`)))
    expect(asked.map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 200))
    expect(await audited()).toEqual(['webhook.event-replayed'])
    await Promise.all(['a', 'b', 'c'].map((run) => deliver(event, run)))
    expect(received).toHaveLength(1)
  })

  test('of all since an instant sends the oldest first, a hundred a minute, and each once', async () => {
    const before = await told(2)
    advance(1_000)
    const since = market.clock.now().toISOString()
    const events = await told(150)
    const [waiting = ''] = await told(1, null)
    const both = await Promise.all(['/replay', '/replay'].map((path) => call('POST', path, { since })))
    expect(both.map((one) => one.json<{ replayed: number }>().replayed).toSorted((a, b) => a - b)).toEqual([0, 150])
    const sent: string[] = []
    for (let minute = 0; minute < 2; minute++) {
      advance(60_000 - 1)
      const now = (await due()).filter((event) => event !== waiting)
      expect(now).toHaveLength(minute === 0 ? 100 : 50)
      sent.push(...now)
    }
    expect(sent).toEqual(events)
    expect(sent.filter((event) => before.includes(event))).toEqual([])
  })

  test('of more than one call may says where the rest begins', async () => {
    await told(MOST_REPLAYED)
    advance(1)
    const rest = market.clock.now().toISOString()
    await told(3)
    const first = (await call('POST', '/replay', { since: NOON })).json<{ next: string }>()
    expect(first).toEqual({ replayed: MOST_REPLAYED, next: rest })
    expect((await call('POST', '/replay', { since: first.next })).json()).toEqual({ replayed: 3, next: null })
  })

  test('of all is made once by a repeated request with a key', async () => {
    const [event = ''] = await told(1)
    const first = (await call('POST', '/replay', { since: NOON }, owner(), 'all')).json()
    await deliver(event)
    expect((await call('POST', '/replay', { since: NOON }, owner(), 'all')).json()).toEqual(first)
    expect((await log(event)).state).toBe('delivered')
  })

  test('just before the 90 days end is still sent', async () => {
    const [event = ''] = await told(1)
    advance(90 * DAY)
    expect(await codeOf(call('POST', `/events/${event}/replay`))).toBe(200)
    advance(HOUR)
    await forgetOldEvents(dependencies())
    await deliver(event)
    expect(received).toHaveLength(1)
    await forgetOldEvents(dependencies())
    expect(await market.sql('select 1 from webhook_events')).toEqual([])
  })
})
