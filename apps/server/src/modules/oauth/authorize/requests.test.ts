import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, openAccounts, PASSWORD, REDIRECT } from '../../../../test/accounts.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())
/** The number of tests so far. Each test runs an hour after the previous one, so that rate limits do not affect the next test. */
let minutes = 0
beforeEach(() => accounts.clock.set(new Date(Date.UTC(2026, 10, 20, 12) + 3_600_000 * minutes++).toISOString()))

const FRAME = { 'sec-fetch-dest': 'iframe' }
const ORIGIN = 'https://app.test'
const policyOf = (headers: Record<string, string>) => headers['content-security-policy'] ?? ''

describe('a request without a valid client and redirect address', () => {
  test.each<[string, Record<string, string>, string, string]>([
    ['no client', { client_id: '' }, 'unauthorized_client', 'client_id_not_found'],
    ['an unknown client', { client_id: 'nobody' }, 'unauthorized_client', 'client_id_not_found'],
    ['no address', { redirect_uri: '' }, 'invalid_request', 'redirect_uri_not_set'],
    ['an address of somebody else', { redirect_uri: 'https://evil.test/callback' }, 'invalid_request', 'invalid_redirect_uri'],
    ['a step up', { redirect_uri: `${REDIRECT}/../evil` }, 'invalid_request', 'invalid_redirect_uri'],
  ])('ends at an error page of the accounts server: %s', async (_, more, exception, details) => {
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

  test('sends an error to a waiting window, without the state or other data', async () => {
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

  test('cannot be used to sign in with a form', async () => {
    const visitor = await accounts.visitor()
    const query = accounts.query({ redirect_uri: 'https://evil.test/' })
    const answer = await visitor.post(`/signin?${query}`, { email: 'owner@acme.test', password: PASSWORD })
    expect(answer.status).toBe(400)
    expect(visitor.cookie()).toBe('')
  })
})

describe('a client that an operator has registered', () => {
  test('has to name a registered address exactly, and gets codes only', async () => {
    await accounts.store.client.pool.query(
      `insert into oauth_clients (id, name, type, redirect_uris, scopes, trusted)
       values ('my-client', 'My application', 'javascript_app', '{https://app.example/}', '{integrations_manage}', true)`,
    )
    const visitor = await accounts.visitor('owner@acme.test')
    const at = (redirect_uri: string) => ({ client_id: 'my-client', redirect_uri, state: 's' })
    const code = await visitor.get(`/?${accounts.codeQuery(at('https://app.example/'))}`)
    expect(code.headers.location).toMatch(/^https:\/\/app\.example\/\?code=/)
    for (const address of ['https://app.example', 'https://app.example/page', 'https://app.example/?x=1'])
      expect((await visitor.get(`/?${accounts.codeQuery(at(address))}`)).status).toBe(400)
    const token = await visitor.get(`/?${accounts.query(at('https://app.example/'))}`)
    expect(token.status).toBe(400)
    expect(token.body).toContain('unsupported_response_type')
    expect(`${token.headers.location ?? ''}${token.body}`).not.toContain('access_token')
  })

  test('may be registered for addresses below the registered ones, and for tokens', async () => {
    await accounts.store.client.pool.query(
      `insert into oauth_clients (id, name, type, redirect_uris, scopes, trusted, redirect_match, response_types)
       values ('my-sdk', 'My SDK', 'javascript_app', '{https://app.example/}', '{integrations_manage}', true, 'under', '{code,token}')`,
    )
    const visitor = await accounts.visitor('owner@acme.test')
    const at = { client_id: 'my-sdk', redirect_uri: 'https://app.example/deep/page' }
    const token = await visitor.get(`/?${accounts.query(at)}`)
    expect(token.headers.location).toMatch(/^https:\/\/app\.example\/deep\/page#access_token=/)
    const above = accounts.query({ ...at, redirect_uri: 'https://other.example/deep/page' })
    expect((await visitor.get(`/?${above}`)).status).toBe(400)
  })
})

describe('signed out', () => {
  test('a frame gets a message without a page', async () => {
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

  test('a window gets the form, which may not be framed and leads to the accounts server', async () => {
    const visitor = await accounts.visitor()
    for (const path of ['/', '/signin', '/signup', '/signin/signup']) {
      const { status, headers, body } = await visitor.get(`${path}?${accounts.query({ flow: 'button' })}`)
      expect(status).toBe(200)
      // Whoever signs up types everything but the e-mail where the mailed link leads.
      expect(body).toMatch(path.endsWith('/signup') ? /name="email"(?![^]*name="password")/ : /name="email"[^]*name="password"/)
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
      expect(policyOf(headers)).toContain("frame-ancestors 'none'")
      expect(policyOf(headers)).toContain("form-action 'self';")
      expect(policyOf(headers)).toContain("default-src 'none'")
    }
  })

  test('a form that leads to the application has no form-action, because the application may redirect anywhere', async () => {
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

  test('with prompt=none the client gets an error at its redirect address', async () => {
    const visitor = await accounts.visitor()
    const token = await visitor.get(`/?${accounts.query({ prompt: 'none', state: 's' })}`)
    expect(token.headers.location).toBe(`${REDIRECT}#error=login_required&state=s`)
    const code = await visitor.get(`/?${accounts.codeQuery({ prompt: 'none', state: 's' })}`)
    expect(code.headers.location).toBe(`${REDIRECT}?error=login_required&state=s`)
  })

  test('markup in the query is escaped', async () => {
    const visitor = await accounts.visitor()
    const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`
    const { body } = await visitor.get(`/?${accounts.query({ email: hostile, state: hostile, utm_source: hostile })}`)
    expect(body).not.toMatch(/<script>alert|<img/)
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;')
  })
})
