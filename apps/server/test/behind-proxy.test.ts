// A trusted proxy's headers must take effect, and the same headers of any other client must not.
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { listenOn } from '../src/http/listen.ts'
import { DEMO_PASSWORD } from '../src/demo/seed-demo-accounts.ts'
import { hashPassword } from '../src/modules/accounts/index.ts'
import { CHALLENGE } from './accounts.ts'
import { openTestApp, openTestStore, type TestStore } from './harness.ts'
import { createOrganization } from './people.ts'

const PROXY = '10.1.2.3'
const STRANGER = '203.0.113.9'
const VARIANT_HOSTS = '{"help.example":"helpdesk-public"}'

type TestApp = Awaited<ReturnType<typeof openTestApp>>
let store: TestStore
let app: TestApp
let direct: TestApp
let local: TestApp
let ports: { storefront: number; accounts: number }
const portOf = ({ server }: TestApp['server']) => (server.address() as AddressInfo).port

beforeAll(async () => {
  store = await openTestStore()
  await store.importLines([line('plain'), line('desk', { product: 'helpdesk' })])
  // Opened first, because each start registers the storefront's client with its own address, and the last one counts.
  local = await openTestApp(store, { env: { PUBLIC_URL: 'http://localhost:3000' } })
  app = await openTestApp(store, { env: { TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8:ffff::/48 127.0.0.9', VARIANT_HOSTS } })
  direct = await openTestApp(store, { env: { VARIANT_HOSTS } })
  await listenOn(direct.server, ['127.0.0.1'], 0)
  await listenOn(direct.accounts, ['127.0.0.1'], 0)
  ports = { storefront: portOf(direct.server), accounts: portOf(direct.accounts) }
})
afterAll(async () => {
  await app.close()
  await direct.close()
  await local.close()
  await store.close()
})

/** The client address that the log has for a request. */
const loggedAddress = async (of: TestApp, remoteAddress: string, headers: Record<string, string>) => {
  of.logged.length = 0
  await of.server.inject({ url: '/healthz', remoteAddress, headers })
  const lines = of.logged.map((text) => JSON.parse(text) as { req?: { remoteAddress: string } })
  return lines.find(({ req }) => req)?.req?.remoteAddress
}

describe('the client’s address', () => {
  test.each<[string, string, string, string]>([
    ['is what a trusted proxy says', PROXY, '198.51.100.7', '198.51.100.7'],
    ['is behind several trusted proxies', PROXY, '198.51.100.7, 10.9.9.9', '198.51.100.7'],
    [
      'is the last one that no trusted proxy has, whatever the stranger wrote before it',
      PROXY,
      '1.1.1.1, 198.51.100.7',
      '198.51.100.7',
    ],
    ['is known where the proxy speaks IPv6', '2001:db8:ffff::1', '198.51.100.7', '198.51.100.7'],
    ['is known where the proxy’s IPv4 address is written as IPv6', '::ffff:10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['is the peer’s own where that is no trusted proxy', STRANGER, '198.51.100.7', STRANGER],
    ['is what stands there, also where it is no address', PROXY, 'nonsense', 'nonsense'],
  ])('%s', async (_, remoteAddress, forwarded, expected) => {
    expect(await loggedAddress(app, remoteAddress, { 'x-forwarded-for': forwarded })).toBe(expected)
  })

  test('is the peer’s own if no proxy is trusted', async () => {
    expect(await loggedAddress(direct, '127.0.0.1', { 'x-forwarded-for': '198.51.100.7' })).toBe('127.0.0.1')
  })
})

describe('the requested host', () => {
  const variantOf = async (of: TestApp, remoteAddress: string, headers: Record<string, string>) => {
    const { body } = await of.server.inject({ url: '/', remoteAddress, headers: { accept: 'text/html', ...headers } })
    return /data-variant="([^"]+)"/.exec(body)?.[1] ?? /"variant":"([^"]+)"/.exec(body)?.[1]
  }
  const help = { host: 'inside:3000', 'x-forwarded-host': 'help.example' }

  test('comes from a trusted proxy', async () => {
    const named = await variantOf(direct, STRANGER, { host: 'help.example' })
    expect(named).toBe('helpdesk-public')
    expect(await variantOf(app, PROXY, help)).toBe(named)
  })

  test('comes from nobody else, and answers of one host are not sent to another', async () => {
    for (const of of [app, direct]) expect(await variantOf(of, STRANGER, help)).toBe('base')
    expect(await variantOf(app, PROXY, help)).toBe('helpdesk-public')
    expect(await variantOf(app, STRANGER, help)).toBe('base')
  })
})

describe('signing in behind a proxy', () => {
  const signIn = async (of: TestApp, forwarded: string, password: string) => {
    const query = new URLSearchParams({
      client_id: 'marketplace',
      redirect_uri: 'http://shop.test/',
      response_type: 'code',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    })
    const { statusCode } = await of.accounts.inject({
      method: 'POST',
      url: `/signin?${query}`,
      remoteAddress: PROXY,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': forwarded },
      payload: new URLSearchParams({ email: 'owner@proxied.test', password }).toString(),
    })
    return statusCode
  }
  beforeAll(async () => {
    await createOrganization(store, 'proxied')
    await store.client.pool.query('update accounts set password_hash = $1', [await hashPassword('correct horse')])
  })

  test('wrong passwords slow down their own address only, and the owner signs in at once', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 10; count++) statuses.push(await signIn(app, '203.0.113.66', 'wrong'))
    expect(statuses).toContain(429)
    expect(await signIn(app, '203.0.113.66', 'correct horse')).toBe(429)
    expect(await signIn(app, '198.51.100.7', 'correct horse')).toBe(303)
  })

  test('sixty forms of one visitor do not affect others', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 61; count++) statuses.push(await signIn(app, '203.0.113.67', ''))
    expect(statuses.at(-1)).toBe(429)
    expect(await signIn(app, '198.51.100.8', 'correct horse')).toBe(303)
  })

  test('a made-up address is ignored', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 10; count++) statuses.push(await signIn(direct, `203.0.113.${count}`, 'wrong'))
    expect(statuses).toContain(429)
    expect(await signIn(direct, '198.51.100.7', 'correct horse')).toBe(429)
  })
})

describe('the password of the demo, which the documentation names', () => {
  let shown: TestStore
  let demo: TestApp
  beforeAll(async () => {
    shown = await openTestStore()
    demo = await openTestApp(shown, { env: { DEMO: 'true', HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' } })
    await createOrganization(shown, 'demo')
    await shown.client.pool.query('update accounts set password_hash = $1', [await hashPassword(DEMO_PASSWORD)])
  })
  afterAll(async () => {
    await demo.close()
    await shown.close()
  })
  let visitors = 0
  /** Each attempt has an address of its own, because the sixth wrong one would have to wait. */
  const signIn = async (headers: Record<string, string>) => {
    const { statusCode } = await demo.accounts.inject({
      method: 'POST',
      url: '/account/signin',
      remoteAddress: `127.0.1.${++visitors}`,
      headers: { host: 'localhost:3001', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams({ email: 'owner@demo.test', password: DEMO_PASSWORD }).toString(),
    })
    return statusCode
  }

  test('signs in on this machine', async () => {
    for (const host of ['localhost:3001', '127.0.0.1:3001', '[::1]:3001']) expect(await signIn({ host })).toBe(303)
  })

  test.each<[string, Record<string, string>]>([
    ['with X-Forwarded-For', { 'x-forwarded-for': '198.51.100.7' }],
    ['that says it is this machine', { 'x-forwarded-for': '127.0.0.1' }],
    ['with Forwarded', { forwarded: 'for=198.51.100.7' }],
    ['with Via', { via: '1.1 proxy' }],
    ['for a host that is not this machine', { host: 'accounts.example' }],
    ['for a host that only begins like this machine', { host: 'localhost.example:3001' }],
  ])('signs nobody in through a proxy on this machine, %s', async (_, headers) => {
    expect(await signIn(headers)).toBe(401)
  })
})

describe('metrics without a token', () => {
  test.each<[string, Record<string, string>]>([
    ['with X-Forwarded-For', { 'x-forwarded-for': '198.51.100.7' }],
    ['that says it is this machine', { 'x-forwarded-for': '127.0.0.1' }],
    ['with Forwarded', { forwarded: 'for=198.51.100.7' }],
    ['with X-Real-IP', { 'x-real-ip': '198.51.100.7' }],
    ['with X-Forwarded-Host', { 'x-forwarded-host': 'shop.example' }],
    ['with X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
    ['with Via', { via: '1.1 proxy' }],
    ['for a host that is not this machine', { host: 'shop.example' }],
    ['for a host that only begins like this machine', { host: 'localhost.example:80' }],
    ['for an address that only begins like this machine', { host: '127.0.0.1.example' }],
  ])('are closed to a proxy on this machine, %s', async (_, headers) => {
    for (const of of [app, direct, local])
      for (const remoteAddress of ['127.0.0.1', '127.0.0.9'])
        expect((await of.server.inject({ url: '/metrics', remoteAddress, headers })).statusCode).toBe(403)
  })

  const HERE = ['localhost', 'LOCALHOST:3000', 'shop.localhost:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000', '[::1]']
  test.each(HERE)('are open to this machine at %s, where PUBLIC_URL is loopback', async (host) => {
    expect((await local.server.inject({ url: '/metrics', headers: { host } })).statusCode).toBe(200)
  })

  test.each(HERE)(
    'are closed to a proxy that says nothing of itself and asks for %s, where PUBLIC_URL is public',
    async (host) => {
      for (const of of [app, direct])
        expect((await of.server.inject({ url: '/metrics', headers: { host } })).statusCode).toBe(403)
    },
  )
})

/** Sends raw bytes and returns the status line of each answer. */
const sendRaw = (port: number, text: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer.match(/^HTTP\/1\.1 \d+/gm)?.map((each) => each.slice(9)) ?? []))
  })

describe('an ambiguous request', () => {
  const LENGTH = 'Content-Length: 2'
  const CHUNKED = 'Transfer-Encoding: chunked'
  test.each<[string, readonly string[]]>([
    ['two Host headers', ['Host: localhost', 'Host: help.example']],
    ['the same Host twice', ['Host: localhost', 'host: localhost']],
    ['no Host', []],
    ['two tokens', ['Host: localhost', 'Authorization: Bearer a', 'Authorization: Bearer b']],
    ['two content types', ['Host: localhost', 'Content-Type: application/json', 'Content-Type: text/plain', LENGTH]],
    ['two lengths', ['Host: localhost', LENGTH, 'Content-Length: 3']],
    ['the same length twice', ['Host: localhost', LENGTH, LENGTH]],
    ['a length and chunks', ['Host: localhost', LENGTH, CHUNKED]],
    ['chunks that are not the last coding', ['Host: localhost', 'Transfer-Encoding: chunked, gzip']],
    ['chunks twice', ['Host: localhost', CHUNKED, CHUNKED]],
    ['a folded header', ['Host: localhost', 'X-A: b', ' c']],
    ['a blank before the colon', ['Host: localhost', 'Content-Length : 2']],
  ])('is refused: %s', async (_, headers) => {
    const body = headers.includes(LENGTH) ? '{}' : headers.includes(CHUNKED) ? '2\r\n{}\r\n0\r\n\r\n' : ''
    for (const port of [ports.storefront, ports.accounts])
      for (const method of ['GET', 'POST']) {
        const text = [`${method} /healthz HTTP/1.1`, 'Connection: close', ...headers, '', body].join('\r\n')
        expect(await sendRaw(port, text)).toEqual(['400'])
      }
  })

  test('is refused by the front door too', async () => {
    const plain = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    expect([await sendRaw(ports.storefront, plain), await sendRaw(ports.storefront, plain)]).toEqual([['200'], ['200']])
    expect(await sendRaw(ports.storefront, plain.replace('Connection', 'Host: help.example\r\nConnection'))).toEqual(['400'])
  })
})
