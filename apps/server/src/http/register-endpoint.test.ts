import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accountWith, ANYONE, type CallingClient, endpoint, rawBody } from '@marketplace/contracts/core/endpoint'
import type { Caller } from '../core/caller.ts'
import { isSameSecret } from '../core/is-same-secret.ts'
import { renderDocs } from './docs-page.ts'
import { listenOn } from './listen.ts'
import { buildOpenApi } from './openapi.ts'
import { registerEndpoint, registerLockingEndpoint, registerWebhook } from './register-endpoint.ts'
import { createHttpServer } from './server.ts'
import { STOREFRONT } from './storefront.ts'

const MOST = 2_000
const ALLOWED = 50
const ok = { description: 'It was read', body: z.object({ bytes: z.int(), first: z.string() }) }
const upload = endpoint({
  id: 'testUpload',
  api: 'site',
  method: 'POST',
  path: '/test-uploads',
  access: ANYONE,
  summary: 'Reads bytes, for this test',
  body: rawBody(MOST),
  ok,
})
const webhook = endpoint({
  id: 'testWebhook',
  api: 'site',
  method: 'POST',
  path: '/test-webhooks',
  access: { kind: 'webhook', signature: 'test-signature' },
  summary: 'Hears of events, for this test',
  body: rawBody(MOST),
  ok: { description: 'It was heard', body: z.object({ heard: z.string() }) },
  errors: ['BAD_REQUEST', 'TOO_MANY_REQUESTS'],
  limit: { max: ALLOWED, windowSeconds: 60 },
})
const json = endpoint({
  id: 'testJson',
  api: 'site',
  method: 'POST',
  path: '/test-json',
  access: ANYONE,
  summary: 'Reads JSON, for this test',
  body: z.object({ value: z.string() }),
  ok: { description: 'The value', body: z.object({ value: z.string() }) },
})
const forClient = <const Client extends CallingClient>(client: Client) =>
  endpoint({
    id: `testFor_${client}`,
    api: 'product',
    method: 'GET',
    path: `/test-for-${client}`,
    access: accountWith('manageBilling', { client }),
    summary: 'Says hello, for this test',
    ok: { description: 'Hello', body: z.object({ name: z.string() }) },
  })
/** The handler of this endpoint is the one that looks at the caller's rights. */
const change = endpoint({
  id: 'testChange',
  api: 'product',
  method: 'PATCH',
  path: '/test-change',
  access: accountWith('manageBilling', { client: 'any' }),
  summary: 'Changes something, for this test',
  ok: { description: 'Who asked', body: z.object({ account: z.string(), name: z.string() }) },
})
const forClients = (['any', 'marketplace', 'application'] as const).map(forClient)

const SECRET = 'a secret of the sender and this test'
const sign = (bytes: Buffer | string) => createHmac('sha256', SECRET).update(bytes).digest('hex')
const readEvent = (bytes: Buffer, signature: string): { type: string } | null => {
  if (!isSameSecret(signature, sign(bytes))) return null
  return JSON.parse(bytes.toString()) as { type: string }
}

/** A token in this test is its client's id, with "+" for each of the marketplace's own clients and "!" for the permission to pay. */
const authenticate = async (token: string) =>
  ({
    accountId: token,
    name: token,
    organizationId: 'organization',
    region: 'dal',
    clientId: token.replace(/[+!]+$/, ''),
    trusted: token.includes('+'),
    scopes: new Set(token.includes('!') ? ['billing_manage'] : []),
  }) as unknown as Caller

/** The callers of the last minute, by their tokens. */
const recent = new Map<string, Caller>()

let server: FastifyInstance
let heard: string[]
let refused: string[]
beforeAll(async () => {
  server = await createHttpServer({
    log: pino({ level: 'silent' }),
    site: STOREFRONT,
    authenticate,
    recall: async (token) => recent.get(token) ?? null,
    auditRefusal: async ({ name }, id) => void refused.push(`${name} ${id}`),
    https: false,
    metricsToken: null,
  })
  registerEndpoint(server, upload, async ({ body }) => ({ bytes: body.length, first: body.subarray(0, 8).toString('latin1') }))
  registerWebhook(server, webhook, readEvent, async ({ type }) => {
    heard.push(type)
    return { heard: type }
  })
  registerEndpoint(server, json, async ({ body }) => body)
  registerLockingEndpoint(server, change, async ({ caller }) => ({ account: caller.accountId, name: caller.asFound.name }))
  for (const each of forClients) registerEndpoint(server, each, async ({ caller }) => ({ name: caller.name }))
  await listenOn(server, ['127.0.0.1'], 0)
})
afterAll(() => server.close())
beforeEach(() => {
  heard = []
  refused = []
})

const send = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  server.inject({ method: 'POST', url, payload, headers })

describe('a body of bytes', () => {
  test.each([
    ['application/json', '{"a": 1,, no JSON'],
    ['application/x-www-form-urlencoded', 'a=1&a=2'],
    ['image/png', '\u0089PNG'],
    ['', 'without a type'],
  ])('of the type %j arrives as it was sent', async (type, text) => {
    const bytes = Buffer.from(text, 'latin1')
    const answer = await send('/test-uploads', bytes, type === '' ? {} : { 'content-type': type })
    expect(answer.json()).toEqual({ bytes: bytes.length, first: text.slice(0, 8) })
  })

  test('may be empty', async () => {
    expect((await server.inject({ method: 'POST', url: '/test-uploads' })).json()).toEqual({ bytes: 0, first: '' })
  })

  test('has as many bytes as its declaration says, and not one more', async () => {
    expect((await send('/test-uploads', Buffer.alloc(MOST))).statusCode).toBe(200)
    expect((await send('/test-uploads', Buffer.alloc(MOST + 1))).json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  test.each([
    // No byte of this body is sent: the announced length is enough.
    ['is announced', `content-length: ${MOST + 1}`, ''],
    ['arrives without a length', 'transfer-encoding: chunked', `${(MOST + 1).toString(16)}\r\n${'x'.repeat(MOST + 1)}\r\n`],
  ])('that %s as longer is refused before its end', async (_, header, sent) => {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`POST /test-uploads HTTP/1.1\r\nhost: shop.test\r\n${header}\r\n\r\n${sent}`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('leaves the JSON of other endpoints as it was', async () => {
    const headers = { 'content-type': 'application/json' }
    expect((await send('/test-json', '{"value": "a"}', headers)).json()).toEqual({ value: 'a' })
    expect((await send('/test-json', '{"value": 1}', headers)).statusCode).toBe(400)
    expect((await send('/test-json', 'value', { 'content-type': 'image/png' })).statusCode).toBe(415)
  })
})

describe('a webhook', () => {
  const event = '{"type":  "paid"}'
  const deliver = (bytes: string, headers: Record<string, string>) =>
    send('/test-webhooks', bytes, { 'content-type': 'application/json', ...headers })

  test('hears of an event with the signature of its bytes', async () => {
    const answer = await deliver(event, { 'test-signature': sign(event) })
    expect(answer.json()).toEqual({ heard: 'paid' })
    expect(heard).toEqual(['paid'])
  })

  test.each([
    ['no signature', event, {}],
    ['a wrong signature', event, { 'test-signature': sign('another') }],
    ['an empty signature', event, { 'test-signature': '' }],
    ['the signature of the same JSON in other bytes', '{"type":"paid"}', { 'test-signature': sign(event) }],
    ['no JSON and no signature', '{', {}],
  ])('with %s is refused, and nothing is done', async (_, bytes, headers) => {
    const answer = await deliver(bytes, headers)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST' })
    expect(heard).toEqual([])
  })

  test('without a signature is refused before its bytes are there, once its limit has counted it', async () => {
    const ask = () =>
      server.inject({
        method: 'POST',
        url: '/test-webhooks',
        headers: { 'content-length': String(MOST + 1) },
        remoteAddress: '203.0.113.9',
      })
    const statuses: number[] = []
    for (let count = 0; count <= ALLOWED; count++) statuses.push((await ask()).statusCode)
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([400]))
    expect(statuses.at(-1)).toBe(429)
  })

  test('is registered with the reader of its signature, and in no other way', () => {
    expect(() => registerEndpoint(server, webhook, async () => ({ heard: '' }))).toThrow('registerWebhook')
  })
})

describe('the client that a token is of', () => {
  const ask = async (client: CallingClient, token: string) =>
    (
      await server.inject({
        method: 'GET',
        url: `/api/v2/test-for-${client}`,
        headers: { authorization: `Bearer ${token}` },
      })
    ).statusCode

  test.each<[string, Record<CallingClient, number>]>([
    ['marketplace+!', { any: 200, marketplace: 200, application: 403 }],
    // One of the marketplace's own clients, but not the storefront's, which alone may buy.
    ['host-product+!', { any: 200, marketplace: 403, application: 403 }],
    ['an-application!', { any: 200, marketplace: 403, application: 200 }],
    ['marketplace+', { any: 403, marketplace: 403, application: 403 }],
    ['an-application', { any: 403, marketplace: 403, application: 403 }],
  ])('%s', async (token, expected) => {
    const statuses: Partial<Record<CallingClient, number>> = {}
    for (const { path } of forClients) {
      const client = path.replace('/test-for-', '') as CallingClient
      statuses[client] = await ask(client, token)
    }
    expect(statuses).toEqual(expected)
    const ids = Object.entries(expected).flatMap(([client, status]) => (status === 403 ? [`${token} testFor_${client}`] : []))
    expect(refused).toEqual(ids)
  })
})

describe('a caller of the last minute', () => {
  const ask = async (method: 'GET' | 'PATCH', path: string, token: string) => {
    const answer = await server.inject({ method, url: `/api/v2${path}`, headers: { authorization: `Bearer ${token}` } })
    return [answer.statusCode, answer.json<{ name?: string }>().name]
  }
  const named = async (token: string, name: string, scopes: string[]) =>
    recent.set(token, { ...(await authenticate(token)), name, scopes: new Set(scopes) })

  test('is not read again for a handler that locks the rights', async () => {
    await named('someone!', 'as found before', ['billing_manage'])
    expect(await ask('PATCH', '/test-change', 'someone!')).toEqual([200, 'as found before'])
    expect(await ask('GET', '/test-for-any', 'someone!')).toEqual([200, 'someone!'])
  })

  test('is read again before a refusal', async () => {
    await named('winner!', 'as found before', [])
    expect(await ask('PATCH', '/test-change', 'winner!')).toEqual([200, 'winner!'])
    await named('loser', 'as found before', [])
    expect((await ask('PATCH', '/test-change', 'loser'))[0]).toBe(403)
    expect(refused).toEqual(['loser testChange'])
  })
})

test('the documents tell of bytes, signatures and clients', () => {
  const endpoints = [upload, webhook, ...forClients]
  const { paths } = buildOpenApi(endpoints, { public: 'http://shop.test', accounts: 'http://accounts.test' }, '1')
  expect(paths?.['/test-uploads']?.post?.requestBody).toEqual({
    description: `At most ${MOST} bytes`,
    content: { '*/*': {} },
  })
  expect(paths?.['/test-webhooks']?.post).toMatchObject({
    parameters: [{ in: 'header', name: 'test-signature', required: true }],
  })
  expect(paths?.['/api/v2/test-for-marketplace']?.get).toMatchObject({
    description: 'The token has to be of the marketplace’s own client.',
    security: [{ bearer: [] }],
  })
  const page = renderDocs(endpoints)
  for (const words of ['Programs that sign the request', 'in the marketplace itself', 'by an application of their own'])
    expect(page).toContain(words)
})
