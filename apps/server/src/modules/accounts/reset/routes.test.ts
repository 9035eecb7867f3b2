import { beforeEach, expect, test } from 'vitest'
import { type Accounts, openAccounts, PASSWORD, useMailedAccounts } from '../../../../test/accounts.ts'
import { until } from '../../../../test/harness.ts'
import { mailedLinks, type TestSmtp } from '../../../../test/smtp-server.ts'
import type { Visitor } from '../../../../test/visitor.ts'

const NEXT = 'a lovely long password'
let accounts: Accounts
let smtp: TestSmtp
useMailedAccounts((openedAccounts, openedSmtp) => {
  accounts = openedAccounts
  smtp = openedSmtp
})

let hours = 0
beforeEach(async () => {
  accounts.clock.set(new Date(Date.parse('2026-11-20T12:00:00Z') + ++hours * 7_200_000).toISOString())
  smtp.received.length = 0
})
const wait = (minutes: number) => accounts.wait(minutes * 60)
const sql = <Row>(text: string, values?: unknown[]) => accounts.sql<Row>(text, values)

const ask = async (visitor: Visitor, email: string, query = '') =>
  visitor.submit(await visitor.get(`/forgot?${query}`), { email })
const linksFor = (email: string) => mailedLinks(smtp, email, '/reset')
const linkFor = async (email: string, count = 1): Promise<string> => {
  await until(() => linksFor(email).length === count, 30_000)
  return linksFor(email)[count - 1] ?? ''
}
const isRight = async (email: string, password: string) =>
  (await (await accounts.visitor()).signIn(accounts.query(), email, password)).status === 303

test('a person sets a password by the mailed link, and continues the sign-in to the application', async () => {
  const email = 'owner@acme.test'
  const elsewhere = await accounts.visitor(email)
  const { message } = await elsewhere.get(`/?${accounts.query({ flow: 'button' })}`)
  const token = message?.content.data?.access_token
  const visitor = await accounts.visitor()
  const signIn = await visitor.get(`/?${accounts.query({ state: 's1' })}`)
  expect(signIn.body).toContain('Forgot your password?')
  const answer = await ask(visitor, email, accounts.query({ state: 's1' }))
  expect(answer.body).toContain('Look into your mail')
  expect(answer.body).not.toContain('/outbox/')
  const link = await linkFor(email)
  const [kept] = await sql<object>('select * from password_resets')
  expect(JSON.stringify(kept)).not.toContain(link.slice('/reset?token='.length))
  const form = await visitor.get(link)
  expect((await visitor.submit(form, { next: 'Password1' })).status).toBe(422)
  expect((await visitor.submit(form, { next: 'ownerofacme' })).body).toContain('Do not use your name')
  smtp.received.length = 0
  const done = await visitor.submit(form, { next: NEXT })
  expect(done.status).toBe(200)
  const goOn = (/href="(\/signin\?[^"]+)"/.exec(done.body)?.[1] ?? '').replaceAll('&amp;', '&')
  expect(new URLSearchParams(goOn.split('?')[1]).get('state')).toBe('s1')
  expect((await visitor.submit(await visitor.get(goOn), { email, password: NEXT })).headers.location).toContain('state=s1')
  expect((await elsewhere.get('/account')).body).toContain('<h1>Sign in</h1>')
  expect(await accounts.isGood(token)).toBe(false)
  expect(await isRight(email, PASSWORD)).toBe(false)
  await until(() => smtp.received.some(({ content }) => content.includes('Your password was changed')), 30_000)
  expect([(await visitor.get(link)).status, (await visitor.submit(form, { next: `${NEXT} 2` })).status]).toEqual([400, 400])
  for (const action of ['account.password-reset-asked', 'account.password-reset'])
    expect(await accounts.audit(action)).toHaveLength(1)
})

test('a link continues with the authorization of the browser that opens it, and not with that of a stranger', async () => {
  const email = 'viceowner@globex.test'
  const [stranger, owner] = [await accounts.visitor(), await accounts.visitor()]
  await ask(stranger, email, accounts.query({ state: 'of-the-stranger' }))
  const form = async (visitor: Visitor, count: number) => visitor.get(await linkFor(email, count))
  const elsewhere = await (await accounts.visitor()).submit(await form(owner, 1), { next: NEXT })
  expect(elsewhere.body).toContain('<a class="button" href="/account">Sign in</a>')
  await ask(stranger, email, accounts.query({ state: 'of-the-stranger' }))
  await ask(owner, email, accounts.query({ state: 'of-the-owner' }))
  const done = await owner.submit(await form(owner, 2), { next: `${NEXT} 2` })
  expect(done.body).toMatch(/href="\/signin\?[^"]*state=of-the-owner/)
  expect(done.body).not.toContain('of-the-stranger')
})

test('an e-mail without an account gets the same answer, by the same steps', async () => {
  const [known, unknown] = [await accounts.visitor(), await accounts.visitor()]
  const before = await sql<object>('select from mails')
  const answers = [await ask(known, 'viceowner@acme.test'), await ask(unknown, 'nobody@acme.test')]
  expect(answers[0]?.body).toBe(answers[1]?.body)
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(Object.keys(answers[0]?.headers ?? {})).toEqual(Object.keys(answers[1]?.headers ?? {}))
  await linkFor('viceowner@acme.test')
  expect(await sql<object>('select from mails')).toHaveLength(before.length + 1)
})

test('a link works for 30 minutes beside newer ones, and not after the password was changed', async () => {
  const email = 'administrator@acme.test'
  const visitor = await accounts.visitor(email)
  const links: string[] = []
  for (const minutes of [0, 11, 11]) {
    wait(minutes)
    await ask(visitor, email)
    links.push(await linkFor(email, links.length + 1))
  }
  const statuses = async () => Promise.all(links.map(async (link) => (await visitor.get(link)).status))
  expect(await statuses()).toEqual([200, 200, 200])
  wait(9)
  expect(await statuses()).toEqual([400, 200, 200])
  const change = { current: PASSWORD, next: NEXT }
  expect((await visitor.post('/account/password', change, { 'sec-fetch-site': 'same-origin' })).status).toBe(303)
  expect(await statuses()).toEqual([400, 400, 400])
  // Links for the old password do not prevent a new link.
  await ask(visitor, email)
  expect((await visitor.get(await linkFor(email, 4))).status).toBe(200)
})

test('one of two simultaneous uses of a link sets the password', async () => {
  const email = 'viewer@acme.test'
  const visitor = await accounts.visitor()
  await ask(visitor, email)
  const form = await visitor.get(await linkFor(email))
  const answers = await Promise.all([1, 2].map((each) => visitor.submit(form, { next: `${NEXT} ${each}` })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('an owner who requests a link has one that works and gets few mails, even if strangers request many', async () => {
  const email = 'normal@acme.test'
  const askQuickly = async (who: Visitor) => {
    const answer = await who.post('/forgot', { email: 'NORMAL@acme.test' }, { 'sec-fetch-site': 'same-origin' })
    expect(answer.body).toContain('Look into your mail')
  }
  const strangers = await Promise.all(Array.from({ length: 8 }, () => accounts.visitor()))
  const owner = await accounts.visitor()
  for (let minute = 0; minute < 60; minute += 6) {
    for (let each = 0; each < 2; each++) await Promise.all(strangers.map(askQuickly))
    await askQuickly(owner)
    const sent = await sql<object>(`select from password_resets where lower(email) = $1`, [email])
    const newest = await linkFor(email, sent.length)
    expect((await owner.get(newest)).body).toContain('<h1>Set a new password</h1>')
    // The owner needs time to read the mail.
    wait(6)
    expect((await owner.get(newest)).status).toBe(200)
  }
  expect(linksFor(email).length).toBeLessThanOrEqual(6)
  const done = await owner.submit(await owner.get(linksFor(email).at(-1) ?? ''), { next: NEXT })
  expect(done.body).toContain('<h1>Your password was changed</h1>')
})

test('an e-mail in another spelling is the same e-mail, or none', async () => {
  const email = 'administrator@globex.test'
  // The database makes a small i of this letter, JavaScript makes two characters of it.
  const spellings = [email, 'ADMINISTRATOR@globex.test', 'admİnistrator@globex.test', 'adminİstrator@globex.test']
  const visitor = await accounts.visitor()
  for (const spelling of spellings) await visitor.post('/forgot', { email: spelling }, { 'sec-fetch-site': 'same-origin' })
  await linkFor(email)
  await until(
    async () =>
      (await sql<object>(`select from jobs.job where name = 'accounts.send-reset' and state < 'completed'`)).length === 0,
  )
  expect(await sql<object>('select from mails where recipient = $1', [email])).toHaveLength(1)
})

test('a network asks for thirty links an hour', async () => {
  const visitor = await accounts.visitor()
  const statuses: number[] = []
  for (let count = 0; count < 31; count++)
    statuses.push((await visitor.post('/forgot', { email: `x${count}@y.test` }, { 'sec-fetch-site': 'same-origin' })).status)
  expect([statuses[29], statuses[30]]).toEqual([200, 429])
})

test('a server without the demo shows no mail', async () => {
  const visitor = await accounts.visitor()
  const [row] = await sql<{ id: string }>('select id from password_resets limit 1')
  expect((await visitor.get(`/outbox/${row?.id}`)).status).toBe(404)
})

test('the database does not contain a mailed link', async () => {
  const email = 'viewer@globex.test'
  await ask(await accounts.visitor(), email)
  const secret = (await linkFor(email)).slice('/reset?token='.length)
  const mail = async () =>
    (await sql<{ text: string; sent_at: Date | null }>('select * from mails where recipient = $1', [email]))[0]
  await until(async () => Boolean((await mail())?.sent_at))
  expect(JSON.stringify(await mail())).not.toContain(secret)
  expect((await mail())?.text).toContain('/reset?token=…')
})

test('without a mail server the database does not contain the link', async () => {
  const alone = await openAccounts()
  try {
    await alone.app.startJobs()
    const visitor = await alone.visitor()
    await visitor.submit(await visitor.get('/forgot'), { email: 'owner@acme.test' })
    const text = async () => (await alone.store.client.pool.query('select text, html from mails')).rows[0]
    await until(async () => (await text()) !== undefined, 30_000)
    expect(JSON.stringify(await text())).toContain('/reset?token=…')
    expect(JSON.stringify(await text())).not.toMatch(/token=[\w-]{8}/)
  } finally {
    await alone.close()
  }
})

test('a mail with a link is sent before other waiting mails', async () => {
  const email = 'viewer@acme.test'
  await ask(await accounts.visitor(), email)
  await linkFor(email)
  const jobs = await sql<{ priority: number }>(
    `select distinct j.priority from jobs.job j join mails m on m.id = j.data ->> 'mailId' where m.recipient = $1`,
    [email],
  )
  expect(jobs).toEqual([{ priority: 1 }])
})
