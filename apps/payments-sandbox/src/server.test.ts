// Tests the sandbox as a process, with authorized and unauthorized calls.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SANDBOX_KEYS } from '@marketplace/contracts/payments/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../test/start-sandbox.ts'

const SHOP = 'http://localhost:9'
let folder: string
let sandbox: Sandbox

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  sandbox = await startSandbox({ dataDir: folder, shop: SHOP })
})
afterAll(async () => {
  await sandbox.stop()
  await rm(folder, { recursive: true, force: true })
})

type Asked = { method?: string; path: string; headers?: Record<string, string>; body?: string }
type Answered = { status: number; headers: NodeJS.Dict<string | string[]>; text: string }

const ask = ({ method = 'GET', path, headers = {}, body }: Asked): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: sandbox.port, method, path, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.once('error', reject)
    sent.end(body)
  })
const as = (key: string, more: Record<string, string> = {}) => ({ authorization: `Bearer ${key}`, ...more })
const secret = as(SANDBOX_KEYS.secret)
const create = async (path: string, parameters: Record<string, string>): Promise<Record<string, string>> =>
  JSON.parse(
    (await ask({ method: 'POST', path, headers: secret, body: new URLSearchParams(parameters).toString() })).text,
  ) as Record<string, string>
const newIntent = () =>
  create('/v1/payment_intents', {
    amount: '500',
    currency: 'usd',
    capture_method: 'manual',
    'metadata[order]': 'order-of-the-shop',
  })

describe('keys', () => {
  test.each([{}, as('sk_test_other'), as(''), { authorization: 'Basic abc' }])('%j is nobody', async (headers) => {
    expect((await ask({ path: '/v1/payment_intents', headers })).status).toBe(401)
  })

  test('a secret key in a page is refused', async () => {
    expect((await ask({ path: '/v1/payment_intents', headers: { ...secret, origin: SHOP } })).status).toBe(401)
  })

  test('a card number never comes from a server', async () => {
    const body = 'type=card&card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=40&card[cvc]=123'
    expect((await ask({ method: 'POST', path: '/v1/payment_methods', headers: secret, body })).status).toBe(402)
  })

  test('a browser reads an intent only with its client secret, and not what is the server’s', async () => {
    const intent = await newIntent()
    const read = (given: string) =>
      ask({ path: `/v1/payment_intents/${intent.id}?client_secret=${given}`, headers: as(SANDBOX_KEYS.publishable) })
    expect((await read('')).status).toBe(404)
    expect((await read(`${intent.client_secret}x`)).status).toBe(404)
    const { status, text } = await read(String(intent.client_secret))
    expect(status).toBe(200)
    expect(text).not.toContain('order-of-the-shop')
    expect(Object.keys(JSON.parse(text) as object)).not.toContain('customer')
    const unknown = await ask({ path: '/v1/payment_intents/pi_unknown?client_secret=x', headers: as(SANDBOX_KEYS.publishable) })
    expect(unknown.text.replace('pi_unknown', '')).toBe((await read('')).text.replace(String(intent.id), ''))
  })

  test.each([
    ['GET', '/v1/payment_intents'],
    ['POST', '/v1/payment_intents'],
    ['POST', '/v1/payment_intents/ID/capture'],
    ['POST', '/v1/payment_intents/ID/cancel'],
    ['POST', '/v1/refunds'],
    ['POST', '/v1/customers'],
    ['GET', '/v1/payment_methods/pm_1'],
    ['POST', '/v1/setup_intents'],
    ['GET', '/v1/events/evt_1'],
  ])('a browser may not %s %s', async (method, path) => {
    const intent = await newIntent()
    const headers = as(SANDBOX_KEYS.publishable)
    const body = method === 'POST' ? `client_secret=${intent.client_secret}` : ''
    expect((await ask({ method, path: path.replace('ID', String(intent.id)), headers, body })).status).toBe(403)
  })

  test('pages of other origins are refused, and get no CORS', async () => {
    const intent = await newIntent()
    const path = `/v1/payment_intents/${intent.id}?client_secret=${intent.client_secret}`
    const from = (origin: string) => ask({ path, headers: as(SANDBOX_KEYS.publishable, { origin }) })
    expect(await from(SHOP)).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': SHOP } })
    const stranger = await from('http://evil.test')
    expect(stranger.status).toBe(401)
    expect(stranger.headers['access-control-allow-origin']).toBeUndefined()
    const preflight = (origin: string) => ask({ method: 'OPTIONS', path, headers: { origin } })
    expect((await preflight(SHOP)).headers['access-control-allow-origin']).toBe(SHOP)
    expect((await preflight('http://evil.test')).headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('controls', () => {
  test.each<Record<string, string>>([
    { origin: SHOP },
    { origin: 'http://evil.test' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
  ])('are not for pages: %j', async (headers) => {
    expect((await ask({ path: '/_sandbox/ledger', headers })).status).toBe(403)
    expect((await ask({ method: 'POST', path: '/_sandbox/faults', headers, body: '{}' })).status).toBe(403)
  })

  test('answer a name of this machine only', async () => {
    const at = (host: string) => ask({ path: '/_sandbox/ledger', headers: { host } })
    expect((await at('rebound.evil.test')).status).toBe(421)
    expect((await at('192.168.1.2')).status).toBe(421)
    expect((await at(`localhost:${sandbox.port}`)).status).toBe(200)
  })

  test.each([
    ['POST', '/_sandbox/faults', 'not json', 400],
    ['POST', '/_sandbox/faults', 'null', 400],
    ['POST', '/_sandbox/disputes', '"text"', 400],
    ['POST', '/_sandbox/disputes', '{"charge":"ch_none"}', 404],
    ['GET', '/_sandbox/constructor', '', 404],
    ['PUT', '/_sandbox/ledger', '', 404],
  ])('%s %s with %s is %i', async (method, path, body, status) => {
    expect((await ask({ method, path, body })).status).toBe(status)
  })
})

describe('requests', () => {
  const post = (body: string, headers: Record<string, string> = secret) =>
    ask({ method: 'POST', path: '/v1/payment_intents', headers, body })

  test.each([
    ['amount=500&currency=usd&capture_method=manual&surprise=1', 'parameter_unknown'],
    ['currency=usd&capture_method=manual', 'parameter_missing'],
    ['amount=5.5&currency=usd&capture_method=manual', 'parameter_invalid_integer'],
    ['amount=-1&currency=usd&capture_method=manual', 'parameter_invalid_integer'],
    ['amount=1e3&currency=usd&capture_method=manual', 'parameter_invalid_integer'],
    ['amount=49&currency=usd&capture_method=manual', 'amount_too_small'],
    ['amount=100000000&currency=usd&capture_method=manual', 'amount_too_large'],
    ['amount=500&currency=dollars&capture_method=manual', 'parameter_invalid'],
    ['amount=500&currency=usd', 'parameter_missing'],
    ['amount=500&currency=usd&capture_method=automatic', 'parameter_invalid'],
    ['amount=500&currency=usd&capture_method=manual&customer=cus_1', 'resource_missing'],
    [`amount=500&currency=usd&capture_method=manual&description=${'x'.repeat(5_001)}`, 'parameter_invalid_string_long'],
    [`amount=500&currency=usd&capture_method=manual&metadata[${'k'.repeat(41)}]=1`, 'parameter_invalid'],
    [Array.from({ length: 201 }, (_, index) => `a${index}=1`).join('&'), 'parameter_invalid'],
  ])('%s is refused', async (body, code) => {
    const { status, text } = await post(body)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect((JSON.parse(text) as { error: { code: string } }).error.code).toBe(code)
  })

  test('a malformed request does not use its key up, a refused one does', async () => {
    const keyed = (body: string, key: string) => post(body, { ...secret, 'idempotency-key': key })
    expect((await keyed('amount=500', 'k1')).status).toBe(400)
    expect((await keyed('amount=500&currency=usd&capture_method=manual', 'k1')).status).toBe(200)
    const unknown = 'amount=500&currency=usd&capture_method=manual&payment_method=pm_none'
    expect((await keyed(unknown, 'k2')).status).toBe(404)
    expect((await keyed(unknown, 'k2')).headers['idempotent-replayed']).toBe('true')
    expect((await keyed(unknown, 'k'.repeat(256))).status).toBe(400)
  })

  test('metadata is only text, whatever its keys are called', async () => {
    const intent = await create('/v1/payment_intents', {
      amount: '500',
      currency: 'usd',
      capture_method: 'manual',
      'metadata[__proto__]': 'x',
      'metadata[constructor]': 'y',
    })
    expect(JSON.stringify(intent.metadata)).toBe('{"__proto__":"x","constructor":"y"}')
  })

  test('of another version of the API, of what does not exist and of great size are refused', async () => {
    expect((await ask({ path: '/v1/payment_intents', headers: { ...secret, 'stripe-version': '2020-08-27' } })).status).toBe(400)
    expect((await ask({ path: '/v1/subscriptions', headers: secret })).status).toBe(404)
    expect((await ask({ path: '/v1/payment_intents/..%2f', headers: secret })).status).toBe(404)
    expect((await ask({ path: '/elsewhere' })).status).toBe(404)
    expect((await post('a'.repeat(300_000))).status).toBe(413)
    expect((await ask({ path: '/_sandbox/ledger' })).status).toBe(200)
  })
})

describe('a caller that goes away', () => {
  test.each(['/v1/payment_intents', '/_sandbox/faults', '/challenge/src_1'])(
    'in the middle of a body for %s harms nobody',
    async (path) => {
      const sent = request({
        host: '127.0.0.1',
        port: sandbox.port,
        method: 'POST',
        path,
        headers: { ...secret, 'content-length': '1000' },
      })
      sent.on('error', () => {})
      sent.write('amount=5')
      await new Promise((resolve) => setTimeout(resolve, 100))
      sent.destroy()
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect((await ask({ path: '/_sandbox/ledger' })).status).toBe(200)
    },
  )
})

describe('a second sandbox', () => {
  test('on the same ledger or the same port ends, and says why', async () => {
    await expect(startSandbox({ dataDir: folder, shop: SHOP })).rejects.toThrow('is in use by another payment sandbox')
    const other = await mkdtemp(join(tmpdir(), 'sandbox-'))
    await expect(startSandbox({ dataDir: other, port: sandbox.port })).rejects.toThrow(/PAYMENTS_PORT: \d+ is in use/)
    await rm(other, { recursive: true, force: true })
  })
})

describe('a sandbox whose starter is gone', () => {
  test('ends, and lets its folder go', async () => {
    const other = await mkdtemp(join(tmpdir(), 'sandbox-'))
    const orphan = await startSandbox({ dataDir: other })
    const ended = once(orphan.process, 'exit')
    orphan.process.stdin?.end()
    expect(await ended).toEqual([0, null])
    await (await startSandbox({ dataDir: other })).stop()
    await rm(other, { recursive: true, force: true })
  })

  test('does not start where Stripe is set', async () => {
    const main = join(import.meta.dirname, 'main.ts')
    const env = { ...process.env, STRIPE_SECRET_KEY: 'sk_test_1', DATA_DIR: folder }
    const failed: unknown = await promisify(execFile)(process.execPath, [main], { env }).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('Setting STRIPE_SECRET_KEY: is set') })
  })
})

describe('pages', () => {
  test('are framed by the shop and its hosts only, and run nothing of others', async () => {
    const { headers } = await ask({ path: '/card-field' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`frame-ancestors ${SHOP} http://localhost:3004`)
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect((await ask({ path: '/card-field?theme=%22%3E%3Cscript%3E' })).text).not.toContain('"><script>')
  })
})
