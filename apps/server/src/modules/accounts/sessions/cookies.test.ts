import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSecret } from '../../clients/index.ts'
import { resetCookie } from '../reset/reset-cookie.ts'
import { signUpCookie } from '../sign-up/sign-up-cookie.ts'
import { sessionCookie } from './cookie.ts'
import { isFramed } from './framed.ts'
import { type Device, knownDevices } from './known-device.ts'

const KEY = 'a key of the database'
type Sent = { name: string; value: string } & Record<string, unknown>

let app: FastifyInstance
beforeAll(async () => {
  app = fastify()
  await app.register(cookie)
  for (const https of [true, false]) {
    const at = https ? '/https' : '/http'
    const [session, signUp, reset] = [sessionCookie(https), signUpCookie(https), resetCookie(https)]
    const devices = knownDevices(KEY, https)
    app.post(`${at}/session`, async (request, reply) => {
      session.set(reply, String(request.headers['x-secret']))
      return ''
    })
    app.get(`${at}/session`, async (request) => ({ read: session.read(request) }))
    app.post(`${at}/sign-up`, async (request, reply) => {
      signUp.set(reply, String(request.headers['x-query']))
      return ''
    })
    app.delete(`${at}/sign-up`, async (_, reply) => {
      signUp.clear(reply)
      return ''
    })
    app.get(`${at}/sign-up`, async (request) => ({ read: signUp.read(request) }))
    app.post(`${at}/reset`, async (_, reply) => {
      reset.set(reply, 'a=b')
      return ''
    })
    app.get(`${at}/reset`, async (request) => ({ read: reset.read(request) }))
    app.post(`${at}/device`, async (request, reply) => {
      devices.remember(reply, devices.read(request), String(request.headers['x-email']))
      return ''
    })
    app.get(`${at}/device`, async (request) => {
      const read = devices.read(request)
      return { read, knows: read && devices.knows(read, String(request.headers['x-email'])) }
    })
  }
  await app.ready()
})
afterAll(() => app.close())

const send = async (method: 'GET' | 'POST' | 'DELETE', url: string, headers: Record<string, string> = {}) => {
  const answer = await app.inject({ method, url, headers })
  return {
    set: answer.cookies as Sent[],
    body: method === 'GET' ? answer.json<{ read: Device | string | null; knows?: boolean }>() : null,
  }
}
const readBack = async (url: string, header: string) => (await send('GET', url, { cookie: header })).body?.read

describe('the cookie of a session', () => {
  test.each([
    ['/https/session', '__Host-marketplace_session'],
    ['/http/session', 'marketplace_session'],
  ])('of %s cannot be read by scripts, and comes back in frames too', async (url, name) => {
    const secret = newSecret()
    const [sent] = (await send('POST', url, { 'x-secret': secret })).set
    expect(sent).toEqual({ name, value: secret, path: '/', maxAge: 30 * 86_400, httpOnly: true, secure: true, sameSite: 'None' })
    expect(await readBack(url, `${name}=${secret}`)).toBe(secret)
  })

  test('is ignored under the other protocol’s name, so that a subdomain cannot plant one', async () => {
    const secret = newSecret()
    expect(await readBack('/https/session', `marketplace_session=${secret}`)).toBeNull()
    expect(await readBack('/http/session', `__Host-marketplace_session=${secret}`)).toBeNull()
  })

  test.each(['', 'short', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}%00`, `${'x'.repeat(42)}.`, 'ü'.repeat(43)])(
    '%j is ignored',
    async (value) => {
      expect(await readBack('/http/session', `marketplace_session=${encodeURIComponent(value)}`)).toBeNull()
    },
  )
})

describe('the cookie of a sign-up', () => {
  test('is sent with the mailed link only, as long as the link is valid, and is deleted after that', async () => {
    const query = new URLSearchParams({ client_id: 'a', redirect_uri: 'https://b.test/?c=d', state: 'ü' }).toString()
    const [sent] = (await send('POST', '/https/sign-up', { 'x-query': query })).set
    const name = '__Secure-marketplace_sign_up'
    const where = { name, path: '/signup/finish', httpOnly: true, secure: true, sameSite: 'Lax' }
    expect(sent).toMatchObject({ ...where, maxAge: 86_400 })
    expect(await readBack('/https/sign-up', `${name}=${sent?.value}`)).toBe(query)
    expect(await readBack('/https/sign-up', '')).toBe('')
    // The longest query has room in a cookie, which has 4,096 bytes at most.
    const [longest] = (await send('POST', '/https/sign-up', { 'x-query': 'x'.repeat(3_000) })).set
    expect(`${name}=${longest?.value}`.length).toBeLessThan(4_096)
    const [cleared] = (await send('DELETE', '/https/sign-up')).set
    expect(cleared).toMatchObject({ ...where, value: '' })
    expect(Number(cleared?.expires)).toBeLessThan(Date.now())
  })
})

test('the cookie of a reset is sent with its own link only, as long as the link is valid', async () => {
  const [sent] = (await send('POST', '/https/reset')).set
  const name = '__Secure-marketplace_reset'
  expect(sent).toMatchObject({ name, path: '/reset', httpOnly: true, secure: true, sameSite: 'Lax', maxAge: 1_800 })
  expect(await readBack('/https/reset', `${name}=${sent?.value}`)).toBe('a=b')
})

test.each(['a\r\nset-cookie: b=c', '//evil.test', '\0', 'a=b#c', '\ud800'])(
  'a sign-up goes on with a query, whatever its cookie: %j',
  async (text) => {
    const value = Buffer.from(text).toString('base64url')
    expect(await readBack('/http/sign-up', `marketplace_sign_up=${value}`)).toMatch(/^[\w*.%+=&-]*$/)
  },
)

describe('the cookie of a known browser', () => {
  const NAME = '__Host-marketplace_device'
  const remember = async (email: string, before?: string) => {
    const headers = { 'x-email': email, ...(before !== undefined && { cookie: `${NAME}=${before}` }) }
    const [sent] = (await send('POST', '/https/device', headers)).set
    expect(sent).toMatchObject({ name: NAME, path: '/', httpOnly: true, secure: true, sameSite: 'Strict', maxAge: 180 * 86_400 })
    return String(sent?.value)
  }
  const knows = async (value: string, email: string) =>
    (await send('GET', '/https/device', { cookie: `${NAME}=${value}`, 'x-email': email })).body?.knows ?? null

  test('proves sign-ins of the accounts that have signed in with it, and of no other', async () => {
    const one = await remember('ann@acme.test')
    const two = await remember('bob@acme.test', one)
    expect([await knows(one, 'ann@acme.test'), await knows(one, 'bob@acme.test')]).toEqual([true, false])
    expect([await knows(two, 'ann@acme.test'), await knows(two, 'bob@acme.test')]).toEqual([true, true])
    expect(await knows(two, 'ann@acme.tes')).toBe(false)
    expect(two.split('.')[0]).toBe(one.split('.')[0])
  })

  test('is invalid with the proof of another browser', async () => {
    const [one, two] = [await remember('ann@acme.test'), await remember('ann@acme.test')]
    const [, proof] = one.split('.')
    const [id] = two.split('.')
    expect(await knows(`${id}.${proof}`, 'ann@acme.test')).toBe(false)
  })

  test('contains no e-mail', async () => {
    const value = await remember('ann@acme.test')
    expect(value).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
    expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain('ann@acme')
  })

  test('keeps the five accounts that signed in last, each once', async () => {
    let value = await remember('first@acme.test')
    for (const name of ['b', 'c', 'd', 'e', 'b', 'f']) value = await remember(`${name}@acme.test`, value)
    expect(value.split('.')).toHaveLength(6)
    const known = await Promise.all(['first', 'b', 'c', 'd', 'e', 'f'].map((name) => knows(value, `${name}@acme.test`)))
    expect(known).toEqual([false, true, true, true, true, true])
  })

  test.each([
    '',
    '.',
    'x',
    `${'x'.repeat(22)}`,
    `${'x'.repeat(22)}.`,
    `${'x'.repeat(22)}${`.${'y'.repeat(22)}`.repeat(6)}`,
    `${'x'.repeat(22)}.${'y'.repeat(21)}ü`,
  ])('is ignored if it is %j', async (value) => {
    expect(await knows(encodeURIComponent(value), 'ann@acme.test')).toBeNull()
    const next = await remember('ann@acme.test', encodeURIComponent(value))
    expect(next).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
  })
})

describe('an answer that is shown in a frame', () => {
  test.each(['iframe', 'frame', 'embed', 'object', 'fencedframe'])('%s is one', (dest) => {
    expect(isFramed({ headers: { 'sec-fetch-dest': dest } })).toBe(true)
  })
  test.each([undefined, '', 'document', 'empty', 'image', 'iframes', 'nested-iframe'])('%j is not', (dest) => {
    expect(isFramed({ headers: { ...(dest !== undefined && { 'sec-fetch-dest': dest }) } })).toBe(false)
  })
})
