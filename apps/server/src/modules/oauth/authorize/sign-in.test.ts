import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, CHALLENGE, openAccounts, PASSWORD } from '../../../../test/accounts.ts'
import type { Visitor } from '../../../../test/visitor.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())
/** The number of tests so far. Each test runs an hour after the previous one, so that rate limits do not affect the next test. */
let minutes = 0
beforeEach(() => accounts.clock.set(new Date(Date.UTC(2026, 10, 20, 12) + 3_600_000 * minutes++).toISOString()))

describe('signing in', () => {
  test('sets a protected session cookie, and returns to the same request', async () => {
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

  test('an unknown e-mail and a wrong password get the same message', async () => {
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

  /** Sends this number of wrong passwords. None of them is refused because of the limits. */
  const getItWrong = async (visitor: Visitor, email: string, times: number) => {
    for (let count = 0; count < times; count++)
      expect((await visitor.signIn(accounts.query(), email, `wrong ${count}`)).status).toBe(401)
  }
  const pass = (seconds: number) => accounts.clock.set(new Date(accounts.clock.now().getTime() + seconds * 1_000).toISOString())

  test('after five wrong passwords a visitor has to wait, longer each time, and reads how long', async () => {
    const email = 'member@acme.test'
    const visitor = await accounts.visitor()
    await getItWrong(visitor, email, 5)
    for (const seconds of [1, 2, 4, 8, 16]) {
      const early = await visitor.signIn(accounts.query(), email, PASSWORD)
      expect(early.status).toBe(429)
      expect(early.headers['retry-after']).toBe(String(seconds))
      expect(early.body).toContain(`Wait ${seconds} second${seconds === 1 ? '' : 's'},`)
      expect(early.body).toContain(`value="${email}"`)
      // Attempts during the waiting time do not make it longer.
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

  test('a stranger’s wrong passwords slow down neither the owner elsewhere nor other accounts at the same address', async () => {
    const email = 'member@acme.test'
    const stranger = await accounts.visitor()
    await getItWrong(stranger, email, 5)
    expect((await stranger.signIn(accounts.query(), email, 'wrong')).status).toBe(429)
    expect((await (await accounts.visitor()).signIn(accounts.query(), email, PASSWORD)).status).toBe(303)
    expect((await stranger.signIn(accounts.query(), 'member@globex.test', PASSWORD)).status).toBe(303)
  })

  test('five of many simultaneous wrong passwords are checked', async () => {
    const visitor = await accounts.visitor()
    const tries = Array.from({ length: 25 }, (_, count) => visitor.signIn(accounts.query(), 'normal@acme.test', `wrong ${count}`))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 5 }, () => 401), ...Array.from({ length: 20 }, () => 429)])
  })

  test('when many addresses attack one account, each has one attempt; a known browser has its own attempts', async () => {
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
    // The owner's own browser can sign in from an address whose attempts a stranger has used up.
    const session = await owner.signIn(accounts.query({ prompt: 'login' }), email, 'mistyped')
    expect(session.status).toBe(401)
    owner.moveTo(strangers[0]?.address ?? '')
    expect((await owner.signIn(accounts.query({ prompt: 'login' }), email, PASSWORD)).status).toBe(303)
    // An unknown browser can sign in from an address without failed attempts.
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

  test('the cookie of a known browser cannot be forged, and is valid for the account that signed in there', async () => {
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

  test('a right password clears the count of wrong ones', async () => {
    const visitor = await accounts.visitor()
    for (let round = 0; round < 3; round++) {
      await getItWrong(visitor, 'viewer@acme.test', 4)
      expect((await visitor.signIn(accounts.query(), 'viewer@acme.test', PASSWORD)).status).toBe(303)
    }
  })

  test('a form from another origin is refused', async () => {
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

  test('forms from other origins do not use up attempts', async () => {
    const visitor = await accounts.visitor()
    const fields = { email: 'owner@acme.test', password: PASSWORD }
    for (const path of ['/signin', '/signup', '/consent'])
      for (let count = 0; count < 61; count++) {
        const answer = await visitor.post(`${path}?${accounts.query()}`, fields, { 'sec-fetch-site': 'cross-site' })
        expect(answer.status).toBe(403)
      }
    expect((await visitor.signIn(accounts.query(), 'owner@acme.test', PASSWORD)).status).toBe(303)
  })

  test('always makes a new session and ends the browser’s earlier one, whose tokens stay valid for the same person', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    const before = visitor.cookie()
    const { message } = await visitor.get(`/?${accounts.query({ flow: 'button' })}`)
    const token = message?.content.data?.access_token
    await visitor.signIn(accounts.query(), 'owner@acme.test', PASSWORD)
    expect(visitor.cookie()).not.toBe(before)
    const old = await accounts.app.accounts.inject({ url: `/?${accounts.query()}`, headers: { cookie: before } })
    expect(old.body).toContain('name="password"')
    // The existing tokens of the same person remain valid, and a sign-out revokes them too.
    expect(await accounts.isGood(token)).toBe(true)
    const next = await visitor.get(`/?${accounts.query({ flow: 'button' })}`)
    const headers = { authorization: `Bearer ${next.message?.content.data?.access_token}` }
    expect((await accounts.app.accounts.inject({ method: 'DELETE', url: '/v2/sessions', headers })).statusCode).toBe(200)
    expect(await accounts.isGood(token)).toBe(false)
  })

  test('as another person revokes the tokens of the first person', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    const { message } = await visitor.get(`/?${accounts.query({ flow: 'button' })}`)
    await visitor.signIn(accounts.query(), 'owner@globex.test', PASSWORD)
    expect(await accounts.isGood(message?.content.data?.access_token)).toBe(false)
  })

  test('is asked for again, once, if the client demands it', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    const page = await visitor.get(`/?${accounts.query({ prompt: 'login', flow: 'button' })}`)
    expect(page.body).toContain('name="password"')
    const answer = await visitor.submit(page, { email: 'owner@acme.test', password: PASSWORD })
    expect((await visitor.get(answer.headers.location ?? '')).message?.content.data).toBeDefined()
  })

  test('the manual form offers a signed-in person to continue, or to use another account', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    const { body } = await visitor.get(`/signin?${accounts.query({ flow: 'button' })}`)
    expect(body).toContain('Continue as owner of acme')
    expect(body).toMatch(/href="\/signin\?[^"]*prompt=login"/)
    expect(body).not.toContain('data-message')
  })
})

test('an address has a limit of forms in a minute, and gets a page that says so', async () => {
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
