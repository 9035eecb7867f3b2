import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, CHALLENGE, openAccounts, REDIRECT } from '../../../../test/accounts.ts'
import type { Answered } from '../../../../test/visitor.ts'

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

describe('an answer', () => {
  test('by message is sent to the origin of the redirect address only', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    const { message, headers, status } = await visitor.get(`/?${accounts.query({ flow: 'button', state: 's' })}`, FRAME)
    expect(status).toBe(200)
    expect(message).toEqual({
      to: ORIGIN,
      content: {
        data: {
          access_token: expect.stringMatching(/^dal:/),
          expires_in: 28_800,
          token_type: 'Bearer',
          account_id: accounts.acme.people.owner.accountId,
          organization_id: accounts.acme.id,
          client_id: 'ours',
          scopes: expect.stringContaining('integrations_manage,hd_integrations_manage'),
          state: 's',
        },
      },
    })
    expect(policyOf(headers)).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors https:\/\/app\.test$/,
    )
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toBe('no-store')
  })

  test('by redirect has a token in the fragment, and a code in the query', async () => {
    const visitor = await accounts.visitor('owner@globex.test')
    const token = await visitor.get(`/?${accounts.query({ state: 's', scope: 'chats--all:ro integrations_manage' })}`)
    expect(token.status).toBe(302)
    expect(token.headers.location).toMatch(/^https:\/\/app\.test\/callback#access_token=fra%3A/)
    expect(accounts.redirected(token)).toEqual({
      access_token: expect.stringMatching(/^fra:/),
      expires_in: '28800',
      token_type: 'Bearer',
      scope: 'chats--all:ro,integrations_manage',
      state: 's',
    })
    const code = await visitor.get(`/?${accounts.codeQuery({ state: 's' })}`)
    expect(code.status).toBe(302)
    expect(code.headers.location).toMatch(/^https:\/\/app\.test\/callback\?code=[\w-]{43}&state=s$/)
    expect(code.headers['cache-control']).toBe('no-store')
  })

  test.each<[string, Record<string, string>, string]>([
    ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
    ['another response type', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['a token for a server application', { client_id: 'server' }, 'unsupported_response_type'],
    ['a code without a challenge', { response_type: 'code' }, 'invalid_request'],
    [
      'a plain challenge',
      { response_type: 'code', code_challenge: CHALLENGE, code_challenge_method: 'plain' },
      'invalid_request',
    ],
    [
      'a challenge of the SDK where that is not registered',
      {
        response_type: 'code',
        code_challenge: Buffer.from('1,2,3,4,5,6,7,8').toString('base64url'),
        code_challenge_method: 'S256',
      },
      'invalid_request',
    ],
  ])('%s: an error, on a page and by message', async (_, more, exception) => {
    const visitor = await accounts.visitor('owner@acme.test')
    const page = await visitor.get(`/?${accounts.query(more)}`)
    expect(page.status).toBe(400)
    expect(page.headers.location).toBeUndefined()
    expect(page.body).toContain(`${exception}.`)
    const { message } = await visitor.get(`/?${accounts.query({ ...more, flow: 'button' })}`)
    expect(message).toEqual({ content: { error: { oauth_exception: exception } }, to: ORIGIN })
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'an address that is not registered',
      { redirect_uri: 'http://evil.test/' },
      'The SDK may be loaded on a domain that is not allowed, or a part of the request is missing.',
    ],
    ['an unknown client', { client_id: 'nobody' }, 'The client was not found or is misconfigured.'],
    ['another response type', { response_type: 'id_token' }, 'It asked with a wrong response type.'],
  ])('%s: the page says it in words', async (_, more, words) => {
    const visitor = await accounts.visitor('owner@acme.test')
    const page = await visitor.get(`/?${accounts.query(more)}`)
    expect(page.status).toBeGreaterThanOrEqual(400)
    expect(page.body).toContain(words)
  })

  test('a client gets codes for the forms of challenge that it is registered for: plain and the SDK’s', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    const sdk = Buffer.from('1,-2,3,4,5,6,7,2147483647').toString('base64url')
    const plain = { client_id: 'plain', response_type: 'code', flow: 'button' }
    for (const [code_challenge, code_challenge_method] of [
      ['x'.repeat(43), 'plain'],
      [sdk, 'S256'],
    ] as const) {
      const { message } = await visitor.get(`/?${accounts.query({ ...plain, code_challenge, code_challenge_method })}`)
      expect(message?.content.data?.code).toMatch(/^[\w-]{43}$/)
    }
    const { message } = await visitor.get(
      `/?${accounts.query({ ...plain, code_challenge: CHALLENGE, code_challenge_method: 'S256' })}`,
    )
    expect(message?.content.error).toEqual({ oauth_exception: 'invalid_request' })
  })

  test('an organization of others and an unknown one get the same error', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    for (const organization_id of [accounts.globex.id, 'never-was']) {
      const { message } = await visitor.get(`/?${accounts.query({ organization_id, flow: 'button' })}`)
      expect(message?.content).toEqual({ error: { identity_exception: 'access_denied' } })
    }
    const page = await visitor.get(`/?${accounts.query({ organization_id: accounts.globex.id })}`)
    expect(page.status).toBe(403)
    expect(page.body).toContain('The app is probably installed on another account.')
    expect(page.body).toContain('Use another account')
  })

  test('a suspended account gets an error that says so, and may sign in with another account', async () => {
    const { store, acme } = accounts
    const { accountId } = acme.people.member
    const visitor = await accounts.visitor('member@acme.test')
    const suspend = (is: boolean) =>
      store.client.pool.query('update memberships set suspended = $1 where account_id = $2', [is, accountId])
    await suspend(true)
    for (const more of [{}, { organization_id: acme.id }]) {
      const query = accounts.query({ ...more, flow: 'button' })
      for (const headers of [{}, FRAME])
        expect((await visitor.get(`/?${query}`, headers)).message?.content).toEqual({
          error: { identity_exception: 'access_denied', exception_details: 'account_suspended' },
        })
      const page = await visitor.get(`/?${accounts.query(more)}`)
      expect(page.status).toBe(403)
      expect(page.body).toContain('<h1>Your account is suspended</h1>')
      expect(page.body).not.toContain('installed on another account')
      expect(page.body).toMatch(/href="\/signin\?[^"]*prompt=login"/)
      for (const path of ['/', '/signin'])
        expect((await visitor.get(`${path}?${query}&prompt=login`)).body).toContain('name="password"')
    }
    // The session remains, so that the person can still change their password, sessions and second step.
    expect((await visitor.get('/account')).body).toContain('<h1>Your account</h1>')
    // A request for another organization counts separately.
    const elsewhere = await visitor.get(`/?${accounts.query({ organization_id: accounts.globex.id, flow: 'button' })}`)
    expect(elsewhere.message?.content).toEqual({ error: { identity_exception: 'access_denied' } })
    await suspend(false)
  })

  test('a fourth redirect within half a minute stops, and leads back to the application', async () => {
    const { store, acme } = accounts
    await store.client.pool.query(
      `insert into consents (id, organization_id, client_id, scopes) values ('redirects', $1, 'script', '{chats--all:ro}')`,
      [acme.id],
    )
    const query = accounts.query({ client_id: 'script', scope: 'chats--all:ro' })
    const visitor = await accounts.visitor('normal@acme.test')
    for (let count = 0; count < 3; count++) expect((await visitor.get(`/?${query}`)).status).toBe(302)
    const stopped = await visitor.get(`/?${query}`)
    expect(stopped.status).toBe(429)
    expect(stopped.body).toContain('too_many_redirects')
    expect(stopped.body).toContain(`href="${REDIRECT}">Back to Script App</a>`)
    // Requests of another person, and requests that wait for a message, are not affected.
    expect((await (await accounts.visitor('viewer@acme.test')).get(`/?${query}`)).status).toBe(302)
    expect((await visitor.get(`/?${query}&flow=button`)).message?.content.data).toBeDefined()
    accounts.clock.set(new Date(accounts.clock.now().getTime() + 30_000).toISOString())
    expect((await visitor.get(`/?${query}`)).status).toBe(302)
    await store.client.pool.query(`delete from consents where id = 'redirects'`)
  })

  test('trusted clients may redirect any number of times', async () => {
    const visitor = await accounts.visitor('normal@acme.test')
    for (let count = 0; count < 5; count++) expect((await visitor.get(`/?${accounts.query()}`)).status).toBe(302)
  })

  test.each<[string, () => string]>([
    ['tokens', () => accounts.query({ flow: 'button' })],
    ['codes', () => accounts.codeQuery({ flow: 'button' })],
    ['tokens by redirect', () => accounts.query()],
  ])('%s are limited for each person and client', async (_, query) => {
    const visitor = await accounts.visitor('owner@acme.test')
    const rows = async () => Number((await accounts.store.client.pool.query('select count(*) from tokens')).rows[0].count)
    const before = await rows()
    const answers: Answered[] = []
    for (let count = 0; count < 10; count++)
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => visitor.get(`/?${query()}`)))))
    expect((await rows()) - before).toBe(60)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(140)
    expect(refused[0]?.headers['retry-after']).toBe('1')
    if (query().includes('flow'))
      expect(refused[0]?.message).toEqual({ content: { error: { oauth_exception: 'temporarily_unavailable' } }, to: ORIGIN })
    else expect(refused[0]?.body).toContain('temporarily_unavailable')
    // Another client of the same person, and another person, are not affected.
    const other = await visitor.get(`/?${accounts.query({ client_id: 'other', flow: 'button' })}`)
    expect(other.message?.content.data).toBeDefined()
    const stranger = await accounts.visitor('owner@globex.test')
    expect((await stranger.get(`/?${accounts.query({ flow: 'button' })}`)).message?.content.data).toBeDefined()
    accounts.clock.set(new Date(accounts.clock.now().getTime() + 1_000).toISOString())
    expect((await visitor.get(`/?${query()}`)).status).toBeLessThan(400)
  })

  test('is not given to HEAD requests', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    const count = async () => Number((await accounts.store.client.pool.query('select count(*) from tokens')).rows[0].count)
    const before = await count()
    for (const path of ['/', '/signin', '/signup']) {
      const { statusCode, headers } = await accounts.app.accounts.inject({
        method: 'HEAD',
        url: `${path}?${accounts.query()}`,
        headers: { cookie: visitor.cookie() },
      })
      expect([statusCode, headers.location, headers.allow]).toEqual([405, undefined, 'GET, POST'])
    }
    expect(await count()).toBe(before)
  })
})
