import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestApp, openTestStore, testClock, type TestStore } from '../../../../test/harness.ts'
import { bearer, createOrganization, type Organization } from '../../../../test/people.ts'
import { openGuardedHttp } from '../../../adapters/guarded-http/open-guarded-http.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { OutboundHttp } from '../../../ports/outbound-http.ts'
import { mailQueue } from '../../mail/index.ts'
import { deliverEvent, forgetOldEvents, sendDueEvents } from './deliver-event.ts'
import { applicationTeller } from './queue-event.ts'

const START = '2026-11-20T12:00:00.000Z'
const HOUR = 3_600_000
const clock = testClock(START)
type Received = { headers: IncomingHttpHeaders; body: string }

let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
let acme: Organization
let receiver: Server
let http: OutboundHttp
let applicationId: string
const received: Received[] = []
let answer: { status: number; headers?: Record<string, string> }

beforeAll(async () => {
  store = await openTestStore()
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ headers: request.headers, body })
    response.writeHead(answer.status, answer.headers).end('noted')
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  http = openGuardedHttp({ allowedOrigins: [origin] })
  await store.importLines([line('teller', { webhookUrl: `${origin}/events` }), line('silent')])
  app = await openTestApp(store, { clock })
  acme = await createOrganization(store, 'acme')
  const { rows } = await store.client.pool.query<{ id: string }>(`select id from applications where slug = 'teller'`)
  applicationId = rows[0]?.id ?? ''
})
afterAll(async () => {
  await app.close()
  await http.close()
  receiver.close()
  await store.close()
})
beforeEach(async () => {
  clock.set(START)
  received.length = 0
  answer = { status: 204 }
  await store.clear('webhook_endpoints', 'webhook_events', 'webhook_attempts', 'mails', 'installations')
})

const dependencies = () => ({
  database: store.client.database,
  clock,
  http,
  queueMail: mailQueue({ send: async () => {}, delivers: false }),
})
const one = async <Row extends object>(sql: string): Promise<Row> => {
  const { rows } = await store.client.pool.query<Row>(sql)
  if (!rows[0]) throw new Error(`no row: ${sql}`)
  return rows[0]
}
const count = async (table: string) => Number((await one<{ n: string }>(`select count(*) n from ${table}`)).n)

/** Adds an install event for the application, without a job. Returns the event's id. */
const tell = async (): Promise<string> => {
  const teller = applicationTeller({ send: async () => {} })
  await inTransaction(store.client.database, (transaction) =>
    teller(
      transaction,
      {
        applicationId,
        organizationId: acme.id,
        accountId: acme.people.owner.accountId,
        event: 'application_installed',
        payload: { applicationID: applicationId },
      },
      clock.now(),
    ),
  )
  return (await one<{ id: string }>('select id from webhook_events order by sequence desc')).id
}
const advance = (milliseconds: number) => clock.set(new Date(clock.now().getTime() + milliseconds).toISOString())
const event = () =>
  one<{ attempts: number; due_at: Date; delivered_at: Date | null; failed_at: Date | null }>('select * from webhook_events')
const endpoint = () =>
  one<{ secret: string; warnings: number; failing_since: Date | null; disabled_at: Date | null }>(
    'select * from webhook_endpoints',
  )

describe('an install', () => {
  const install = (method: 'PUT' | 'DELETE', id: string) =>
    app.server.inject({ method, url: `/api/v2/applications/${id}/install`, headers: bearer(acme.people.owner.token) })

  test('tells the application, and so does an uninstall', async () => {
    expect((await install('PUT', applicationId)).statusCode).toBe(200)
    expect((await install('DELETE', applicationId)).statusCode).toBe(200)
    const { rows } = await store.client.pool.query<{ event: string; sequence: string; body: string }>(
      'select event, sequence, body from webhook_events order by sequence',
    )
    expect(rows.map((row) => [row.event, row.sequence])).toEqual([
      ['application_installed', '1'],
      ['application_uninstalled', '2'],
    ])
    const license = await one<{ id: number }>(
      `select id from licenses where product = 'livechat' and organization_id = '${acme.id}'`,
    )
    expect(JSON.parse(rows[0]?.body ?? '')).toEqual({
      applicationID: applicationId,
      applicationName: 'Teller',
      clientID: applicationId,
      date: START,
      event: 'application_installed',
      licenseID: license.id,
      organizationID: acme.id,
      payload: { applicationID: applicationId },
      userID: acme.people.owner.accountId,
    })
  })

  test('adds no event for an application without an address, and none if it is refused', async () => {
    const { id } = await one<{ id: string }>(`select id from applications where slug = 'silent'`)
    expect((await install('PUT', id)).statusCode).toBe(200)
    await install('PUT', applicationId)
    expect((await install('PUT', applicationId)).statusCode).toBe(409)
    expect(await count('webhook_events')).toBe(1)
  })
})

describe('an event', () => {
  test('arrives once, signed for the published libraries', async () => {
    const id = await tell()
    await deliverEvent(dependencies(), id, 'run-1')
    await deliverEvent(dependencies(), id, 'run-2')
    expect(received).toHaveLength(1)
    const [{ headers, body }] = received as [Received]
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': id, 'webhook-sequence': '1' })
    const { secret } = await endpoint()
    const signed = headers as Record<string, string>
    // The libraries compare the timestamp with their own clock.
    const verifies = (Library: typeof Webhook | typeof SvixWebhook, key: string) => {
      const realNow = Date.now
      Date.now = () => clock.now().getTime()
      try {
        return new Library(key).verify(body, signed)
      } finally {
        Date.now = realNow
      }
    }
    expect(verifies(Webhook, `whsec_${secret}`)).toMatchObject({ event: 'application_installed' })
    // This one only throws for a wrong signature.
    verifies(SvixWebhook, `whsec_${secret}`)
    for (const Library of [Webhook, SvixWebhook])
      expect(() => verifies(Library, `whsec_${Buffer.alloc(24).toString('base64')}`)).toThrow()
    expect(await event()).toMatchObject({ attempts: 1, delivered_at: new Date(START) })
    expect(await one('select attempt, status, answer from webhook_attempts')).toEqual({ attempt: 1, status: 204, answer: '' })
  })

  test('is tried ten times in 75 hours, then the address is disabled, with two warnings before', async () => {
    answer = { status: 500 }
    const id = await tell()
    const begun = clock.now().getTime()
    for (let attempt = 1; attempt <= 10; attempt++) {
      await deliverEvent(dependencies(), id, `run-${attempt}`)
      const { due_at: due, failed_at: failed } = await event()
      if (attempt < 10) clock.set(due.toISOString())
      expect(failed === null).toBe(attempt < 10)
    }
    const hours = (clock.now().getTime() - begun) / HOUR
    expect(hours).toBeGreaterThan(74)
    expect(hours).toBeLessThan(75 * 1.11)
    expect(received).toHaveLength(10)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await endpoint()).disabled_at).not.toBeNull()
    const { rows } = await store.client.pool.query<{ subject: string; recipient: string }>(
      'select subject, recipient from mails order by created_at',
    )
    expect(rows.map(({ subject }) => subject)).toEqual([
      'Teller does not take its events',
      'Teller does not take its events',
      'Events for Teller are no longer sent',
    ])
    expect(rows[0]?.recipient).toBe('support@larkspur.example')
    const next = await tell()
    await deliverEvent(dependencies(), next, 'run-next')
    expect(received).toHaveLength(10)
    expect(await count('webhook_events')).toBe(2)
  })

  test('disables the address at once with 410', async () => {
    answer = { status: 410 }
    await deliverEvent(dependencies(), await tell(), 'run-1')
    expect((await endpoint()).disabled_at).toEqual(new Date(START))
  })

  test('waits as long as the receiver asks for, at most a day', async () => {
    answer = { status: 503, headers: { 'retry-after': '7200' } }
    await deliverEvent(dependencies(), await tell(), 'run-1')
    expect((await event()).due_at).toEqual(new Date(clock.now().getTime() + 2 * HOUR))
    answer = { status: 503, headers: { 'retry-after': 'Fri, 20 Nov 2099 12:00:00 GMT' } }
    clock.set((await event()).due_at.toISOString())
    await deliverEvent(dependencies(), (await one<{ id: string }>('select id from webhook_events')).id, 'run-2')
    expect((await event()).due_at).toEqual(new Date(clock.now().getTime() + 24 * HOUR))
  })

  test('follows no redirect', async () => {
    answer = { status: 302, headers: { location: '/elsewhere' } }
    await deliverEvent(dependencies(), await tell(), 'run-1')
    expect(received).toHaveLength(1)
    expect(await event()).toMatchObject({ delivered_at: null })
  })

  test('is recovered by the job of each minute if its own was lost, and forgets failures after a success', async () => {
    answer = { status: 500 }
    const id = await tell()
    await deliverEvent(dependencies(), id, 'run-1')
    expect((await endpoint()).failing_since).toEqual(new Date(START))
    const due: string[] = []
    const send = async (_: unknown, eventId: string) => void due.push(eventId)
    await sendDueEvents(dependencies(), send, 0)
    expect(due).toEqual([])
    advance(2 * 60_000)
    await sendDueEvents(dependencies(), send, 500)
    expect(due).toEqual([])
    await Promise.all([sendDueEvents(dependencies(), send, 0), sendDueEvents(dependencies(), send, 0)])
    expect(due).toEqual([id])
    answer = { status: 200 }
    await deliverEvent(dependencies(), id, 'run-2')
    expect(await endpoint()).toMatchObject({ failing_since: null, warnings: 0 })
  })

  test('can be replayed for 90 days, then it is deleted with its log', async () => {
    await deliverEvent(dependencies(), await tell(), 'run-1')
    advance(90 * 24 * HOUR)
    await forgetOldEvents(dependencies())
    expect(await count('webhook_attempts')).toBe(1)
    advance(1)
    await forgetOldEvents(dependencies())
    expect([await count('webhook_events'), await count('webhook_attempts')]).toEqual([0, 0])
  })

  test('has the next number, whoever writes at the same time, and none after a roll-back', async () => {
    await Promise.all(Array.from({ length: 20 }, tell))
    const failing = inTransaction(store.client.database, async (transaction) => {
      const teller = applicationTeller({ send: async () => {} })
      const told = { applicationId, organizationId: acme.id, accountId: null }
      await teller(transaction, { ...told, event: 'payment_declined', payload: { paymentID: 'x' } }, clock.now())
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await tell()
    const { rows } = await store.client.pool.query<{ sequence: string }>('select sequence from webhook_events order by sequence')
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
  })
})
