import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, openAccounts, PASSWORD } from '../../../../test/accounts.ts'
import type { Answered, Visitor } from '../../../../test/visitor.ts'
import { mailQueue } from '../../mail/index.ts'
import { sendReset } from '../reset/send-reset.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())

const START = Date.parse('2026-11-20T12:00:00Z')
const OWN = { 'sec-fetch-site': 'same-origin' }
const EMAIL = 'owner@acme.test'
let days = 0
const wait = (seconds: number) => accounts.wait(seconds)
const sql = <Row>(text: string, values?: unknown[]) => accounts.sql<Row>(text, values)
const subjects = async () =>
  (await sql<{ subject: string }>('select subject from mails order by created_at, id')).map(({ subject }) => subject)
const send = (visitor: Visitor, path: string, fields: Record<string, string>) => visitor.post(path, fields, OWN)
const isSignedIn = async (visitor: Visitor) => (await visitor.get('/account')).body.includes('<h1>Your account</h1>')
const tokenOf = async (visitor: Visitor) =>
  (await visitor.get(`/?${accounts.query({ flow: 'button' })}`)).message?.content.data?.access_token

/** The code that an app shows after this number of time steps. */
const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: accounts.clock.now().getTime() + steps * 30_000 })
/** A code of six digits that is wrong in the current, previous and next time step. */
const wrongCode = (secret: string): string => {
  const right = new Set([-1, 0, 1].map((steps) => codeOf(secret, steps)))
  return ['111111', '222222', '333333', '444444'].find((code) => !right.has(code)) ?? ''
}
const secretOn = ({ body }: Answered): string => (/<code>([A-Z2-7 ]+)<\/code>/.exec(body)?.[1] ?? '').replaceAll(' ', '')
const codesOn = ({ body }: Answered): string[] =>
  [...body.matchAll(/<code>([0-9a-z-]{27})<\/code>/g)].map(([, code]) => code ?? '')

/** Turns an app on for a signed-in person. */
const setUp = async (visitor: Visitor) => {
  const page = await send(visitor, '/account/second-factor/app', {})
  const secret = secretOn(page)
  const done = await visitor.submit(page, { code: codeOf(secret) })
  expect(done.body).toContain('<h1>Your recovery codes</h1>')
  wait(60)
  return { secret, codes: codesOn(done) }
}
/** Types the password, and gets the page that asks for the second factor. */
const askedOf = async (email = EMAIL, visitor?: Visitor) => {
  const who = visitor ?? (await accounts.visitor())
  const page = await who.signIn(accounts.query({ state: 's1' }), email, PASSWORD)
  expect([page.status, page.body.includes('<h1>One more step</h1>')]).toEqual([200, true])
  return { visitor: who, page }
}

beforeEach(async () => {
  accounts.clock.set(new Date(START + ++days * 86_400_000).toISOString())
  for (const table of ['sessions', 'tokens', 'mails', 'audit_events', 'authenticator_apps', 'recovery_codes', 'sign_in_steps'])
    await sql(`delete from ${table}`)
})

describe('an authenticator app', () => {
  test('is turned on with one of its codes, ends other sessions, and is reported by mail', async () => {
    const [visitor, elsewhere] = [await accounts.visitor(EMAIL), await accounts.visitor(EMAIL)]
    const [own, other] = [await tokenOf(visitor), await tokenOf(elsewhere)]
    await sql('delete from mails')
    const page = await send(visitor, '/account/second-factor/app', {})
    const secret = secretOn(page)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(page.body).toContain('<svg')
    const wrong = await visitor.submit(page, { code: wrongCode(secret) })
    expect([wrong.status, secretOn(wrong)]).toEqual([422, secret])
    expect(await sql<object>('select from authenticator_apps')).toHaveLength(0)
    const done = await visitor.submit(wrong, { code: codeOf(secret) })
    expect(codesOn(done)).toHaveLength(10)
    expect(done.headers['cache-control']).toBe('no-store')
    expect([await isSignedIn(visitor), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect([await accounts.isGood(own), await accounts.isGood(other)]).toEqual([true, false])
    expect(await subjects()).toEqual(['A second step was added to your sign-in (Marketplace)'])
    expect(await accounts.audit('account.second-factor-added')).toMatchObject([{ details: { kind: 'app' } }])
    expect((await visitor.get('/account')).body).toContain('On. 10 recovery codes are left.')
    const kept = JSON.stringify([await sql('select * from authenticator_apps'), await sql('select * from recovery_codes')])
    for (const hidden of [secret, ...codesOn(done)]) expect(kept).not.toContain(hidden)
    const account = await accounts.app.accounts.inject({
      url: '/v2/accounts/me',
      headers: { authorization: `Bearer ${own}` },
    })
    expect(account.json()).toMatchObject({ properties: { mfa: true } })
  })

  test('needs a sign-in of the last ten minutes, or the password', async () => {
    const visitor = await accounts.visitor(EMAIL)
    wait(601)
    const asked = await send(visitor, '/account/second-factor/app', {})
    expect(asked.body).toContain('<h1>Is it you?</h1>')
    expect((await visitor.submit(asked, { password: 'wrong one' })).status).toBe(401)
    expect(secretOn(await visitor.submit(asked, { password: PASSWORD }))).not.toBe('')
  })

  test('is not turned on by a form of another session, or by a changed form', async () => {
    const [visitor, elsewhere] = [await accounts.visitor(EMAIL), await accounts.visitor(EMAIL)]
    const page = await send(elsewhere, '/account/second-factor/app', {})
    const sealed = /name="sealed" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const code = codeOf(secretOn(page))
    for (const given of [sealed, `${sealed}A`, 'x.y', '']) {
      const answer = await send(visitor, '/account/second-factor/app', { sealed: given, code })
      expect(secretOn(answer)).not.toBe(secretOn(page))
    }
    expect(await sql<object>('select from authenticator_apps')).toHaveLength(0)
  })

  test('is turned on by one of two simultaneous requests', async () => {
    const visitor = await accounts.visitor(EMAIL)
    const pages = [await send(visitor, '/account/second-factor/app', {}), await send(visitor, '/account/second-factor/app', {})]
    const answers = await Promise.all(pages.map((page) => visitor.submit(page, { code: codeOf(secretOn(page)) })))
    expect(answers.map((answer) => codesOn(answer).length).toSorted()).toEqual([0, 10])
    // The other one is refused, or has to use the app that the first one turned on.
    const other = answers.find((answer) => codesOn(answer).length === 0)
    if (other?.status !== 303) expect(other?.body).toContain('<h1>Is it you?</h1>')
    expect(await sql<object>('select from recovery_codes')).toHaveLength(10)
    expect(await sql<object>('select from authenticator_apps')).toHaveLength(1)
  })

  test('is removed with the password and a code, and its recovery codes with it', async () => {
    const visitor = await accounts.visitor(EMAIL)
    const { secret } = await setUp(visitor)
    await sql('delete from mails')
    wait(601)
    const asked = await send(visitor, '/account/second-factor/remove', { factor: 'app' })
    expect(asked.body).toContain('<h1>Is it you?</h1>')
    const stranger = await accounts.visitor('viewer@acme.test')
    expect((await send(stranger, '/account/second-factor/remove', { factor: 'app' })).headers.location).toContain('done=refused')
    await sql('delete from mails')
    const answer = await visitor.submit(asked, { password: PASSWORD, proof: codeOf(secret) })
    expect(answer.headers.location).toBe('/account/second-factor?done=removed')
    expect(await subjects()).toEqual(['A second step was removed from your sign-in (Marketplace)'])
    expect(await sql<object>('select from recovery_codes')).toHaveLength(0)
    expect((await (await accounts.visitor()).signIn(accounts.query(), EMAIL, PASSWORD)).status).toBe(303)
  })

  test.each(['/account/second-factor/app', '/account/second-factor/remove', '/account/second-factor/codes'])(
    '%s refuses foreign forms and signed-out visitors',
    async (path) => {
      const visitor = await accounts.visitor(EMAIL)
      expect((await visitor.post(path, { factor: 'app' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
      const answer = await send(await accounts.visitor(), path, { factor: 'app' })
      expect([answer.status, answer.headers.location]).toEqual([303, '/account'])
    },
  )
})

describe('signing in', () => {
  let secret = ''
  let codes: string[] = []
  beforeEach(async () => {
    const owner = await accounts.visitor(EMAIL)
    const made = await setUp(owner)
    secret = made.secret
    codes = made.codes
    await sql('delete from mails')
    await sql('delete from audit_events')
  })

  test('asks for the code before it opens a session, and then continues to the application', async () => {
    const { visitor, page } = await askedOf()
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(await isSignedIn(visitor)).toBe(false)
    expect(await accounts.audit('session.started')).toHaveLength(0)
    expect((await visitor.submit(page, { code: wrongCode(secret) })).status).toBe(401)
    expect(await isSignedIn(visitor)).toBe(false)
    const answer = await visitor.submit(page, { code: codeOf(secret) })
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toContain('state=s1')
    expect(await isSignedIn(visitor)).toBe(true)
    expect(await accounts.audit('session.started')).toMatchObject([{ details: { secondFactor: 'app' } }])
    expect(await accounts.audit('session.refused')).toMatchObject([{ details: { reason: 'second factor' } }])
    expect(await subjects()).toEqual(['A new sign-in to your account (Marketplace)'])
  })

  test('to the account page also asks for the code, and then leads there', async () => {
    const visitor = await accounts.visitor()
    const page = await visitor.submit(await visitor.get('/account'), { email: EMAIL, password: PASSWORD })
    const answer = await visitor.submit(page, { code: codeOf(secret).replace(/^.../, '$& ') })
    expect([answer.status, answer.headers.location]).toEqual([303, '/account'])
  })

  test('accepts no code twice, and none that is older than an accepted one', async () => {
    const first = await askedOf()
    const code = codeOf(secret)
    expect((await first.visitor.submit(first.page, { code })).status).toBe(303)
    const second = await askedOf()
    expect((await second.visitor.submit(second.page, { code })).status).toBe(401)
    expect((await second.visitor.submit(second.page, { code: codeOf(secret, -1) })).status).toBe(401)
    expect((await second.visitor.submit(second.page, { code: codeOf(secret, 1) })).status).toBe(303)
  })

  test('succeeds for one of two simultaneous requests with the same code', async () => {
    const [one, two] = [await askedOf(), await askedOf()]
    const code = codeOf(secret)
    const answers = await Promise.all([one, two].map(({ visitor, page }) => visitor.submit(page, { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 401])
  })

  test('succeeds for one of two simultaneous requests with the same form, and uses one recovery code', async () => {
    const { visitor, page } = await askedOf()
    const answers = await Promise.all(codes.slice(0, 2).map((code) => visitor.submit(page, { code })))
    // The second request finds that the step was deleted, either before the check or in the transaction.
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(await sql<object>('select from recovery_codes')).toHaveLength(9)
  })

  test('accepts a recovery code from one of several simultaneous requests, and reports it by mail', async () => {
    const [code = '', other = ''] = codes
    const pairs = [await askedOf(), await askedOf(), await askedOf()]
    const answers = await Promise.all(pairs.map(({ visitor, page }) => visitor.submit(page, { code: code.toUpperCase() })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 401, 401])
    expect((await subjects()).filter((subject) => subject.startsWith('A recovery code'))).toHaveLength(1)
    const [mail] = await sql<{ text: string }>(`select text from mails where subject like 'A recovery code%'`)
    expect(mail?.text).toContain('9 of them are left.')
    const again = await askedOf()
    expect((await again.visitor.submit(again.page, { code })).status).toBe(401)
    expect((await again.visitor.submit(again.page, { code: other })).status).toBe(303)
  })

  test('accepts no recovery code of another account', async () => {
    const visitor = await accounts.visitor('viceowner@acme.test')
    const theirs = await setUp(visitor)
    const { visitor: stranger, page } = await askedOf()
    expect((await stranger.submit(page, { code: theirs.codes[0] ?? '' })).status).toBe(401)
    expect((await stranger.submit(page, { code: codeOf(theirs.secret) })).status).toBe(401)
  })

  test('has to be started again after five wrong codes, and the owner is warned by mail', async () => {
    const { visitor, page } = await askedOf()
    const statuses: number[] = []
    for (let count = 0; count < 5; count++) statuses.push((await visitor.submit(page, { code: wrongCode(secret) })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    wait(60)
    const answer = await visitor.submit(page, { code: codeOf(secret) })
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('Please sign in again')
    expect(await subjects()).toEqual(['Another person may know your password (Marketplace)'])
  })

  test('counts attempts before it checks them: of thirty simultaneous ones it checks five', async () => {
    const { visitor, page } = await askedOf()
    const answers = await Promise.all(Array.from({ length: 30 }, () => visitor.submit(page, { code: wrongCode(secret) })))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  })

  test('slows down wrong codes like wrong passwords, over all forms together', async () => {
    const visitor = await accounts.visitor()
    const statuses: number[] = []
    for (let form = 0; form < 2; form++) {
      const { page } = await askedOf(EMAIL, visitor)
      for (let count = 0; count < 4; count++) statuses.push((await visitor.submit(page, { code: wrongCode(secret) })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  test('slows down attempts with invented cookies of known browsers, and warns the owner', async () => {
    const known = await askedOf()
    expect((await known.visitor.submit(known.page, { code: codeOf(secret) })).status).toBe(303)
    wait(4 * 3_600)
    const cookieName = /(\S+)=/.exec(
      known.visitor
        .cookie()
        .split('; ')
        .find((each) => each.includes('device')) ?? '',
    )?.[1]
    const statuses: number[] = []
    for (let form = 0; form < 2; form++) {
      const { page } = await askedOf(EMAIL, known.visitor)
      const step = /name="step" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
      for (let count = 0; count < 4; count++) {
        const cookie = `${cookieName}=${randomBytes(16).toString('base64url')}.${randomBytes(16).toString('base64url')}`
        const answer = await known.visitor.post('/signin/second-factor', { step, code: wrongCode(secret) }, { cookie })
        statuses.push(answer.status)
      }
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect(await subjects()).toContain('Another person may know your password (Marketplace)')
  })

  test('lets a crowd of networks try twenty codes, and then an owner in with a recovery code or from a known browser', async () => {
    const known = await askedOf()
    expect((await known.visitor.submit(known.page, { code: codeOf(secret) })).status).toBe(303)
    wait(4 * 3_600)
    const statuses: number[] = []
    for (let network = 0; network < 22; network++) {
      const { visitor, page } = await askedOf()
      statuses.push((await visitor.submit(page, { code: wrongCode(secret) })).status)
    }
    expect([statuses.filter((status) => status === 401).length, statuses.at(-1)]).toEqual([20, 429])
    const again = await askedOf(EMAIL, known.visitor)
    expect((await again.visitor.submit(again.page, { code: codeOf(secret) })).status).toBe(303)
    const travelling = await askedOf()
    expect((await travelling.visitor.submit(travelling.page, { code: codes[0] ?? '' })).status).toBe(303)
  })

  test('ends after ten minutes, and when the password changes', async () => {
    const late = await askedOf()
    wait(601)
    expect((await late.visitor.submit(late.page, { code: codeOf(secret) })).status).toBe(400)
    const { visitor, page } = await askedOf()
    await sql(`update accounts set password_hash = password_hash || '=' where email = $1`, [EMAIL])
    expect((await visitor.submit(page, { code: codeOf(secret) })).status).toBe(400)
    await sql(`update accounts set password_hash = rtrim(password_hash, '=') where email = $1`, [EMAIL])
  })

  test('is not shown in a frame', async () => {
    const { visitor, page } = await askedOf()
    const step = /name="step" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const fields = { step, code: codeOf(secret) }
    const answer = await visitor.post(`/signin/second-factor?${accounts.query()}`, fields, { ...OWN, 'sec-fetch-dest': 'iframe' })
    expect(answer.status).toBe(403)
    expect((await visitor.post('/signin/second-factor', fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test('also asks for the code after a password reset by mail', async () => {
    const visitor = await accounts.visitor()
    await visitor.submit(await visitor.get('/forgot'), { email: EMAIL })
    const [reset] = await sql<{ id: string }>('select id from password_resets')
    const { database } = accounts.store.client
    const queueMail = mailQueue({ send: async () => {}, delivers: false, showsMail: true })
    await sendReset({ database, clock: accounts.clock, queueMail, accountsUrl: 'https://accounts.test' }, reset?.id ?? '')
    const [mail] = await sql<{ text: string }>(`select text from mails where subject like 'Set a new password%'`)
    const link = /https:\/\/accounts\.test(\/reset\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await visitor.submit(await visitor.get(link), { next: 'a lovely long password' })).status).toBe(200)
    expect(await isSignedIn(visitor)).toBe(false)
    const page = await visitor.signIn(accounts.query(), EMAIL, 'a lovely long password')
    expect(page.body).toContain('<h1>One more step</h1>')
    expect((await visitor.submit(page, { code: codeOf(secret) })).status).toBe(303)
    await sql(
      `update accounts set password_hash = (select password_hash from accounts where email = 'viewer@acme.test') where email = $1`,
      [EMAIL],
    )
  })

  test('makes new recovery codes, which replace the old ones', async () => {
    const { visitor, page } = await askedOf()
    await visitor.submit(page, { code: codeOf(secret) })
    await sql('delete from mails')
    const fresh = codesOn(await send(visitor, '/account/second-factor/codes', {}))
    expect(fresh).toHaveLength(10)
    expect(await subjects()).toEqual(['You have new recovery codes (Marketplace)'])
    const { visitor: later, page: asked } = await askedOf()
    expect((await later.submit(asked, { code: codes[0] ?? '' })).status).toBe(401)
    expect((await later.submit(asked, { code: fresh[0] ?? '' })).status).toBe(303)
  })
})

test('a sign-in that began before a second factor was set up opens no session without it', async () => {
  const visitor = await accounts.visitor(EMAIL)
  const page = await send(visitor, '/account/second-factor/app', {})
  const late = await accounts.visitor()
  const [done, signedIn] = await Promise.all([
    visitor.submit(page, { code: codeOf(secretOn(page)) }),
    late.signIn(accounts.query(), EMAIL, PASSWORD),
  ])
  expect(done.status).toBe(200)
  expect([200, 303, 401]).toContain(signedIn.status)
  expect(await isSignedIn(late)).toBe(false)
})
