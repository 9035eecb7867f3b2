import { Agent, IncomingMessage, request as send, ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Access, ANYONE, endpoint } from '@marketplace/contracts/core/endpoint'
import { keepAnswer, type MadeAnswer } from './answer-cache.ts'
import { createFrontDoor } from './front-door.ts'
import { listenOn } from './listen.ts'
import { registerEndpoint } from './register-endpoint.ts'
import { createHttpServer } from './server.ts'
import { STOREFRONT } from './storefront.ts'

const HOST = 'shop.test'
let server: Awaited<ReturnType<typeof createHttpServer>>
let now: Date
let logged: { level: number; reqId?: string; msg: string }[]
let port = 0
/** How often the handler was called for each address. */
let asked: string[]
const agent = new Agent({ keepAlive: true })

/** What the handler answers; `isCurrent` says whether its data is unchanged. */
let made: Partial<MadeAnswer>
let isCurrent: () => boolean
const declared = (access: Access) => ({
  api: 'site' as const,
  method: 'GET' as const,
  access,
  summary: 'For a test',
  ok: { description: 'An answer', contentType: 'text/plain' },
})
const page = endpoint({ ...declared(ANYONE), id: 'getPage', path: '/*' })
const guarded = endpoint({ ...declared({ kind: 'loopback', unlessToken: 'METRICS_TOKEN' }), id: 'getGuarded', path: '/guarded' })

beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z')
  logged = []
  asked = []
  made = { repeatable: true }
  isCurrent = () => true
  const door = createFrontDoor(() => now)
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  server = await createHttpServer({
    log,
    site: STOREFRONT,
    authenticate: async () => null,
    https: false,
    metricsToken: null,
    isLocal: true,
    door,
  })
  for (const each of [page, guarded])
    registerEndpoint(server, each, async ({ request }) => {
      asked.push(request.url)
      const body = `${request.url} ${asked.length} ${'x'.repeat(2_000)}`
      return keepAnswer({ status: 200, contentType: 'text/plain', body, until: null, ...made }, 'quick', isCurrent)
    })
  await listenOn(server, ['127.0.0.1'], 0)
  port = (server.server.address() as AddressInfo).port
})
afterEach(() => server.close())

type Asked = { method?: string; headers?: Record<string, string>; body?: string }
const ask = (path: string, { method = 'GET', headers = {}, body }: Asked = {}) =>
  new Promise<{ status: number; id: string; text: string }>((resolve, reject) => {
    const request = send({ port, host: '127.0.0.1', path, method, agent, headers: { host: HOST, ...headers } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, id: String(answer.headers['x-request-id']), text }))
    })
    request.on('error', reject)
    request.end(body)
  })
const ofLog = (id: string) => logged.filter(({ reqId }) => reqId === id)

describe('the front door', () => {
  test('answers a repeated request without calling the handler', async () => {
    const answers = [await ask('/a'), await ask('/a'), await ask('/a'), await ask('/a', { method: 'HEAD' })]
    expect(asked).toEqual(['/a'])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.map(({ text }) => text)).toEqual([...Array.from({ length: 3 }, () => answers[0]?.text), ''])
    expect(new Set(answers.map(({ id }) => id)).size).toBe(4)
  })

  test.each<[string, Partial<MadeAnswer>, (() => boolean)?]>([
    ['must not be cached', { keep: false }],
    ['is no success', { status: 404 }],
    ['is no longer current', {}, () => false],
    ['fails to say whether it is current', {}, () => JSON.parse('nonsense') as boolean],
    ['has expired', { until: new Date('2026-11-20T12:00:00Z') }],
    ['is large', { body: 'x'.repeat(1_000_000) }],
    ['has a cookie', { headers: { 'set-cookie': 'a=b' } }],
  ])('stores no answer that %s', async (_, given, saysSo = () => true) => {
    made = { ...made, ...given }
    isCurrent = saysSo
    await ask('/a')
    expect((await ask('/a')).status).toBe(given.status ?? 200)
    expect(asked).toEqual(['/a', '/a'])
  })

  test('stores no answer that is not repeatable', async () => {
    made = {}
    await ask('/a')
    await ask('/a')
    expect(asked).toEqual(['/a', '/a'])
  })

  test('forgets an answer when it expires', async () => {
    made = { ...made, until: new Date('2026-11-21T00:00:00Z') }
    await ask('/a')
    now = new Date('2026-11-20T23:59:59.999Z')
    await ask('/a')
    expect(asked).toHaveLength(1)
    now = new Date('2026-11-21T00:00:00Z')
    await ask('/a')
    expect(asked).toHaveLength(2)
  })

  test('forgets an answer when its data changes', async () => {
    let unchanged = true
    isCurrent = () => unchanged
    await ask('/a')
    await ask('/a')
    unchanged = false
    const { text } = await ask('/a')
    expect(asked).toHaveLength(2)
    expect(text).toContain('/a 2')
  })

  test('distinguishes addresses by host and query', async () => {
    for (const [path, host] of [
      ['/a', 'one'],
      ['/a', 'two'],
      ['/a?b', 'one'],
      ['/a/', 'one'],
    ] as const)
      await ask(path, { headers: { host } })
    expect(asked).toEqual(['/a', '/a', '/a?b', '/a/'])
  })

  test.each<[string, Asked]>([
    ['another method', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
    ['a method that nobody has', { method: 'PROPFIND' }],
    ['a token', { headers: { authorization: 'Bearer x' } }],
    ['a body', { headers: { 'content-type': 'application/json', 'content-length': '2' }, body: '{}' }],
    ['a body in chunks', { headers: { 'transfer-encoding': 'chunked' }, body: '{}' }],
    ['a range', { headers: { range: 'bytes=0-1' } }],
    ['an expectation', { headers: { expect: '100-continue' } }],
  ])('lets a request with %s go the whole way', async (_, given) => {
    await ask('/a')
    await ask('/a')
    const before = asked.length
    const { id, status } = await ask('/a', given)
    expect(ofLog(id).map(({ msg }) => msg)).toContain('incoming request')
    expect(asked.length - before).toBe(status === 200 ? 1 : 0)
  })

  test('stores no address that is too long or has a scheme and host', async () => {
    for (const path of [`/${'a'.repeat(600)}`, `http://${HOST}/a`]) {
      asked = []
      await ask(path)
      await ask(path)
      expect(asked).toHaveLength(2)
    }
  })

  test.each([
    ['addresses', 2_100, 100],
    ['bytes', 100, 800_000],
  ])('takes no more than so many %s, and keeps those that are asked for', (_, count, size) => {
    const door = createFrontDoor(() => now)
    const plain = (url: string) =>
      Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url, headers: { host: HOST } })
    const isAnswered = (url: string) => {
      const request = plain(url)
      return door.answer(request, new ServerResponse(request)) !== null
    }
    const keep = (url: string) => {
      const body = Buffer.alloc(size / 2)
      const answer = keepAnswer({ status: 200, contentType: 'text/plain', body, until: null, repeatable: true })
      door.keep(plain(url), { answer, headers: {}, route: '/*' })
    }
    keep('/kept')
    for (let index = 0; index < count; index++) {
      keep(`/${index}`)
      expect(isAnswered('/kept')).toBe(true)
    }
    expect(isAnswered(`/${count - 1}`)).toBe(true)
    expect(isAnswered('/0')).toBe(false)
  })

  test('never stores an answer of a route that needs an account', async () => {
    const { status, text } = await ask('/guarded', { headers: { host: 'localhost' } })
    expect(status).toBe(500)
    expect(text).not.toContain('xxx')
    expect(logged.map(({ msg }) => msg)).toContain('a request failed unexpectedly')
    made = {}
    expect((await ask('/guarded', { headers: { host: 'localhost' } })).status).toBe(200)
    expect((await ask('/guarded', { headers: { host: 'localhost' } })).status).toBe(200)
    expect(asked).toHaveLength(3)
  })
})

describe('the answers of the front door', () => {
  const count = async (labels: string) => {
    const line = (await server.metricsRegistry.metrics()).split('\n').find((each) => each.includes(labels))
    return Number(line?.split(' ').at(-1) ?? 0)
  }

  test('is counted in the metrics of its route', async () => {
    for (let index = 0; index < 3; index++) await ask('/a')
    await ask('/a', { method: 'HEAD' })
    await ask('/a', { headers: { 'if-none-match': '*' } })
    const times = 'http_request_duration_seconds_count{method="GET",route="/*"'
    expect(await count(`${times},status_code="2xx"}`)).toBe(3)
    expect(await count(`${times},status_code="3xx"}`)).toBe(1)
  })

  test('is logged at level debug', async () => {
    const [first, second] = [await ask('/a'), await ask('/a')]
    expect(ofLog(first.id).map(({ msg, level }) => [msg, level])).toEqual([
      ['incoming request', 30],
      ['request completed', 30],
    ])
    expect(ofLog(second.id)).toEqual([
      expect.objectContaining({ level: 20, msg: 'answered by the front door', method: 'GET', url: '/a', statusCode: 200 }),
    ])
  })

  test('keeps the order of pipelined requests, and closes the connection when asked to', async () => {
    const lines = (path: string, close = '') => `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\n${close}\r\n`
    await ask('/a')
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let answer = ''
      socket.on('data', (data) => (answer += String(data)))
      socket.on('end', () => resolve(answer))
      socket.on('error', reject)
      socket.write(lines('/a') + lines('/b') + lines('/a') + lines('/a', 'Connection: close\r\n'))
    })
    expect(text.match(/\/[ab] \d/g)).toEqual(['/a 1', '/b 2', '/a 1', '/a 1'])
    expect(text.match(/^connection: .*$/gim)?.at(-1)).toMatch(/close/i)
  })

  test('survives a client that has disconnected', async () => {
    await ask('/a')
    for (let index = 0; index < 20; index++)
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`GET /a HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`.repeat(50))
          socket.resetAndDestroy()
        })
        socket.on('close', () => resolve())
      })
    expect((await ask('/a')).status).toBe(200)
    expect(asked).toEqual(['/a'])
  })

  test('stops when the server closes', async () => {
    await ask('/a')
    // A connection with a request in progress is not idle, so it stays open until it has its answer.
    const socket = connect(port, '127.0.0.1')
    const answer = new Promise<string>((resolve, reject) => {
      let text = ''
      socket.on('data', (data) => (text += String(data)))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    const begun = new Promise((resolve) => server.server.once('connection', resolve))
    socket.write('GET /a HTTP/1.1\r\n')
    await begun
    const received = new Promise((resolve) => server.server.once('request', resolve))
    const closed = server.close()
    await new Promise((resolve) => setImmediate(resolve))
    socket.write(`Host: ${HOST}\r\n\r\n`)
    await received
    expect(await answer).toMatch(/^HTTP\/1\.1 503 [^]*connection: close/i)
    await closed
  })
})
