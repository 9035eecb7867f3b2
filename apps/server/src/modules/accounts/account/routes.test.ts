import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, openAccounts, PASSWORD, REDIRECT } from '../../../../test/accounts.ts'
import type { Visitor } from '../../../../test/visitor.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())

const NEXT = 'a lovely long password'
const START = Date.parse('2026-11-20T12:00:00Z')
const OWN = { 'sec-fetch-site': 'same-origin' }
let hours = 0
const wait = (minutes: number) => accounts.wait(minutes * 60)
const sql = <Row>(text: string, values?: unknown[]) => accounts.sql<Row>(text, values)
const mails = () => sql<{ recipient: string; subject: string; text: string }>('select * from mails order by created_at, id')
const send = (visitor: Visitor, path: string, fields: Record<string, string>) => visitor.post(path, fields, OWN)
const isSignedIn = async (visitor: Visitor) => (await visitor.get('/account')).body.includes('<h1>Your account</h1>')

beforeEach(async () => {
  accounts.clock.set(new Date(START + ++hours * 10_800_000).toISOString())
  for (const table of ['sessions', 'tokens', 'consents', 'mails', 'audit_events']) await sql(`delete from ${table}`)
})
const owner = () => accounts.visitor('owner@acme.test')
const tokenOf = async (visitor: Visitor) =>
  (await visitor.get(`/?${accounts.query({ flow: 'button' })}`)).message?.content.data?.access_token

describe('the page', () => {
  test('asks a signed-out visitor to sign in, and is shown after that', async () => {
    const visitor = await accounts.visitor()
    const page = await visitor.get('/account')
    expect(page.body).toContain('<h1>Sign in</h1>')
    const answer = await visitor.submit(page, { email: 'owner@acme.test', password: PASSWORD })
    expect([answer.status, answer.headers.location]).toEqual([303, '/account'])
    const account = await visitor.get('/account')
    for (const text of ['owner of acme', 'owner@acme.test', 'An unknown browser', '(this one)'])
      expect(account.body).toContain(text)
    // The address is shortened to the network.
    expect(account.body).toMatch(/2001:db8:[0-9a-f]+:…/)
    expect(account.headers['cache-control']).toBe('no-store')
  })

  test('says what was wrong with a sign-in', async () => {
    const visitor = await accounts.visitor()
    const answer = await visitor.submit(await visitor.get('/account'), { email: 'owner@acme.test', password: 'wrong one' })
    expect(answer.status).toBe(401)
    expect(answer.body).toContain('do not belong together')
  })

  test.each(['/account/signin', '/account/password', '/account/sessions', '/account/applications'])(
    'refuses a form for %s from another origin',
    async (path) => {
      const visitor = await owner()
      const answer = await visitor.post(path, { session: 'others' }, { 'sec-fetch-site': 'cross-site' })
      expect(answer.status).toBe(403)
    },
  )

  test.each(['/account/password', '/account/sessions', '/account/applications'])(
    'sends a signed-out visitor from %s to the sign-in',
    async (path) => {
      const answer = await send(await accounts.visitor(), path, { session: 'others' })
      expect([answer.status, answer.headers.location]).toEqual([303, '/account'])
    },
  )
})

/** Consents to an application that is not the marketplace's own, unless it was allowed before, and returns its token. */
const agree = async (visitor: Visitor) => {
  const query = new URLSearchParams({
    client_id: 'script',
    redirect_uri: REDIRECT,
    response_type: 'token',
    scope: 'chats--all:ro',
  })
  const page = await visitor.get(`/?${query}`)
  if (page.status === 200) await visitor.submit(page, {}, 'agree')
  return (await visitor.get(`/?${query}&flow=button`)).message?.content.data?.access_token
}

describe('a change of password', () => {
  const kept = () => sql(`select password_hash from accounts where email = 'owner@acme.test'`)

  test('ends every other session and token, and tells by mail', async () => {
    const email = 'viceowner@acme.test'
    const [visitor, elsewhere] = [await accounts.visitor(email), await accounts.visitor(email)]
    const [own, other] = [await tokenOf(visitor), await tokenOf(elsewhere)]
    await sql('delete from mails')
    const answer = await visitor.submit(await visitor.get('/account'), { current: PASSWORD, next: NEXT })
    expect([answer.status, answer.headers.location]).toEqual([303, '/account?done=password'])
    expect((await visitor.get('/account?done=password')).body).toContain('Your password was changed.')
    expect([await isSignedIn(visitor), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect([await accounts.isGood(own), await accounts.isGood(other)]).toEqual([true, false])
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: email, subject: 'Your password was changed (Marketplace)' })
    expect(mail?.text).toContain('https://accounts.test/account')
    expect(await accounts.audit('account.password-changed')).toHaveLength(1)
    const again = await accounts.visitor()
    expect((await again.signIn(accounts.query(), email, PASSWORD)).status).toBe(401)
    expect((await again.signIn(accounts.query(), email, NEXT)).status).toBe(303)
  })

  test('gives this browser a new session cookie: a copy of the one before ends with the other sessions', async () => {
    const visitor = await accounts.visitor('administrator@globex.test')
    const [copied, own] = [visitor.cookie(), await tokenOf(visitor)]
    await send(visitor, '/account/password', { current: PASSWORD, next: NEXT })
    const asCopied = await accounts.app.accounts.inject({ method: 'GET', url: '/account', headers: { cookie: copied } })
    expect(asCopied.body).toContain('<h1>Sign in</h1>')
    expect([await isSignedIn(visitor), await accounts.isGood(own)]).toEqual([true, true])
  })

  test('ends applications that were authorized in this browser too, and keeps the marketplace itself signed in', async () => {
    const visitor = await accounts.visitor('viceowner@globex.test')
    const [application, own] = [await agree(visitor), await tokenOf(visitor)]
    await visitor.submit(await visitor.get('/account'), { current: PASSWORD, next: NEXT })
    expect([await accounts.isGood(application), await accounts.isGood(own)]).toEqual([false, true])
  })

  test.each([
    ['a wrong current password', { current: 'wrong one', next: NEXT }, 401, 'This is not your password.'],
    ['a short one', { current: PASSWORD, next: '1234567' }, 422, 'Use at least 8 characters'],
    ['a long one', { current: PASSWORD, next: 'abcd'.repeat(51) }, 422, 'Use at most 200 characters'],
    ['a leaked one', { current: PASSWORD, next: 'Password1' }, 422, 'Everybody knows this password.'],
    ['the person’s name', { current: PASSWORD, next: 'ownerofacme1' }, 422, 'Do not use your name'],
    ['none', {}, 401, 'This is not your password.'],
  ])('refuses %s, and changes nothing', async (_, fields, status, text) => {
    const visitor = await owner()
    const before = await kept()
    const answer = await send(visitor, '/account/password', fields)
    expect(answer.status).toBe(status)
    expect(answer.body).toContain(text)
    expect(await kept()).toEqual(before)
    expect(await isSignedIn(visitor)).toBe(true)
  })

  test('counts wrong passwords as the sign-in does', async () => {
    const visitor = await owner()
    const statuses: number[] = []
    for (let count = 0; count < 7; count++)
      statuses.push((await send(visitor, '/account/password', { current: `wrong ${count}`, next: NEXT })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('succeeds for one of two simultaneous requests', async () => {
    const visitor = await accounts.visitor('owner@globex.test')
    const change = (next: string) => send(visitor, '/account/password', { current: PASSWORD, next })
    const answers = await Promise.all([change(`${NEXT} 1`), change(`${NEXT} 2`)])
    // The session of the second one has ended with its secret.
    expect(answers.map(({ headers }) => headers.location).toSorted()).toEqual(['/account', '/account?done=password'])
    expect(await accounts.audit('account.password-changed')).toHaveLength(1)
  })
})

describe('signing out', () => {
  const signOut = (visitor: Visitor) => send(visitor, '/account/signout', {})

  test('ends this session with its tokens, clears the cookie, and says so', async () => {
    const [visitor, elsewhere] = [await owner(), await owner()]
    const [token, other] = [await tokenOf(visitor), await tokenOf(elsewhere)]
    const before = visitor.cookie()
    const answer = await signOut(visitor)
    expect([answer.status, answer.headers.location]).toEqual([303, '/account?done=signed-out'])
    expect(before).toMatch(/__Host-marketplace_session=[\w-]{43}/)
    expect(visitor.cookie()).toMatch(/__Host-marketplace_session=(?:;|$)/)
    const page = await visitor.get('/account?done=signed-out')
    expect(page.body).toContain('<h1>Sign in</h1>')
    expect(page.body).toContain('You are signed out.')
    expect([await accounts.isGood(token), await accounts.isGood(other)]).toEqual([false, true])
    expect(await accounts.audit('session.ended')).toHaveLength(1)
    // A copy of the cookie is worth nothing.
    const copy = await accounts.app.accounts.inject({ url: '/account', headers: { cookie: before } })
    expect(copy.body).toContain('<h1>Sign in</h1>')
    expect(await isSignedIn(elsewhere)).toBe(true)
  })

  test('of somebody who is signed out already says the same, and a form of another site does nothing', async () => {
    expect((await signOut(await accounts.visitor())).headers.location).toBe('/account?done=signed-out')
    const visitor = await owner()
    expect((await visitor.post('/account/signout', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await isSignedIn(visitor)).toBe(true)
    expect(await accounts.audit('session.ended')).toEqual([])
  })

  test('is on every page of a person who is signed in, and on no other', async () => {
    const form = 'action="/account/signout"'
    const visitor = await owner()
    const consent = `/?${accounts.query({ client_id: 'script' })}`
    for (const path of ['/account', '/account/second-factor', consent, `/?${accounts.query({ prompt: 'select_account' })}`])
      expect([path, (await visitor.get(path)).body.includes(form)]).toEqual([path, true])
    wait(16)
    for (const [path, fields] of [
      ['/account/sessions', { session: 'others' }],
      ['/account/second-factor/app', {}],
    ] as const)
      expect([path, (await send(visitor, path, fields)).body.includes(form)]).toEqual([path, true])
    wait(-16)
    for (const path of ['/account/second-factor/app', '/account/second-factor/passkeys'])
      expect([path, (await send(visitor, path, {})).body.includes(form)]).toEqual([path, true])
    for (const path of ['/account', '/forgot', consent])
      expect([path, (await (await accounts.visitor()).get(path)).body.includes(form)]).toEqual([path, false])
  })
})

describe('sessions', () => {
  test('are listed with browser and address, and ended one by one with their tokens', async () => {
    const visitor = await owner()
    const elsewhere = await accounts.visitor()
    await elsewhere.post(
      `/signin?${accounts.query()}`,
      { email: 'owner@acme.test', password: PASSWORD },
      { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' },
    )
    const token = await tokenOf(elsewhere)
    const page = await visitor.get('/account')
    expect(page.body).toContain('Firefox on Linux')
    const hash = /name="session" value="([\w-]{43})"/.exec(page.body)?.[1] ?? ''
    const stranger = await accounts.visitor('normal@acme.test')
    await send(stranger, '/account/sessions', { session: hash })
    expect(await isSignedIn(elsewhere)).toBe(true)
    const answer = await send(visitor, '/account/sessions', { session: hash })
    expect(answer.headers.location).toBe('/account?done=session')
    expect([await isSignedIn(visitor), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect(await accounts.isGood(token)).toBe(false)
    expect(await accounts.audit('session.ended')).toHaveLength(1)
    const [mail, ...more] = (await mails()).filter(({ subject }) => subject.startsWith('A session'))
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: 'owner@acme.test', subject: 'A session of yours was ended (Marketplace)' })
    expect(mail?.text).toContain('Firefox on Linux was signed out of your account, with ')
  })

  test('all others are ended after a check of the password, unless it was typed lately', async () => {
    const [visitor, elsewhere] = [await owner(), await owner()]
    await sql('delete from mails')
    wait(16)
    const asked = await send(visitor, '/account/sessions', { session: 'others' })
    expect(asked.body).toContain('<h1>Is it you?</h1>')
    expect((await visitor.submit(asked, { password: 'wrong one' })).status).toBe(401)
    expect(await isSignedIn(elsewhere)).toBe(true)
    expect((await visitor.submit(asked, { password: PASSWORD })).headers.location).toBe('/account?done=others')
    expect([await isSignedIn(visitor), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your other sessions were ended (Marketplace)'])
    expect((await send(visitor, '/account/sessions', { session: 'others' })).headers.location).toBe('/account?done=others')
  })

  test('that have ended by themselves leave tokens, which the end of all others revokes; applications of this browser go on', async () => {
    const email = 'normal@globex.test'
    const lost = await agree(await accounts.visitor(email))
    await sql(`update tokens set expires_at = expires_at + interval '89 days'`)
    wait(15 * 24 * 60)
    await sql('delete from sessions')
    const visitor = await accounts.visitor(email)
    const own = await agree(visitor)
    await sql('delete from mails')
    expect(await accounts.isGood(lost)).toBe(true)
    await send(visitor, '/account/sessions', { session: 'others' })
    expect([await accounts.isGood(lost), await accounts.isGood(own)]).toEqual([false, true])
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your other sessions were ended (Marketplace)'])
    await send(visitor, '/account/sessions', { session: 'others' })
    expect(await mails()).toHaveLength(1)
  })

  test('end when they are not used for 14 days, and after 30 days in any case', async () => {
    const visitor = await accounts.visitor('viewer@acme.test')
    const day = 24 * 60
    for (const [days, expected] of [
      [13, true],
      [13, true],
      [3, true],
      [2, false],
    ] as const) {
      wait(days * day)
      expect(await isSignedIn(visitor)).toBe(expected)
    }
    const idle = await accounts.visitor('viewer@acme.test')
    wait(14 * day + 1)
    expect(await isSignedIn(idle)).toBe(false)
    expect((await idle.get(`/?${accounts.query()}`)).body).toContain('<h1>Sign in</h1>')
  })

  test('of a new browser are reported by mail, and of a known browser are not', async () => {
    const visitor = await accounts.visitor('owner@acme.test')
    expect((await mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['owner@acme.test', 'A new sign-in to your account (Marketplace)'],
    ])
    await visitor.signIn(accounts.query(), 'owner@acme.test', PASSWORD)
    expect(await mails()).toHaveLength(1)
  })
})

describe('applications', () => {
  test('are listed in plain words, and a revoked consent ends their tokens', async () => {
    const visitor = await owner()
    await sql('delete from mails')
    const token = await agree(visitor)
    expect(await accounts.isGood(token)).toBe(true)
    await agree(visitor)
    // Later authorizations need no new consent, so they send no mail.
    const [mail, ...more] = await mails()
    expect([mail?.recipient, mail?.subject, more]).toEqual([
      'owner@acme.test',
      'An application has access to your account (Marketplace)',
      [],
    ])
    expect(mail?.text).toContain('You have allowed Script App to act as you in acme.')
    await sql('delete from mails')
    const page = await visitor.get('/account')
    for (const text of ['Script App', 'in acme', 'Chats (can see)']) expect(page.body).toContain(text)
    const fields = { client: 'script', organization: accounts.acme.id }
    const stranger = await accounts.visitor('administrator@acme.test')
    await sql('delete from mails')
    await send(stranger, '/account/applications', fields)
    expect(await accounts.isGood(token)).toBe(true)
    expect((await send(visitor, '/account/applications', fields)).headers.location).toBe('/account?done=application')
    expect(await accounts.isGood(token)).toBe(false)
    expect((await visitor.get('/account')).body).toContain('You have not allowed any application')
    expect((await mails()).map(({ subject }) => subject)).toEqual(['An application lost access to your account (Marketplace)'])
    expect(await accounts.audit('consent.removed')).toHaveLength(1)
  })

  test('lose their consent after a check of the password, unless it was typed lately', async () => {
    const visitor = await owner()
    await agree(visitor)
    wait(16)
    const asked = await send(visitor, '/account/applications', { client: 'script', organization: accounts.acme.id })
    expect(asked.body).toContain('<h1>Is it you?</h1>')
    expect((await visitor.submit(asked, { password: PASSWORD })).headers.location).toBe('/account?done=application')
  })
})
