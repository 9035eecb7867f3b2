// Strange request lines, sent as raw bytes: none of them may cause an error of the server.
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { openTestApp, openTestStore, type TestStore } from './harness.ts'

let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
const ports = { storefront: 0, accounts: 0 }

const listen = async (server: FastifyInstance): Promise<number> => {
  await server.listen({ host: '127.0.0.1', port: 0 })
  return (server.server.address() as AddressInfo).port
}

beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([line('one', { category: { slug: 'constructor', name: 'Constructors' } })])
  app = await openTestApp(store, { env: { VARIANT_HOSTS: '{"desk.example": "helpdesk-public"}' } })
  ports.storefront = await listen(app.server)
  ports.accounts = await listen(app.accounts)
})
afterAll(async () => {
  await app.close()
  await store.close()
})

type Sent = { method?: string; headers?: Record<string, string> }
const ask = (origin: keyof typeof ports, target: string, { method = 'GET', headers = {} }: Sent = {}) =>
  new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: ports[origin], method, path: target, headers }, (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (body += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // Invalid HTTP has no method, so its refusal has a body even for HEAD, which Node's client rejects.
      if (method === 'HEAD' && error.code?.startsWith('HPE_')) resolve({ status: 400, headers: {}, body: '' })
      else reject(error)
    })
    asked.end()
  })

/** Properties that every plain object inherits. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

const TARGETS = [
  '//[',
  '//[::/apps/',
  '/\\[',
  '\\\\[',
  '///',
  '//elsewhere.example/..',
  'http://[/',
  'http://[/apps/one/',
  'http://elsewhere.example',
  'http://elsewhere.example/apps/one/?x#[',
  'https://a:b@[::1]:99999/',
  'nothing',
  '?',
  '*',
  '/%',
  '/%00',
  '/%ff%fe',
  '/%ed%a0%80',
  '/apps/%ed%a0%80/',
  '/apps/\u00ed\u00a0\u0080/',
  '/%0a',
  '/%5c%5c[',
  '/apps/%2f%2e%2e%2f[',
  '/apps/..%5c..%5c[',
  '/./../../',
  '/helpdesk/..%2fcart/',
  '/public/..%2f..%2fapps/',
  '/embed/text/%2e%2e%2f%2e%2e%2fcart/',
  `/${'a/'.repeat(3_000)}`,
  `/apps/${'a'.repeat(7_000)}/`,
  `/apps/${'%41'.repeat(2_000)}/`,
  `/apps/?${'a&'.repeat(3_000)}`,
  '/apps/?=&&=;%&__proto__=1&constructor[prototype]=2&%ff=%ff',
  '/search/?query=%00%ed%a0%80%ff',
  ...INHERITED.flatMap((name) => [
    `/${name}`,
    `/${name}/x`,
    `/apps/${name}/`,
    `/apps/${name}/open/`,
    `/developers/${name}/`,
    `/partners/${name}/`,
    `/partners/campaigns/${name}/`,
    `/private-apps/${name}/`,
    `/slice-data/${name}.json`,
    `/helpdesk/slice-data/${name}.json`,
    `/page-data/${name}/page-data.json`,
    `/page-data/${name}/x/page-data.json`,
    `/page-data/sq/d/${name}.json`,
    `/assets/${name}`,
    `/pictures/${name}/64.webp`,
    `/apps/?sortBy=${name}&categories=${name}&payment=${name}&page=${name}`,
    `/search/1/indexes/${name}/query`,
    `/api/v2/applications/${name}/published`,
    `/api/v2/search?query=${name}`,
    `/v2/clients/${name}/public`,
    `/v2/accounts/${name}`,
    `/?client_id=${name}&redirect_uri=//[&response_type=${name}&prompt=${name}`,
    `/signin?client_id=${name}&client_id=x`,
  ]),
]

describe.each(['storefront', 'accounts'] as const)('the %s', (origin) => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])(
    'answers %s at any address, and never fails of it',
    async (method) => {
      const failed: string[] = []
      for (const target of TARGETS) {
        const { status } = await ask(origin, target, { method })
        if (status < 200 || status >= 500) failed.push(`${target.slice(0, 60)}: ${status}`)
      }
      expect(failed).toEqual([])
    },
  )

  test.each([...INHERITED, '[', '', 'a b', '%', 'x'.repeat(2_000), 'desk.example', 'DESK.example:80'])(
    'answers whatever the Host header says: %s',
    async (host) => {
      const { status } = await ask(origin, '/apps/', { headers: { host } })
      expect(status).toBeLessThan(500)
    },
  )
})

test('the host of a variant is matched in any case and with any port', async () => {
  const titleAt = async (host: string) =>
    /<title>(.*?)<\/title>/.exec((await ask('storefront', '/', { headers: { host } })).body)?.[1]
  expect(await titleAt('DESK.example:80')).toContain('Help Desk')
  expect(await titleAt('constructor')).toContain('Live Chat')
})

test('a target with scheme and host is that path on this server', async () => {
  expect((await ask('storefront', 'http://elsewhere.example/healthz')).body).toBe('{"status":"ok"}')
  const api = await ask('storefront', 'http://elsewhere.example/api/v2/nothing', { headers: { origin: 'https://a.example' } })
  expect([api.status, api.headers['access-control-allow-origin']]).toEqual([404, '*'])
})

test.each(INHERITED)('%s is the name of no shared data and no page', async (name) => {
  for (const target of [`/slice-data/${name}.json`, `/${name}/x`, `/page-data/${name}/x/page-data.json`])
    expect((await ask('storefront', target)).status).toBe(404)
})

test('a category can have the name of an inherited property', async () => {
  for (const target of ['/', '/apps/', '/apps/constructor/', '/apps/one/'])
    expect((await ask('storefront', target)).body).toContain('Constructors')
})

test.each(['storefront', 'accounts'] as const)('no address of the %s leads to another host', async (origin) => {
  const hosts = [
    '//Evil.example/',
    '/\\Evil.example/',
    '/%2F%2FEvil.example/',
    '/%5CEvil.example/',
    'http://Evil.example//Evil.example',
  ]
  const beside = ['//Api/v2/nothing', '//Apps//evil.example', '//Docs', '//SignIn', '/\\Docs', '/SignIn/..//Evil.example']
  for (const target of [...hosts, ...beside]) {
    const { headers } = await ask(origin, target)
    expect(headers.location ?? '/').toMatch(/^\/(?![/\\])/)
  }
})
