import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Accounts, openAccounts, PASSWORD } from '../../../../test/accounts.ts'
import { until } from '../../../../test/harness.ts'
import { mailedLinks, openTestSmtp, type TestSmtp } from '../../../../test/smtp-server.ts'
import type { Visitor } from '../../../../test/visitor.ts'
import { openSmtp } from '../../../adapters/smtp.ts'

let accounts: Accounts
let smtp: TestSmtp
beforeAll(async () => {
  smtp = await openTestSmtp()
  accounts = await openAccounts({}, openSmtp({ url: smtp.url, from: 'shop@shop.test' }))
  await accounts.app.startJobs()
})
afterAll(async () => {
  await accounts.close()
  await smtp.close()
})

let hours = 0
beforeEach(() => accounts.clock.set(new Date(Date.parse('2026-11-20T12:00:00Z') + ++hours * 7_200_000).toISOString()))
const wait = (minutes: number) => accounts.clock.set(new Date(accounts.clock.now().getTime() + minutes * 60_000).toISOString())
const sql = async <Row>(text: string, values: unknown[] = []) =>
  (await accounts.store.client.pool.query(text, values)).rows as Row[]

const fields = { name: 'Nina Newman', email: 'nina@newman.test', organization: 'Newman', password: 'a long password' }
let people = 0
/** A form of a new person. */
const somebody = () => ({ ...fields, email: `somebody-${++people}@newman.test`, organization: `Newman ${people}` })
const signUp = async (visitor: Visitor, typed: typeof fields, query = accounts.query({ state: 's1' })) =>
  visitor.submit(await visitor.get(`/signup?${query}`), typed)
const mailsFor = (email: string) =>
  sql<{ subject: string; text: string }>('select subject, text from mails where recipient = $1 order by created_at, id', [email])
const linksFor = (email: string) => mailedLinks(smtp, email, '/signup/finish')
const linkFor = async (email: string, count = 1): Promise<string> => {
  await until(() => linksFor(email).length >= count, 30_000)
  return linksFor(email).at(-1) ?? ''
}
const isAccount = async (email: string) => (await sql<object>('select from accounts where email = $1', [email])).length === 1
const isSignedIn = async (visitor: Visitor) => (await visitor.get('/account')).body.includes('<h1>Your account</h1>')

describe('the form', () => {
  test.each<[string, Partial<typeof fields>, string]>([
    ['no e-mail', { email: 'nina' }, 'This is no e-mail address'],
    ['a short password', { password: '1234567' }, 'Use at least 8 characters'],
    ['a long password', { password: 'x'.repeat(201) }, 'Use at most 200 characters'],
    ['no name', { name: '  ' }, 'Please enter your name'],
    ['no organization', { organization: '' }, 'Please enter what your organization is called'],
    ['a name that turns around', { name: 'Nina \u202enimda' }, 'leave out characters that cannot be seen'],
    ['an organization with a line break', { organization: 'New\u0007man' }, 'leave out characters that cannot be seen'],
    ['the password of the demo', { password: 'marketplace' }, 'Everybody knows this password.'],
    ['a password that has leaked', { password: 'Password1' }, 'Everybody knows this password.'],
    ['a password made of the e-mail', { password: 'nina@newman1' }, 'Do not use your name'],
  ])('%s: says so, and keeps what was typed', async (_, more, words) => {
    const visitor = await accounts.visitor()
    const answer = await visitor.post(`/signup?${accounts.query()}`, { ...fields, email: 'other@newman.test', ...more })
    expect(answer.status).toBe(422)
    expect(answer.body).toContain(words)
    expect(answer.body).toContain(`value="${more.organization ?? 'Newman'}"`)
    expect(answer.body).not.toContain(`value="${more.password ?? fields.password}"`)
    expect(visitor.cookie()).toBe('')
  })

  test('is answered in the same way for an e-mail with and without an account', async () => {
    const [known, unknown] = [await accounts.visitor(), await accounts.visitor()]
    const typed = somebody()
    const answers = [await signUp(known, { ...fields, email: 'OWNER@acme.test' }), await signUp(unknown, typed)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body).toBe(answers[1]?.body)
    expect(answers[0]?.body).toContain('<h1>Look into your mail</h1>')
    expect(answers[0]?.body).not.toContain('/outbox/')
    expect(Object.keys(answers[0]?.headers ?? {})).toEqual(Object.keys(answers[1]?.headers ?? {}))
    expect([await isSignedIn(known), await isSignedIn(unknown)]).toEqual([false, false])
    expect(await isAccount(typed.email)).toBe(false)
    const kept = await sql<Record<string, unknown>>(`select * from sign_ups where email in ('OWNER@acme.test', $1)`, [
      typed.email,
    ])
    // The columns that the job for the mail fills are still null.
    const missing = (row: Record<string, unknown>) =>
      Object.keys(row).filter((column) => row[column] === null && !['token_hash', 'mail_id'].includes(column))
    expect(kept.map(missing)).toEqual([[], []])
    await linkFor(typed.email)
  })

  test('takes as long for both: the password is hashed for either', async () => {
    const took = async (email: string) => {
      const visitor = await accounts.visitor()
      const start = performance.now()
      await visitor.post(`/signup?${accounts.query()}`, { ...somebody(), email })
      return performance.now() - start
    }
    const [known, unknown]: number[][] = [[], []]
    for (let count = 0; count < 12; count++) {
      known?.push(await took(`${['owner', 'viewer', 'normal', 'member'][count % 4]}@acme.test`))
      unknown?.push(await took(somebody().email))
    }
    const median = (times: number[] = []) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    // An argon2 hash takes about 20 ms: if one of the two answers did without it, it would take a fraction of the time.
    expect(median(known) / median(unknown)).toBeGreaterThan(0.5)
    expect(median(known) / median(unknown)).toBeLessThan(2)
  })

  test('is accepted from the same origin only', async () => {
    const answer = await (
      await accounts.visitor()
    ).post(`/signup?${accounts.query()}`, fields, { 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(403)
  })
})

describe('the mailed link', () => {
  test('makes an organization with a trial of both products, and its owner, who continues to the application', async () => {
    const visitor = await accounts.visitor()
    const answer = await signUp(visitor, fields, accounts.query({ flow: 'button', prompt: 'login', state: 's7' }))
    expect(answer.status).toBe(200)
    const link = await linkFor(fields.email)
    const [kept] = await sql<object>('select * from sign_ups where email = $1', [fields.email])
    for (const hidden of [link.slice(-43), fields.password, ...visitor.cookie().split('=').slice(1)])
      expect(JSON.stringify(kept)).not.toContain(hidden)
    const opened = await visitor.get(link)
    expect(opened.status).toBe(302)
    const { message } = await visitor.get(opened.headers.location ?? '')
    expect(message?.content.data).toMatchObject({ access_token: expect.stringMatching(/^dal:/), state: 's7' })
    const rows = await sql(
      `select l.product, l.plan, l.active, l.trial_ends_at, m.role from licenses l join organizations o on o.id = l.organization_id
       join memberships m on m.organization_id = o.id and m.product = l.product where o.name = 'Newman' order by 1 desc`,
    )
    const trial_ends_at = new Date(accounts.clock.now().getTime() + 14 * 86_400_000)
    expect(rows).toEqual(
      ['livechat', 'helpdesk'].map((product) => ({ product, plan: 'business', active: true, trial_ends_at, role: 'owner' })),
    )
    expect(await accounts.audit('account.created')).toHaveLength(1)
    const own = await accounts.app.accounts.inject({
      url: '/v2/accounts/me',
      headers: { authorization: `Bearer ${message?.content.data?.access_token}` },
    })
    expect(own.json()).toMatchObject({ email: fields.email, email_verified: true, properties: { mfa: false } })
    expect(await sql<object>('select from sign_ups where email = $1', [fields.email])).toHaveLength(0)
    expect((await visitor.get(link)).status).toBe(400)
    const again = await accounts.visitor()
    expect((await again.signIn(accounts.query(), fields.email, fields.password)).status).toBe(303)
  })

  test('in another browser asks for the password that was chosen, and makes no account without it', async () => {
    const typed = somebody()
    await signUp(await accounts.visitor(), typed)
    const link = await linkFor(typed.email)
    const elsewhere = await accounts.visitor()
    const page = await elsewhere.get(link)
    expect([page.status, page.body.includes('<h1>Complete your account</h1>')]).toEqual([200, true])
    expect((await elsewhere.submit(page, { password: 'a wrong password' })).status).toBe(401)
    expect(await isAccount(typed.email)).toBe(false)
    const done = await elsewhere.submit(page, { password: typed.password })
    expect(done.status).toBe(303)
    expect(done.headers.location).toContain('state=s1')
    expect(await isSignedIn(elsewhere)).toBe(true)
  })

  test('slows down wrong passwords', async () => {
    const typed = somebody()
    await signUp(await accounts.visitor(), typed)
    const elsewhere = await accounts.visitor()
    const page = await elsewhere.get(await linkFor(typed.email))
    const statuses: number[] = []
    for (let count = 0; count < 7; count++) statuses.push((await elsewhere.submit(page, { password: `wrong ${count}` })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('is not used up by a program that previews it, or by a form of another page', async () => {
    const typed = somebody()
    const visitor = await accounts.visitor()
    await signUp(visitor, typed)
    const link = await linkFor(typed.email)
    const { statusCode } = await accounts.app.accounts.inject({
      method: 'HEAD',
      url: link,
      headers: { cookie: visitor.cookie() },
    })
    expect(statusCode).toBe(405)
    const token = link.slice(-43)
    const forged = await visitor.post('/signup/finish', { token, password: typed.password }, { 'sec-fetch-site': 'cross-site' })
    expect(forged.status).toBe(403)
    expect(await isAccount(typed.email)).toBe(false)
  })

  test('works for 24 hours', async () => {
    const typed = somebody()
    const visitor = await accounts.visitor()
    await signUp(visitor, typed)
    const link = await linkFor(typed.email)
    wait(24 * 60)
    const gone = await visitor.get(link)
    expect([gone.status, gone.body.includes('does not work any more')]).toEqual([400, true])
    expect((await visitor.get('/signup/finish?token=nothing')).status).toBe(400)
  })

  test('makes one account when it is opened twice at once', async () => {
    const typed = somebody()
    const visitor = await accounts.visitor()
    await signUp(visitor, typed)
    const link = await linkFor(typed.email)
    const answers = await Promise.all([1, 2, 3].map(() => visitor.get(link)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 400, 400])
    expect(await sql<object>('select from organizations where name = $1', [typed.organization])).toHaveLength(1)
  })

  test('makes one account when two sign-ups with one e-mail are completed at once', async () => {
    const typed = somebody()
    const [one, two] = [await accounts.visitor(), await accounts.visitor()]
    await signUp(one, typed)
    const first = await linkFor(typed.email)
    wait(1)
    await signUp(two, { ...typed, organization: `${typed.organization} again` })
    const second = await linkFor(typed.email, 2)
    const answers = await Promise.all([one.get(first), two.get(second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 400])
    expect(await isAccount(typed.email)).toBe(true)
  })
})

describe('for an e-mail that has an account', () => {
  test('a mail leads to the sign-in and to a new password, and nothing changes', async () => {
    const email = 'viceowner@acme.test'
    const before = await sql('select * from accounts where email = $1', [email])
    const visitor = await accounts.visitor()
    await signUp(visitor, { ...fields, email })
    await until(async () => (await mailsFor(email)).length > 0, 30_000)
    const [mail] = await mailsFor(email)
    expect(mail?.subject).toBe('You already have an account (Marketplace)')
    expect(mail?.text).toContain('https://accounts.test/signin?client_id=ours')
    expect(mail?.text).toContain('https://accounts.test/forgot?client_id=ours')
    // The mail contains nothing that a stranger has typed.
    for (const text of [fields.name, fields.organization]) expect(mail?.text).not.toContain(text)
    expect(await sql('select token_hash, password_hash from sign_ups where email = $1', [email])).toEqual([
      { token_hash: null, password_hash: '' },
    ])
    expect(await sql('select * from accounts where email = $1', [email])).toEqual(before)
    expect((await (await accounts.visitor()).signIn(accounts.query(), email, PASSWORD)).status).toBe(303)
  })
})

test('a sign-up whose e-mail has got an account meanwhile says so, and leaves that account unchanged', async () => {
  const typed = somebody()
  const visitor = await accounts.visitor()
  await signUp(visitor, typed)
  const link = await linkFor(typed.email)
  await sql(`update accounts set email = upper($1) where email = 'member@globex.test'`, [typed.email])
  const answer = await visitor.get(link)
  expect([answer.status, answer.body.includes('You have an account already')]).toEqual([409, true])
  expect(await isSignedIn(visitor)).toBe(false)
})

describe('limits', () => {
  const count = async (email: string) => (await sql<object>('select from sign_ups where email = $1', [email])).length

  test('one network can use up only a part of the mails to an address, and gets the same answer', async () => {
    const typed = somebody()
    const stranger = await accounts.visitor()
    const bodies = new Set<string>()
    for (let each = 0; each < 5; each++) bodies.add((await signUp(stranger, typed)).body)
    expect([bodies.size, await count(typed.email)]).toEqual([1, 3])
    await signUp(await accounts.visitor(), typed)
    expect(await count(typed.email)).toBe(4)
    for (let each = 0; each < 10; each++) await signUp(await accounts.visitor(), typed)
    expect(await count(typed.email)).toBe(10)
  })

  test('a network signs up sixty times an hour', async () => {
    const visitor = await accounts.visitor()
    const statuses: number[] = []
    // The limit by minute uses the system's clock.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      for (let each = 0; each < 61; each++) {
        if (each % 10 === 0) vi.setSystemTime(Date.now() + 61_000)
        statuses.push((await visitor.post(`/signup?${accounts.query()}`, somebody())).status)
      }
    } finally {
      vi.useRealTimers()
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
  })
})
