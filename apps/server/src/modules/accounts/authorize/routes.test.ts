import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, CHALLENGE, openAccounts, PASSWORD, REDIRECT } from '../../../../test/accounts.ts'
import type { Answered, Visitor } from '../../../../test/visitor.ts'

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

describe('signing in', () => {
  test('sets a session that nobody else reads, and comes back to the same request', async () => {
    const visitor = await accounts.visitor()
    const query = accounts.query({ state: '-._~', flow: 'button', utm_source: 'x' })
    const page = await visitor.get(`/?${query}`)
    const answer = await visitor.submit(page, { email: ' Owner@ACME.test ', password: PASSWORD })
    expect(answer.status).toBe(303)
    expect([answer.headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^__Host-marketplace_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=None$/),
      expect.stringMatching(/^__Host-marketplace_device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ])
    expect(new URL(answer.headers.location ?? '', 'https://x').search.slice(1)).toBe(query)
    const { message } = await visitor.get(answer.headers.location ?? '')
    expect(message?.content.data).toMatchObject({ state: '-._~', token_type: 'Bearer', expires_in: 28_800 })
  })

  test('an unknown e-mail and a wrong password get the same words', async () => {
    const visitor = await accounts.visitor()
    const text = async (email: string, password: string) => {
      const { status, body } = await visitor.signIn(accounts.query(), email, password)
      expect(status).toBe(401)
      return body.replaceAll(email, '')
    }
    const wrong = await text('viewer@acme.test', 'wrong password')
    expect(wrong).toContain('do not belong together')
    expect(await text('nobody@acme.test', PASSWORD)).toBe(wrong)
    expect(visitor.cookie()).toBe('')
    const { rows } = await accounts.store.client.pool.query(
      `select details, account_id from audit_events where action = 'session.refused' order by id desc limit 2`,
    )
    expect(rows).toEqual([
      { details: { reason: 'no account' }, account_id: null },
      { details: { reason: 'password' }, account_id: accounts.acme.people.viewer.accountId },
    ])
  })

  /** Wrong passwords one after the other, until one is refused; each as soon as it may come. */
  const getItWrong = async (visitor: Visitor, email: string, times: number) => {
    for (let count = 0; count < times; count++)
      expect((await visitor.signIn(accounts.query(), email, `wrong ${count}`)).status).toBe(401)
  }
  const pass = (seconds: number) => accounts.clock.set(new Date(accounts.clock.now().getTime() + seconds * 1_000).toISOString())

  test('who gets it wrong five times waits, longer each time, and is told how long', async () => {
    const email = 'member@acme.test'
    const visitor = await accounts.visitor()
    await getItWrong(visitor, email, 5)
    for (const seconds of [1, 2, 4, 8, 16]) {
      const early = await visitor.signIn(accounts.query(), email, PASSWORD)
      expect(early.status).toBe(429)
      expect(early.headers['retry-after']).toBe(String(seconds))
      expect(early.body).toContain(`Wait ${seconds} second${seconds === 1 ? '' : 's'},`)
      expect(early.body).toContain(`value="${email}"`)
      // Asking while one waits costs nothing more.
      expect((await visitor.signIn(accounts.query(), email, 'wrong')).headers['retry-after']).toBe(String(seconds))
      pass(seconds)
      await getItWrong(visitor, email, 1)
    }
    expect(
      (await accounts.audit('session.refused')).filter(({ details }) => 'reason' in details && details.reason === 'too often'),
    ).toHaveLength(5)
    pass(32)
    expect((await visitor.signIn(accounts.query(), email, PASSWORD)).status).toBe(303)
  })

  test('a stranger’s wrong passwords keep the owner out of nothing, nor anybody else at the stranger’s address', async () => {
    const email = 'member@acme.test'
    const stranger = await accounts.visitor()
    await getItWrong(stranger, email, 5)
    expect((await stranger.signIn(accounts.query(), email, 'wrong')).status).toBe(429)
    expect((await (await accounts.visitor()).signIn(accounts.query(), email, PASSWORD)).status).toBe(303)
    expect((await stranger.signIn(accounts.query(), 'member@globex.test', PASSWORD)).status).toBe(303)
  })

  test('of many at once no more are looked at', async () => {
    const visitor = await accounts.visitor()
    const tries = Array.from({ length: 25 }, (_, count) => visitor.signIn(accounts.query(), 'normal@acme.test', `wrong ${count}`))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 5 }, () => 401), ...Array.from({ length: 20 }, () => 429)])
  })

  test('where many addresses try one account, each has one try; a browser that signed in before has its own', async () => {
    const email = 'viewer@globex.test'
    const owner = await accounts.visitor(email)
    const strangers: Visitor[] = []
    for (let address = 0; address < 20; address++) {
      const visitor = await accounts.visitor()
      strangers.push(visitor)
      await getItWrong(visitor, email, 5)
    }
    const next = await accounts.visitor()
    await getItWrong(next, email, 1)
    const slowed = await next.signIn(accounts.query(), email, 'wrong')
    expect(slowed.status).toBe(429)
    expect(Number(slowed.headers['retry-after'])).toBeLessThan(120)
    // From an address that a stranger has used up, in the browser of the owner.
    const session = await owner.signIn(accounts.query({ prompt: 'login' }), email, 'mistyped')
    expect(session.status).toBe(401)
    owner.moveTo(strangers[0]?.address ?? '')
    expect((await owner.signIn(accounts.query({ prompt: 'login' }), email, PASSWORD)).status).toBe(303)
    // In a browser that is new to us, from an address that has tried nothing.
    expect((await (await accounts.visitor()).signIn(accounts.query(), email, PASSWORD)).status).toBe(303)
  })

  test('an address that tries many accounts is slowed down too', async () => {
    const visitor = await accounts.visitor()
    const statuses: number[] = []
    for (let count = 0; count < 41; count++)
      statuses.push((await visitor.signIn(accounts.query(), `somebody-${count}@acme.test`, 'Password1')).status)
    expect(statuses.slice(0, 40)).toEqual(Array.from({ length: 40 }, () => 401))
    expect(statuses.at(-1)).toBe(429)
    pass(10)
    expect((await visitor.signIn(accounts.query(), 'viewer@acme.test', PASSWORD)).status).toBe(303)
  })

  test('the cookie of a browser is made by us alone, and holds for the account that signed in there', async () => {
    const known = await accounts.visitor('owner@acme.test')
    const device = /__Host-marketplace_device=[^;]+/.exec(known.cookie())?.[0] ?? ''
    const attempt = async (cookie: string, email: string) => {
      const visitor = await accounts.visitor()
      await getItWrong(visitor, email, 5)
      const payload = new URLSearchParams({ email, password: PASSWORD }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie }
      const url = `/signin?${accounts.query()}`
      return (await accounts.app.accounts.inject({ method: 'POST', url, headers, payload, remoteAddress: visitor.address }))
        .statusCode
    }
    expect(device).toMatch(/^__Host-marketplace_device=[\w-]{22}\.[\w-]{22}$/)
    expect(await attempt(device, 'owner@acme.test')).toBe(303)
    expect(await attempt(device, 'normal@globex.test')).toBe(429)
    expect(await attempt(`${device.slice(0, -3)}AAA`, 'owner@acme.test')).toBe(429)
    expect(await attempt(device.replace(/=.../, '=AAA'), 'owner@acme.test')).toBe(429)
  })

  test('a right one forgets those that were wrong', async () => {
    const visitor = await accounts.visitor()
    for (let round = 0; round < 3; round++) {
      await getItWrong(visitor, 'viewer@acme.test', 4)
      expect((await visitor.signIn(accounts.query(), 'viewer@acme.test', PASSWORD)).status).toBe(303)
    }
  })

  test('from a page of somebody else it is refused', async () => {
    const visitor = await accounts.visitor()
    const fields = { email: 'owner@acme.test', password: PASSWORD }
    const forged: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.test' },
      { origin: 'null' },
    ]
    for (const headers of forged) {
      const answer = await visitor.post(`/signin?${accounts.query()}`, fields, { accept: 'text/html', ...headers })
      expect(answer.status).toBe(403)
      expect(answer.body).toContain('<h1>This form did not come from our page</h1>')
      expect(visitor.cookie()).toBe('')
    }
    expect((await visitor.post(`/signin?${accounts.query()}`, fields, { origin: 'https://accounts.test' })).status).toBe(303)
  })

  test('forms of other pages use up nobody’s tries', async () => {
    const visitor = await accounts.visitor()
    const fields = { email: 'owner@acme.test', password: PASSWORD }
    for (const path of ['/signin', '/signup', '/consent'])
      for (let count = 0; count < 61; count++) {
        const answer = await visitor.post(`${path}?${accounts.query()}`, fields, { 'sec-fetch-site': 'cross-site' })
        expect(answer.status).toBe(403)
      }
    expect((await visitor.signIn(accounts.query(), 'owner@acme.test', PASSWORD)).status).toBe(303)
  })

  test('always makes a new session; one that was planted, or was there before, is worth nothing after', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    const before = visitor.cookie()
    const { message } = await visitor.get(`/?${accounts.query({ flow: 'button' })}`)
    const token = message?.content.data?.access_token
    await visitor.signIn(accounts.query(), 'owner@acme.test', PASSWORD)
    expect(visitor.cookie()).not.toBe(before)
    const old = await accounts.app.accounts.inject({ url: `/?${accounts.query()}`, headers: { cookie: before } })
    expect(old.body).toContain('name="password"')
    // The same person goes on with what they have, and takes it along when they sign out.
    expect(await accounts.isGood(token)).toBe(true)
    const next = await visitor.get(`/?${accounts.query({ flow: 'button' })}`)
    const headers = { authorization: `Bearer ${next.message?.content.data?.access_token}` }
    expect((await accounts.app.accounts.inject({ method: 'DELETE', url: '/v2/sessions', headers })).statusCode).toBe(200)
    expect(await accounts.isGood(token)).toBe(false)
  })

  test('as somebody else ends what the first one had', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    const { message } = await visitor.get(`/?${accounts.query({ flow: 'button' })}`)
    await visitor.signIn(accounts.query(), 'owner@globex.test', PASSWORD)
    expect(await accounts.isGood(message?.content.data?.access_token)).toBe(false)
  })

  test('again, where the client wants that, once', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    const page = await visitor.get(`/?${accounts.query({ prompt: 'login', flow: 'button' })}`)
    expect(page.body).toContain('name="password"')
    const answer = await visitor.submit(page, { email: 'owner@acme.test', password: PASSWORD })
    expect((await visitor.get(answer.headers.location ?? '')).message?.content.data).toBeDefined()
  })

  test('at the manual form who is signed in goes on with a click, or as somebody else', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    const { body } = await visitor.get(`/signin?${accounts.query({ flow: 'button' })}`)
    expect(body).toContain('Continue as owner of acme')
    expect(body).toMatch(/href="\/signin\?[^"]*prompt=login"/)
    expect(body).not.toContain('data-message')
  })
})

describe('an answer', () => {
  test('by message goes to the origin of the address and nowhere else', async () => {
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
  ])('%s: an error, in each way', async (_, more, exception) => {
    const visitor = await accounts.visitor('owner@acme.test')
    const page = await visitor.get(`/?${accounts.query(more)}`)
    expect(page.status).toBe(400)
    expect(page.headers.location).toBeUndefined()
    expect(page.body).toContain(`${exception}.`)
    const { message } = await visitor.get(`/?${accounts.query({ ...more, flow: 'button' })}`)
    expect(message).toEqual({ content: { error: { oauth_exception: exception } }, to: ORIGIN })
  })

  test('the forms that a client is registered for: plain and the SDK’s', async () => {
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

  test('an organization that is not one’s own, and one that never was, are the same', async () => {
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

  test('a suspended account hears that it is, and may sign in as another one', async () => {
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
    // Another organization says nothing of it.
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
    // Another person, and who waits for a message are not concerned.
    expect((await (await accounts.visitor('viewer@acme.test')).get(`/?${query}`)).status).toBe(302)
    expect((await visitor.get(`/?${query}&flow=button`)).message?.content.data).toBeDefined()
    accounts.clock.set(new Date(accounts.clock.now().getTime() + 30_000).toISOString())
    expect((await visitor.get(`/?${query}`)).status).toBe(302)
    await store.client.pool.query(`delete from consents where id = 'redirects'`)
  })

  test('what is ours may send people here as often as they come', async () => {
    const visitor = await accounts.visitor('normal@acme.test')
    for (let count = 0; count < 5; count++) expect((await visitor.get(`/?${accounts.query()}`)).status).toBe(302)
  })

  test.each<[string, () => string]>([
    ['tokens', () => accounts.query({ flow: 'button' })],
    ['codes', () => accounts.codeQuery({ flow: 'button' })],
    ['tokens by redirect', () => accounts.query()],
  ])('%s are given as often as people need them, and no faster', async (_, query) => {
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
    // Another client of the same person, and another person, are not concerned.
    const other = await visitor.get(`/?${accounts.query({ client_id: 'other', flow: 'button' })}`)
    expect(other.message?.content.data).toBeDefined()
    const stranger = await accounts.visitor('owner@globex.test')
    expect((await stranger.get(`/?${accounts.query({ flow: 'button' })}`)).message?.content.data).toBeDefined()
    accounts.clock.set(new Date(accounts.clock.now().getTime() + 1_000).toISOString())
    expect((await visitor.get(`/?${query()}`)).status).toBeLessThan(400)
  })

  test('is given to GET alone', async () => {
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

describe('consent', () => {
  const asked = (more: Record<string, string> = {}) => accounts.query({ client_id: 'script', flow: 'button', ...more })

  test('is asked for in words, given once, and is there for the next time', async () => {
    const visitor = await accounts.visitor('administrator@acme.test')
    const frame = await visitor.get(`/?${asked()}`, FRAME)
    expect(frame.message?.content).toEqual({ error: { identity_exception: 'unauthorized' } })
    const page = await visitor.get(`/?${asked()}`)
    expect(page.headers['x-frame-options']).toBe('DENY')
    for (const words of [
      'Script App',
      'administrator@acme.test',
      'acme',
      'https://app.test',
      'Install and remove applications of',
      'Who else is in this organization',
      'Its licenses and subscriptions',
      'What it has installed',
      'Chats',
    ])
      expect(page.body).toContain(words)
    // Not what the role does not have.
    expect(page.body).not.toMatch(/Pay and buy|cancel the subscriptions|nothing else/)
    const answer = await visitor.submit(page)
    expect(answer.status).toBe(303)
    expect((await visitor.get(answer.headers.location ?? '')).message?.content.data?.scopes).toBe(
      'integrations_manage,hd_integrations_manage,chats--all:ro',
    )
    expect((await visitor.get(`/?${asked()}`, FRAME)).message?.content.data?.access_token).toBeDefined()
    expect((await accounts.audit('consent.granted')).at(-1)).toMatchObject({
      account_id: accounts.acme.people.administrator.accountId,
      subject: 'script',
      details: { coverage: 'account' },
    })
    // The others of the organization have not agreed.
    const other = await accounts.visitor('viewer@acme.test')
    expect((await other.get(`/?${asked()}`)).body).toContain('asks for access')
  })

  test('refused: the client hears that, and nothing is kept', async () => {
    const visitor = await accounts.visitor('owner@globex.test')
    const refuse = async (query: string) => visitor.submit(await visitor.get(`/?${query}`), {}, 'refuse')
    expect((await refuse(asked())).message).toEqual({ content: { error: { oauth_exception: 'access_denied' } }, to: ORIGIN })
    expect((await accounts.audit('consent.refused')).at(-1)).toMatchObject({
      account_id: accounts.globex.people.owner.accountId,
      organization_id: accounts.globex.id,
      subject: 'script',
    })
    const redirect = await refuse(accounts.query({ client_id: 'script', state: 's' }))
    expect(redirect).toMatchObject({ status: 303, headers: { location: `${REDIRECT}#error=access_denied&state=s` } })
    expect((await visitor.get(`/?${asked()}`)).body).toContain('asks for access')
  })

  test('is not given by anybody who was not asked, nor for another question', async () => {
    const visitor = await accounts.visitor('viceowner@globex.test')
    const page = await visitor.get(`/?${asked({ scope: 'chats--all:ro' })}`)
    const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const forged: [Record<string, string>, string][] = [
      [{ decision: 'agree' }, asked()],
      [{ decision: 'agree', token: 'x' }, asked()],
      [{ decision: 'agree', token }, asked()],
      [{ decision: 'agree', token }, asked({ scope: 'billing_manage' })],
      [{ token }, asked({ scope: 'chats--all:ro' })],
    ]
    for (const [fields, query] of forged) {
      const answer = await visitor.post(`/consent?${query}`, fields)
      expect(answer.status).toBe(200)
      expect(answer.body).toContain('asks for access')
    }
    expect(
      (await visitor.post(`/consent?${asked()}`, { decision: 'agree', token }, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    const other = await accounts.visitor('owner@globex.test')
    expect((await other.post(`/consent?${asked({ scope: 'chats--all:ro' })}`, { decision: 'agree', token })).body).toContain(
      'asks for access',
    )
    const { rows } = await accounts.store.client.pool.query('select from consents where organization_id = $1', [
      accounts.globex.id,
    ])
    expect(rows).toHaveLength(0)
  })

  test('is given to what was shown, or asked for again', async () => {
    const { store, globex, acme } = accounts
    const { accountId } = globex.people.viewer
    const visitor = await accounts.visitor('viewer@globex.test')
    const shown = await visitor.get(`/?${asked()}`)
    expect(shown.body).not.toContain('Install and remove')
    await store.client.pool.query(`update memberships set role = 'administrator' where account_id = $1`, [accountId])
    const more = await visitor.submit(shown)
    expect(more.status).toBe(200)
    expect(more.body).toContain('Install and remove')

    await store.client.pool.query(
      `insert into memberships (organization_id, account_id, product, role)
       select $1, account_id, product, role from memberships where account_id = $2`,
      [acme.id, accountId],
    )
    const move = (to: string) =>
      store.client.pool.query('update accounts set default_organization_id = $1 where id = $2', [to, accountId])
    await move(acme.id)
    const elsewhere = await visitor.submit(more)
    expect(elsewhere.body).toContain('<dd>acme</dd>')
    const { rows } = await store.client.pool.query('select from consents where account_id = $1', [accountId])
    expect(rows).toHaveLength(0)
    expect((await visitor.submit(elsewhere)).status).toBe(303)
    await move(globex.id)
    expect((await visitor.get(`/?${asked()}`)).body).toContain('<dd>globex</dd>')
  })

  test('once more, where the client wants that or asks for more', async () => {
    const visitor = await accounts.visitor('viceowner@acme.test')
    const first = await visitor.get(`/?${asked({ scope: 'chats--all:ro' })}`)
    await visitor.submit(first)
    expect((await visitor.get(`/?${asked({ scope: 'chats--all:ro' })}`)).message).not.toBeNull()
    expect((await visitor.get(`/?${asked({ scope: 'chats--all:ro,billing_manage' })}`)).body).toContain('asks for access')
    const again = await visitor.get(`/?${asked({ scope: 'chats--all:ro', prompt: 'consent' })}`)
    expect(again.body).toContain('asks for access')
    const answer = await visitor.submit(again)
    expect((await visitor.get(answer.headers.location ?? '')).message?.content.data).toBeDefined()
  })
})

test('an address may try so often in a minute, and is told so on a page', async () => {
  const visitor = await accounts.visitor()
  const tries = Array.from({ length: 31 }, () => visitor.post(`/signup?${accounts.query()}`, {}, { accept: 'text/html' }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([...Array.from({ length: 30 }, () => 422), 429])
  const last = await visitor.post(`/signup?${accounts.query()}`, {}, { accept: 'text/html' })
  expect(last.body).toContain('<h1>That was too often</h1>')
  expect(last.headers['x-frame-options']).toBe('DENY')
  expect((await (await accounts.visitor()).post(`/signup?${accounts.query()}`, {})).status).toBe(422)
})

test('the log has neither queries, cookies nor passwords', async () => {
  const visitor = await accounts.visitor('owner@acme.test')
  await visitor.get(`/?${accounts.codeQuery({ state: 'never-log-this-state' })}`)
  const logged = accounts.app.logged.join('')
  expect(logged.includes('"url":"/?…"')).toBe(true)
  for (const secret of ['never-log-this-state', PASSWORD, visitor.cookie().split('=')[1] ?? 'none', CHALLENGE])
    expect(logged.includes(secret)).toBe(false)
})
