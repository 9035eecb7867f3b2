import { connect, type AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { API_MOUNTS, type Endpoint } from '@marketplace/contracts/core/endpoint'
import { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import { ERRORS } from '@marketplace/contracts/core/errors'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { ACCOUNTS } from '../src/http/accounts-site.ts'
import { refuseUndeclaredRoutes } from '../src/http/register-endpoint.ts'
import { openTestApp, openTestStore, type TestStore, until } from './harness.ts'

let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([line('one')])
  app = await openTestApp(store, { env: { PUBLIC_URL: 'http://localhost:3000' } })
})
afterAll(async () => {
  await app.close()
  await store.close()
})
const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ method: 'GET', url, headers })

describe('who may call', () => {
  test('an undeclared route stops the server before it listens', async () => {
    const server = Fastify()
    refuseUndeclaredRoutes(server)
    expect(() => server.get('/secret', () => 'x')).toThrow(/has no declared endpoint/)
    await server.close()
  })

  const endpoints: Endpoint[] = Object.values(ENDPOINTS)
  test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s is mounted wherever it is declared',
    (_, endpoint) => {
      const server = ACCOUNTS.apis.includes(endpoint.api) ? app.accounts : app.server
      for (const mount of API_MOUNTS[endpoint.api]) {
        const url = mount + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
        expect(server.hasRoute({ method: endpoint.method, url })).toBe(true)
      }
    },
  )

  test('metrics answer this machine only', async () => {
    expect((await get('/metrics')).statusCode).toBe(200)
    const far = await app.server.inject({ method: 'GET', url: '/metrics', remoteAddress: '203.0.113.9' })
    expect(far.statusCode).toBe(403)
    expect(far.json()).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('with METRICS_TOKEN they need that token', async () => {
    const guarded = await openTestApp(store, { env: { METRICS_TOKEN: 'a-long-token' } })
    const ask = (authorization?: string) =>
      guarded.server.inject({
        method: 'GET',
        url: '/metrics',
        remoteAddress: '203.0.113.9',
        headers: authorization ? { authorization } : {},
      })
    try {
      expect((await ask('Bearer a-long-token')).statusCode).toBe(200)
      expect((await ask('Bearer another-token')).statusCode).toBe(403)
      expect((await ask()).statusCode).toBe(403)
      expect((await guarded.server.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(403)
    } finally {
      await guarded.close()
    }
  })
})

describe('errors', () => {
  test.each([
    ['GET', '/api/v2/nothing', 404, 'NOT_FOUND'],
    ['GET', '/api', 404, 'NOT_FOUND'],
    ['GET', '/helpdesk/api/v2/nothing', 404, 'NOT_FOUND'],
    ['POST', '/api/v2/nothing', 404, 'NOT_FOUND'],
    ['POST', '/api/v2/applications/published', 405, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/healthz', 405, 'METHOD_NOT_ALLOWED'],
    ['PUT', '/apps/', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/billing/v3/%ff', 400, 'BAD_REQUEST'],
    ['GET', '/helpdesk/api/v2/%ff', 404, 'NOT_FOUND'],
    ['GET', '/assets/%ff', 404, 'NOT_FOUND'],
    ['PUT', '/apps/%ff', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/api/v2/applications/%zz/published', 400, 'BAD_REQUEST'],
    ['GET', '/assets/nothing.js', 404, 'NOT_FOUND'],
    ['GET', '/assets/..%2f..%2fpackage.json', 404, 'NOT_FOUND'],
    ['GET', '/pictures/../../etc/passwd', 404, undefined],
    ['GET', `/pictures/${'0'.repeat(32)}/64.webp`, 404, 'NOT_FOUND'],
    ['GET', '/pictures/x/9999.webp', 404, 'NOT_FOUND'],
    ['GET', '/page-data/nothing.json', 404, 'NOT_FOUND'],
    ['GET', '/page-data/sq/d/0123456789.json', 404, 'NOT_FOUND'],
    ['GET', '/slice-data/nothing.json', 404, 'NOT_FOUND'],
  ] as const)('%s %s is %i', async (method, url, status, code) => {
    const answer = await app.server.inject({ method, url, ...(method !== 'GET' && { payload: {} }) })
    expect(answer.statusCode).toBe(status)
    if (status === 404 && !url.includes('..')) expect(answer.headers['cache-control']).toBe('no-store')
    if (code) expect(answer.json()).toEqual({ code, message: ERRORS[code].message, requestId: answer.headers['x-request-id'] })
  })

  test('an address that cannot be decoded is 404, without an error of the renderer', async () => {
    const said = vi.spyOn(console, 'warn')
    const answer = await get('/apps/%ff')
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(said).not.toHaveBeenCalled()
    said.mockRestore()
  })

  test('405 names the allowed methods', async () => {
    const answer = await app.server.inject({ method: 'POST', url: '/api/v2/applications/published' })
    expect(answer.headers.allow).toBe('GET, HEAD')
  })

  test('headers that are too large, and invalid HTTP, get a 4xx', async () => {
    await app.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.server.address() as AddressInfo
    const send = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text))
        let answer = ''
        socket.on('data', (data) => (answer += String(data)))
        socket.on('close', () => resolve(answer))
        socket.on('error', reject)
      })
    expect(await send(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [^]*"code":"HEADERS_TOO_LARGE"/,
    )
    expect(await send('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*"code":"BAD_REQUEST"/)
    expect(await send('FOO / HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*nosniff[^]*"requestId"/)
    // The address decides the shape of the error, as everywhere.
    const search = '/search/1/indexes/marketplace/query'
    expect(await send(`GET ${search}?query=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [^]*\r\n\r\n\{"message":"The headers are too large\.","status":431\}$/,
    )
    expect(await send(`POST ${search} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnot a length\r\n`)).toMatch(
      /^HTTP\/1\.1 400 [^]*\r\n\r\n\{"message":"[^"]+","status":400\}$/,
    )
  })

  test('a client that is still sending a body that is too long gets the answer, and can go on', async () => {
    const fastify = app.server
    if (!fastify.server.listening) await fastify.listen({ host: '127.0.0.1', port: 0 })
    const { port } = fastify.server.address() as AddressInfo
    const open = async (path: string, bytes: number) => {
      const socket = connect(port, '127.0.0.1')
      let answer = ''
      socket.on('data', (data) => (answer += String(data)))
      socket.on('error', () => {})
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`)
      await until(() => answer.startsWith('HTTP/1.1 413 '))
      return { socket, answer: () => answer }
    }
    for (const path of ['/api/v2/nothing', '/search/1/indexes/marketplace/query']) {
      const { socket, answer } = await open(path, 3_000_000)
      socket.write('x'.repeat(3_000_000))
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
      await until(() => answer().includes('HTTP/1.1 200 '))
      expect(answer().split('\r\n\r\n')[0]).not.toMatch(/^connection: close/im)
      socket.destroy()
    }
    const { socket } = await open('/api/v2/nothing', 17_000_000)
    await until(() => socket.closed)
  })

  test('no redirect is longer than every client can read', async () => {
    const { statusCode, headers } = await get(`//api/v2/applications/published?x=${'x'.repeat(7_000)}`)
    expect(statusCode).toBe(301)
    expect(headers.location).toHaveLength(7_033)
    const { statusCode: refused, headers: without } = await get(`//api/v2/applications/published?x=${'x'.repeat(8_000)}`)
    expect(refused).toBe(404)
    expect(without.location).toBeUndefined()
  })
})

describe('headers', () => {
  test('no answer may be sniffed, framed or run as a page', async () => {
    const { headers } = await get('/api/v2/applications/published')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  })

  test('pages are for our own origin, APIs for any', async () => {
    const origin = 'https://elsewhere.example'
    expect((await get('/apps/', { origin })).headers['access-control-allow-origin']).toBeUndefined()
    expect((await get('/api/v2/applications/published', { origin })).headers['access-control-allow-origin']).toBe('*')
    expect((await get('/openapi.json', { origin })).headers['access-control-allow-origin']).toBe('*')
  })

  test('https is enforced by HSTS if the public address is https', async () => {
    const secure = await openTestApp(store, { env: { PUBLIC_URL: 'https://shop.test' } })
    try {
      const answer = await secure.server.inject({ method: 'GET', url: '/healthz' })
      expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
    } finally {
      await secure.close()
    }
  })

  test('every answer has a request id of ours, and the log has it too', async () => {
    const answer = await get('/healthz', { 'x-request-id': 'forged\nline', 'request-id': 'forged' })
    const id = String(answer.headers['x-request-id'])
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(app.logged.filter((logged) => logged.includes(id)).length).toBeGreaterThan(0)
    expect(app.logged.join('')).not.toContain('forged')
  })
})

describe('health and documentation', () => {
  test('it is alive and ready, and counts its answers', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await get('/readyz')).json()).toMatchObject({ status: 'ready', catalogueVersion: expect.stringMatching(/^\d+$/) })
    expect((await get('/metrics')).body).toMatch(/http_request_duration_seconds_count\{[^}]*status_code="2xx"/)
  })

  test('it is not ready while its database is unreachable', async () => {
    const other = await openTestStore()
    const lonely = await openTestApp(other)
    await other.client.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    const answer = await lonely.server.inject({ method: 'GET', url: '/readyz' })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code: 'NOT_READY' })
    await lonely.close()
    await other.close()
  })

  test('it is not ready while its database is read-only, and checks at most once a second', async () => {
    const other = await openTestStore()
    const lonely = await openTestApp(other)
    const readiness = async () => (await lonely.server.inject({ method: 'GET', url: '/readyz' })).statusCode
    const endSessions = () =>
      other.client.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    const name = new URL(other.connectionString).pathname.slice(1)
    try {
      await other.client.pool.query(`alter database ${name} set default_transaction_read_only = on`)
      await endSessions()
      // After this time it receives announcements of changes again.
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      expect(await readiness()).toBe(503)
      let asked = 0
      other.requests.pool.on('acquire', () => asked++)
      await Promise.all(Array.from({ length: 50 }, readiness))
      expect(asked).toBeLessThanOrEqual(2)

      await other.client.pool.query(`begin read write; alter database ${name} reset all; commit`)
      await endSessions()
      await until(async () => (await readiness()) === 200)
    } finally {
      await lonely.close()
      await other.close()
    }
  })

  test('OpenAPI describes every endpoint at each of its addresses, and no other', async () => {
    const document = (await get('/openapi.json')).json()
    expect(document.openapi).toMatch(/^3\.1\./)
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const declared = Object.values(ENDPOINTS as Record<string, Endpoint>).flatMap(({ api, method, path }) =>
      API_MOUNTS[api].map((mount) => `${method} ${mount}${path.replace(/\*$/, '{path}')}`),
    )
    expect(described.toSorted()).toEqual(declared.toSorted())
    const operations = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      Object.values,
    )
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  })

  test('there is a page to read it', async () => {
    const answer = await get('/docs')
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(answer.body).toContain('/api/v2/applications/{slug}/published')
    expect(answer.body).not.toContain('<script')
  })
})
