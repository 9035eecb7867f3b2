import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, openAccounts, PASSWORD, REDIRECT } from '../../../../test/accounts.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())
/** Far enough apart that no limit of one test reaches into another. */
let minutes = 0
beforeEach(() => accounts.clock.set(new Date(Date.UTC(2026, 10, 20, 12) + 3_600_000 * minutes++).toISOString()))

const FRAME = { 'sec-fetch-dest': 'iframe' }
const ORIGIN = 'https://app.test'
const policyOf = (headers: Record<string, string>) => headers['content-security-policy'] ?? ''

describe('a request that names nobody it may be answered to', () => {
  test.each<[string, Record<string, string>, string, string]>([
    ['no client', { client_id: '' }, 'unauthorized_client', 'client_id_not_found'],
    ['an unknown client', { client_id: 'nobody' }, 'unauthorized_client', 'client_id_not_found'],
    ['no address', { redirect_uri: '' }, 'invalid_request', 'redirect_uri_not_set'],
    ['an address of somebody else', { redirect_uri: 'https://evil.test/callback' }, 'invalid_request', 'invalid_redirect_uri'],
    ['a step up', { redirect_uri: `${REDIRECT}/../evil` }, 'invalid_request', 'invalid_redirect_uri'],
  ])('stops at a page of our own: %s', async (_, more, exception, details) => {
    for (const visitor of [await accounts.visitor(), await accounts.visitor('owner@acme.test')]) {
      for (const path of ['/', '/signin', '/signup', '/signin/signup']) {
        const answer = await visitor.get(`${path}?${accounts.query(more)}`)
        expect(answer.status).toBe(400)
        expect(answer.headers.location).toBeUndefined()
        expect(answer.body).toContain(`${exception}, ${details}.`)
        expect(answer.body).not.toMatch(/<form|<script|evil\.test/)
        expect(policyOf(answer.headers)).toContain("frame-ancestors 'none'")
      }
    }
  })

  test('tells a window that waits, and nothing that is anybody’s', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    const query = accounts.query({ redirect_uri: 'https://evil.test/', flow: 'button', state: 'secret' })
    const popup = await visitor.get(`/?${query}`)
    const frame = await visitor.get(`/?${query}`, FRAME)
    for (const answer of [popup, frame]) {
      expect(answer.status).toBe(400)
      expect(answer.message).toEqual({
        content: { error: { oauth_exception: 'invalid_request', exception_details: 'invalid_redirect_uri' } },
        to: '*',
      })
    }
    expect(popup.body).toContain('<h1>')
    expect(frame.body).not.toContain('<h1>')
  })

  test('a form sent for it does nothing either', async () => {
    const visitor = await accounts.visitor()
    const query = accounts.query({ redirect_uri: 'https://evil.test/' })
    const answer = await visitor.post(`/signin?${query}`, { email: 'owner@acme.test', password: PASSWORD })
    expect(answer.status).toBe(400)
    expect(visitor.cookie()).toBe('')
  })
})

describe('signed out', () => {
  test('a frame gets a message and no screen', async () => {
    const visitor = await accounts.visitor()
    for (const flow of ['button', '']) {
      for (const path of ['/', '/signin', '/signup', '/signin/signup']) {
        const answer = await visitor.get(`${path}?${accounts.query({ flow })}`, FRAME)
        expect(answer.message).toEqual({ content: { error: { identity_exception: 'unauthorized' } }, to: ORIGIN })
        expect(answer.body).not.toMatch(/<form|<h1|<input/)
        expect(policyOf(answer.headers)).toContain(`frame-ancestors ${ORIGIN}`)
        expect(answer.headers['x-frame-options']).toBeUndefined()
      }
    }
  })

  test('a window gets the form, which nobody may frame and which leads to a page of ours', async () => {
    const visitor = await accounts.visitor()
    for (const path of ['/', '/signin', '/signup', '/signin/signup']) {
      const { status, headers, body } = await visitor.get(`${path}?${accounts.query({ flow: 'button' })}`)
      expect(status).toBe(200)
      expect(body).toMatch(/name="email"[^]*name="password"/)
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
      expect(policyOf(headers)).toContain("frame-ancestors 'none'")
      expect(policyOf(headers)).toContain("form-action 'self';")
      expect(policyOf(headers)).toContain("default-src 'none'")
    }
  })

  test('a form that ends at the application is held to no address: that may send people on to another one', async () => {
    const visitor = await accounts.visitor()
    const forms = [
      await visitor.get(`/?${accounts.query()}`),
      await visitor.get(`/signup?${accounts.query()}`),
      await visitor.signIn(accounts.query(), 'nobody@acme.test', 'wrong'),
      await (await accounts.visitor('owner@acme.test')).get(`/?${accounts.query({ client_id: 'script' })}`),
    ]
    for (const { body, headers } of forms) {
      expect(body).toContain('<form')
      expect(policyOf(headers)).toMatch(
        /^default-src 'none'; style-src [^;]+; img-src data:; (?:script-src 'self'; connect-src 'self'; )?base-uri 'none'; frame-ancestors 'none'$/,
      )
    }
  })

  test('nothing to be asked: the client hears it at its address', async () => {
    const visitor = await accounts.visitor()
    const token = await visitor.get(`/?${accounts.query({ prompt: 'none', state: 's' })}`)
    expect(token.headers.location).toBe(`${REDIRECT}#error=login_required&state=s`)
    const code = await visitor.get(`/?${accounts.codeQuery({ prompt: 'none', state: 's' })}`)
    expect(code.headers.location).toBe(`${REDIRECT}?error=login_required&state=s`)
  })

  test('what a stranger puts into the query stays text', async () => {
    const visitor = await accounts.visitor()
    const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`
    const { body } = await visitor.get(`/?${accounts.query({ email: hostile, state: hostile, utm_source: hostile })}`)
    expect(body).not.toMatch(/<script>alert|<img/)
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;')
  })
})
