import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Accounts, PASSWORD, useMailedAccounts } from '../../../../test/accounts.ts'
import { until } from '../../../../test/harness.ts'
import { mailedLinks, type TestSmtp } from '../../../../test/smtp-server.ts'
import type { Visitor } from '../../../../test/visitor.ts'

let accounts: Accounts
let smtp: TestSmtp
useMailedAccounts((openedAccounts, openedSmtp) => {
  accounts = openedAccounts
  smtp = openedSmtp
})

let hours = 0
beforeEach(() => accounts.clock.set(new Date(Date.parse('2026-11-20T12:00:00Z') + ++hours * 7_200_000).toISOString()))
const wait = (minutes: number) => accounts.wait(minutes * 60)
const sql = <Row>(text: string, values?: unknown[]) => accounts.sql<Row>(text, values)

const fields = { name: 'Nina Newman', organization: 'Newman', password: 'a long password' }
let people = 0
const newEmail = () => `somebody-${++people}@newman.test`
const signUp = async (visitor: Visitor, email: string, query = accounts.query({ state: 's1' })) =>
  visitor.submit(await visitor.get(`/signup?${query}`), { email })
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
  test('asks for an e-mail, says so, and keeps what was typed', async () => {
    const visitor = await accounts.visitor()
    const answer = await visitor.post(`/signup?${accounts.query()}`, { email: '"nina' })
    expect(answer.status).toBe(422)
    expect(answer.body).toContain('This is no e-mail address')
    expect(answer.body).toContain('value="&quot;nina"')
    expect(visitor.cookie()).toBe('')
  })

  test('is answered in the same way for an e-mail with and without an account, at first and again', async () => {
    const [known, unknown] = [await accounts.visitor(), await accounts.visitor()]
    const email = newEmail()
    const twice = async (visitor: Visitor, each: string) => [await signUp(visitor, each), await signUp(visitor, each)]
    const answers = [...(await twice(known, 'OWNER@acme.test')), ...(await twice(unknown, email))]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers[0]?.body).toContain('<h1>Look into your mail</h1>')
    expect(answers[0]?.body).not.toContain('/outbox/')
    expect(new Set(answers.map(({ headers }) => JSON.stringify(Object.keys(headers)))).size).toBe(1)
    expect([await isSignedIn(known), await isSignedIn(unknown)]).toEqual([false, false])
    expect(await isAccount(email)).toBe(false)
    for (const each of ['owner@acme.test', email])
      expect(await sql<object>('select from sign_ups where email = $1', [each])).toHaveLength(1)
    await linkFor(email)
  })

  test('takes as long for both', async () => {
    const visitor = await accounts.visitor()
    const took = async (email: string) => {
      const start = performance.now()
      expect((await visitor.post(`/signup?${accounts.query()}`, { email })).status).toBe(200)
      return performance.now() - start
    }
    const [known, unknown]: number[][] = [[], []]
    for (let count = 0; count < 48; count++) {
      wait(count % 4 === 0 ? 11 : 0)
      visitor.moveTo(`2001:db8:${(0xf000 + count).toString(16)}::1`)
      known?.push(await took(`${['owner', 'viewer', 'normal', 'member'][count % 4]}@acme.test`))
      unknown?.push(await took(newEmail()))
    }
    const median = (times: number[] = []) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    expect(median(known) / median(unknown)).toBeGreaterThan(0.5)
    expect(median(known) / median(unknown)).toBeLessThan(2)
  })

  test('is accepted from the same origin only', async () => {
    const email = newEmail()
    const answer = await (
      await accounts.visitor()
    ).post(`/signup?${accounts.query()}`, { email }, { 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(403)
  })
})

describe('the mailed link', () => {
  test('makes an organization with a trial of both products, and its owner, who continues to the application', async () => {
    const email = 'nina@newman.test'
    const visitor = await accounts.visitor()
    const answer = await signUp(visitor, email, accounts.query({ flow: 'button', prompt: 'login', state: 's7' }))
    expect(answer.status).toBe(200)
    const link = await linkFor(email)
    const [kept] = await sql<object>('select * from sign_ups where email = $1', [email])
    expect(JSON.stringify(kept)).not.toContain(link.slice(-43))
    const done = await visitor.submit(await visitor.get(link), fields)
    expect(done.status).toBe(303)
    const { message } = await visitor.get(done.headers.location ?? '')
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
    expect(own.json()).toMatchObject({ email, email_verified: true, properties: { mfa: false } })
    expect(await sql<object>('select from sign_ups where email = $1', [email])).toHaveLength(0)
    expect((await visitor.get(link)).status).toBe(400)
    const again = await accounts.visitor()
    expect((await again.signIn(accounts.query(), email, fields.password)).status).toBe(303)
    // The next mail, at once, tells how to sign in.
    await signUp(await accounts.visitor(), email)
    await until(async () => (await mailsFor(email)).some(({ subject }) => subject.startsWith('You already have')), 30_000)
  })

  test.each<[string, Partial<typeof fields>, string]>([
    ['a short password', { password: '1234567' }, 'Use at least 8 characters'],
    ['a long password', { password: 'x'.repeat(201) }, 'Use at most 200 characters'],
    ['no name', { name: '  ' }, 'Please enter your name'],
    ['no organization', { organization: '' }, 'Please enter what your organization is called'],
    ['a name that turns around', { name: 'Nina \u202enimda' }, 'leave out characters that cannot be seen'],
    ['an organization with a line break', { organization: 'New\u0007man' }, 'leave out characters that cannot be seen'],
    ['the password of the demo', { password: 'marketplace' }, 'Everybody knows this password.'],
    ['a password that has leaked', { password: 'Password1' }, 'Everybody knows this password.'],
    ['a password made of the e-mail', { password: 'other@newman1' }, 'Do not use your name'],
  ])('leads to a form; %s: it says so, keeps what was typed, and the link', async (_, more, words) => {
    const visitor = await accounts.visitor()
    const email = 'other@newman.test'
    // One link for all of them, which shows that a refused form does not use it up.
    if (linksFor(email).length === 0) await signUp(visitor, email)
    const link = await linkFor(email)
    const answer = await visitor.submit(await visitor.get(link), { ...fields, ...more })
    expect(answer.status).toBe(422)
    expect(answer.body).toContain(words)
    expect(answer.body).toContain(`value="${more.organization ?? 'Newman'}"`)
    expect(answer.body).not.toContain(`value="${more.password ?? fields.password}"`)
    expect(await isAccount(email)).toBe(false)
    expect((await visitor.get(link)).status).toBe(200)
  })

  test('is not used up by a program that previews it, or by a form of another page', async () => {
    const email = newEmail()
    const visitor = await accounts.visitor()
    await signUp(visitor, email)
    const link = await linkFor(email)
    for (const method of ['HEAD', 'GET'] as const) {
      const { statusCode } = await accounts.app.accounts.inject({ method, url: link, headers: { cookie: visitor.cookie() } })
      expect(statusCode).toBe(200)
    }
    const token = link.slice(-43)
    const forged = await visitor.post('/signup/finish', { token, ...fields }, { 'sec-fetch-site': 'cross-site' })
    expect(forged.status).toBe(403)
    const framed = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }
    expect((await visitor.post('/signup/finish', { token, ...fields }, framed)).status).toBe(400)
    expect(await isAccount(email)).toBe(false)
    expect((await visitor.submit(await visitor.get(link), fields)).status).toBe(303)
  })

  test('works for 24 hours', async () => {
    const email = newEmail()
    const visitor = await accounts.visitor()
    await signUp(visitor, email)
    const link = await linkFor(email)
    wait(24 * 60 - 1)
    const form = await visitor.get(link)
    expect(form.status).toBe(200)
    wait(1)
    const gone = await visitor.get(link)
    expect([gone.status, gone.body.includes('does not work any more')]).toEqual([400, true])
    expect((await visitor.submit(form, fields)).status).toBe(400)
    expect(await isAccount(email)).toBe(false)
    expect((await visitor.get('/signup/finish?token=nothing')).status).toBe(400)
  })

  test('makes one account when it is sent several times at once, and of two links', async () => {
    const email = newEmail()
    const [one, two] = [await accounts.visitor(), await accounts.visitor()]
    await signUp(one, email)
    const first = await one.get(await linkFor(email))
    wait(11)
    await signUp(two, email)
    const second = await two.get(await linkFor(email, 2))
    const answers = await Promise.all([one.submit(first, fields), one.submit(first, fields), two.submit(second, fields)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400, 400])
    expect(await isAccount(email)).toBe(true)
  })
})

describe('for an e-mail that has an account', () => {
  test('a mail leads to the sign-in and to a new password, and nothing changes', async () => {
    const email = 'viceowner@acme.test'
    const before = await sql('select * from accounts where email = $1', [email])
    const visitor = await accounts.visitor()
    await signUp(visitor, email, accounts.query({ state: 'of-a-stranger' }))
    await until(async () => (await mailsFor(email)).length > 0, 30_000)
    const [mail] = await mailsFor(email)
    expect(mail?.subject).toBe('You already have an account (Marketplace)')
    for (const path of ['/account', '/forgot']) expect(mail?.text).toContain(`https://accounts.test${path}\n`)
    // The mail leads to nothing that a stranger has chosen.
    expect(mail?.text).not.toContain('of-a-stranger')
    expect(await sql('select token_hash from sign_ups where email = $1', [email])).toEqual([{ token_hash: null }])
    expect(await sql('select * from accounts where email = $1', [email])).toEqual(before)
    expect((await (await accounts.visitor()).signIn(accounts.query(), email, PASSWORD)).status).toBe(303)
  })
})

test('a sign-up whose e-mail has got an account meanwhile says so, and leaves that account unchanged', async () => {
  const email = newEmail()
  const visitor = await accounts.visitor()
  await signUp(visitor, email)
  const form = await visitor.get(await linkFor(email))
  await sql(`update accounts set email = upper($1) where email = 'member@globex.test'`, [email])
  const before = await sql('select * from accounts where email = upper($1)', [email])
  const answer = await visitor.submit(form, fields)
  expect([answer.status, answer.body.includes('You have an account already')]).toEqual([409, true])
  // It leads on with the authorization of this browser.
  expect(answer.body).toContain('state=s1')
  expect(await isSignedIn(visitor)).toBe(false)
  expect(await sql('select * from accounts where email = upper($1)', [email])).toEqual(before)
})

test('a network signs up sixty times an hour', async () => {
  const visitor = await accounts.visitor()
  const statuses: number[] = []
  // The limit by minute uses the system's clock.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    for (let each = 0; each < 61; each++) {
      if (each % 10 === 0) vi.setSystemTime(Date.now() + 61_000)
      statuses.push((await visitor.post(`/signup?${accounts.query()}`, { email: newEmail() })).status)
    }
  } finally {
    vi.useRealTimers()
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
})
