import { Agent, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '@marketplace/contracts/catalogue/schemas'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { inTransaction } from '../src/db/transaction.ts'
import { insertPartners } from '../src/modules/partners/index.ts'
import { openTestApp, openTestStore, testClock, type TestStore, until } from './harness.ts'

const clock = testClock('2026-11-20T12:00:00Z')
let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
let port = 0
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([
    line('deal', {
      payment: { price: 1000, frequency: 'once' },
      customProps: { discountFrom: '2026-11-01', discountTo: '2026-11-20', discountPercent: 50 },
    }),
    ...Array.from({ length: 30 }, (_, index) => line(`filler-${index}`)),
  ])
  const expert = { id: 'later', slug: 'later', name: 'Later Than Now', email: 'later@experts.example' }
  await inTransaction(store.client.database, (transaction) =>
    insertPartners(transaction, {
      experts: [{ ...expert, products: ['livechat'], publishedAt: new Date('2026-11-20T18:00:00Z') }],
      comments: [],
      prospects: [],
      campaigns: [],
    }),
  )
  app = await openTestApp(store, { clock, env: { VARIANT_HOSTS: '{"help.test":"helpdesk-public"}' } })
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.server.address() as AddressInfo).port
})
afterAll(async () => {
  agent.destroy()
  await app.close()
  await store.close()
})

type Headers = Record<string, string>
/** Requests over a socket, because Fastify's inject bypasses the front door. */
const ask = (path: string, headers: Headers = {}, method = 'GET') =>
  new Promise<{ status: number; headers: Headers; body: Buffer; viaFastify: boolean }>((resolve, reject) => {
    const request = send(
      { port, host: '127.0.0.1', path, method, agent, headers: { host: 'shop.test', ...headers } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const { 'x-request-id': id = '', date = '', ...rest } = answer.headers as Headers
          expect(date).not.toBe('')
          // Fastify logs requests that it receives; the front door does not.
          const viaFastify = app.logged.some((logged) => logged.includes(id))
          resolve({ status: answer.statusCode ?? 0, headers: rest, body: Buffer.concat(chunks), viaFastify })
        })
      },
    )
    request.on('error', reject)
    request.end()
  })
/** The front door leaves requests with a range to Fastify. No route uses ranges, so the answer is the same. */
const BYPASS_FRONT_DOOR = { range: 'bytes=0-' }
/** Requests until the front door answers: the first requests make and compress the answer. */
const askFrontDoor = async (path: string, headers?: Headers, method?: string) => {
  let answer = await ask(path, headers, method)
  await until(async () => {
    answer = await ask(path, headers, method)
    return !answer.viaFastify
  })
  return answer
}

const PLACES = [
  ['a page', '/apps/'],
  ['a page of an iframe variant', '/embed/agent-app/apps/?utm_source=test'],
  ['page data', '/page-data/apps/page-data.json'],
  ['a static query', '/slice-data/site.json'],
  ['the published list', '/api/v2/applications/published?limit=24'],
  ['a detail', '/api/v2/applications/deal/published'],
  ['the sitemap', '/sitemap.xml'],
] as const
const WAYS = [
  ['plainly', {}, 'GET'],
  ['for brotli', { 'accept-encoding': 'gzip, deflate, br, zstd' }, 'GET'],
  ['for gzip', { 'accept-encoding': 'gzip' }, 'GET'],
  ['from elsewhere', { origin: 'https://elsewhere.example', 'accept-encoding': 'br' }, 'GET'],
  ['for its head', {}, 'HEAD'],
  ['for its compressed head', { 'accept-encoding': 'br' }, 'HEAD'],
  ['on a connection that ends', { connection: 'close' }, 'GET'],
] as const

describe('an answer of the front door equals Fastify’s', () => {
  describe.each(PLACES)('%s', (_, path) => {
    test.each(WAYS)('asked for %s', async (_, headers, method) => {
      const answer = await askFrontDoor(path, headers, method)
      const whole = await ask(path, { ...headers, ...BYPASS_FRONT_DOOR }, method)
      expect(whole.viaFastify).toBe(true)
      expect({ ...answer, viaFastify: true }).toEqual(whole)
      expect(answer.status).toBe(200)
      expect(Object.keys(answer.headers)).toEqual(
        expect.arrayContaining(['etag', 'vary', 'content-type', 'content-length', 'content-security-policy', 'cache-control']),
      )
    })

    test.each(['GET', 'HEAD'])('asked again with its ETag, by %s', async (method) => {
      const { headers } = await askFrontDoor(path)
      for (const known of [headers['etag'] ?? '', `"other", ${headers['etag']?.replace('W/', '')}`, '*']) {
        const answer = await ask(path, { 'if-none-match': known }, method)
        const whole = await ask(path, { 'if-none-match': known, ...BYPASS_FRONT_DOOR }, method)
        expect([answer.viaFastify, whole.viaFastify]).toEqual([false, true])
        // For a HEAD that is answered with 304, Fastify sends a length of 0 instead of the answer's own.
        if (method === 'HEAD') delete whole.headers['content-length']
        expect({ ...answer, viaFastify: true }).toEqual(whole)
        expect([answer.status, answer.body.length]).toEqual([304, 0])
      }
      expect((await ask(path, { 'if-none-match': '"other"' }, method)).status).toBe(200)
    })

    test('with a method that it does not support', async () => {
      await askFrontDoor(path)
      const answer = await ask(path, {}, 'PROPFIND')
      expect(answer.viaFastify).toBe(true)
      expect([404, 405]).toContain(answer.status)
    })
  })

  test('the same in each encoding', async () => {
    const plain = await askFrontDoor('/apps/')
    const brotli = await askFrontDoor('/apps/', { 'accept-encoding': 'br' })
    const gzip = await askFrontDoor('/apps/', { 'accept-encoding': 'gzip' })
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body)
    expect(gunzipSync(gzip.body)).toEqual(plain.body)
  })

  test('under its own host name', async () => {
    const base = await askFrontDoor('/apps/')
    const desk = await askFrontDoor('/apps/', { host: 'help.test' })
    expect(desk.headers['etag']).not.toBe(base.headers['etag'])
    expect(desk.body).toEqual((await ask('/apps/', { host: 'help.test', ...BYPASS_FRONT_DOOR })).body)
  })
})

describe('an answer of the front door is never stale', () => {
  const priceOf = ({ body }: { body: Buffer }) => (JSON.parse(String(body)) as Application).payment?.price
  const DETAIL = '/api/v2/applications/deal/published'

  test('a change of the catalogue is seen', async () => {
    const path = '/api/v2/applications/filler-0/published'
    const before = await Promise.all(
      [path, '/apps/filler-0/', '/page-data/apps/filler-0/page-data.json'].map((each) => askFrontDoor(each)),
    )
    await store.importLines([{ slug: 'filler-0', shortDescription: 'A word of today' }])
    await until(async () => String((await ask(path)).body).includes('A word of today'))
    const [, page, data] = before
    for (const [each, old] of [
      ['/apps/filler-0/', page],
      ['/page-data/apps/filler-0/page-data.json', data],
    ] as const) {
      const answer = await ask(each)
      expect(answer.headers['etag']).not.toBe(old?.headers['etag'])
      expect(String(answer.body)).toContain('A word of today')
    }
  })

  test('an expert appears at the instant of publication', async () => {
    expect(String((await askFrontDoor('/partners/')).body)).not.toContain('Later Than Now')
    clock.set('2026-11-20T18:00:00Z')
    try {
      expect(String((await ask('/partners/')).body)).toContain('Later Than Now')
    } finally {
      clock.set('2026-11-20T12:00:00Z')
    }
  })

  test('a discount ends for everyone at its instant', async () => {
    const list = '/api/v2/applications/published?limit=24'
    expect(priceOf(await askFrontDoor(DETAIL))).toBe(500)
    const before = { page: await askFrontDoor('/saas-deals/'), list: await askFrontDoor(list) }
    clock.set('2026-11-20T23:59:59.999Z')
    expect(priceOf(await ask(DETAIL))).toBe(500)
    clock.set('2026-11-21T00:00:00Z')
    try {
      expect(priceOf(await ask(DETAIL))).toBe(1000)
      expect(String(before.page.body)).toContain('deal')
      expect((await ask('/saas-deals/')).headers['etag']).not.toBe(before.page.headers['etag'])
      expect((await ask(list)).headers['etag']).not.toBe(before.list.headers['etag'])
    } finally {
      clock.set('2026-11-20T12:00:00Z')
    }
  })
})

describe('answers that the front door never stores', () => {
  test.each([
    ['nothing', '/apps/no-such-application/'],
    ['a search', '/search/?query=filler'],
    ['as-you-type answers', '/api/v2/search?query=filler'],
    ['readiness', '/readyz'],
    ['metrics', '/metrics'],
    ['where a page has moved to', '/services/deal/'],
    ['a refusal', '/api/v2/applications/published?limit=0'],
  ])('%s', async (_, path) => {
    for (let time = 0; time < 3; time++) expect((await ask(path)).viaFastify).toBe(true)
  })
})

/** Pipelines this many requests on one connection, and counts the answers until it is closed or all have arrived. */
const pipeline = (count: number): Promise<{ answers: number; closed: boolean }> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const answers = () => received.split('HTTP/1.1 ').length - 1
    socket.on('data', (chunk) => {
      received += String(chunk)
      if (answers() === count) socket.end(() => resolve({ answers: count, closed: false }))
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ answers: answers(), closed: true }))
    socket.write('GET /healthz HTTP/1.1\r\nHost: shop.test\r\n\r\n'.repeat(count))
  })

test('a connection that sends thousands of requests and takes no answers is ended', async () => {
  const { answers, closed } = await pipeline(3_000)
  expect(closed).toBe(true)
  expect(answers).toBeLessThanOrEqual(64)
  expect(await pipeline(10)).toEqual({ answers: 10, closed: false })
})
