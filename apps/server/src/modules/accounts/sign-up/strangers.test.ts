// What strangers who know an e-mail can do to the person whose e-mail it is.
import { beforeEach, expect, test } from 'vitest'
import { type Accounts, useMailedAccounts } from '../../../../test/accounts.ts'
import { until } from '../../../../test/harness.ts'
import { mailedLinks, type TestSmtp } from '../../../../test/smtp-server.ts'
import type { Visitor } from '../../../../test/visitor.ts'

let accounts: Accounts
let smtp: TestSmtp
useMailedAccounts((openedAccounts, openedSmtp) => {
  accounts = openedAccounts
  smtp = openedSmtp
})

let days = 0
beforeEach(() => {
  accounts.clock.set(new Date(Date.parse('2026-11-20T12:00:00Z') + ++days * 86_400_000).toISOString())
  smtp.received.length = 0
})
const wait = (minutes: number) => accounts.wait(minutes * 60)
const sql = <Row>(text: string, values?: unknown[]) => accounts.sql<Row>(text, values)

/** What a form may hold. The first one asks for the e-mail only; strangers send the rest too. */
const OWNER = { name: 'Nina Newman', organization: 'Newman', password: 'a long password' }
const STRANGER = { name: 'Mallory', organization: 'Evil', password: 'a password of Mallory' }
const ask = async (who: Visitor, email: string, more: Partial<typeof OWNER> = {}, state = 's1') => {
  const answer = await who.post(`/signup?${accounts.query({ state })}`, { ...more, email }, { 'sec-fetch-site': 'same-origin' })
  expect(answer.body).toContain('<h1>Look into your mail</h1>')
  return answer.body
}
const linksFor = (email: string) => mailedLinks(smtp, email, '/signup/finish')
const linkFor = async (email: string, count = 1): Promise<string> => {
  await until(() => linksFor(email).length >= count, 30_000)
  return linksFor(email).at(-1) ?? ''
}
const networks = (count: number) => Promise.all(Array.from({ length: count }, () => accounts.visitor()))
const accountsOf = (email: string) =>
  sql<{ email: string; name: string; organization: string }>(
    `select a.email, a.name, o.name as organization from accounts a join organizations o on o.id = a.default_organization_id
     where lower(a.email) = $1`,
    [email],
  )

test('four networks that ask three times each take no link from the owner', async () => {
  const email = 'quiet@newman.test'
  for (const stranger of await networks(4)) for (let each = 0; each < 3; each++) await ask(stranger, email, STRANGER)
  const owner = await accounts.visitor()
  await ask(owner, email, OWNER)
  const done = await owner.submit(await owner.get(await linkFor(email)), OWNER)
  expect(done.status).toBe(303)
  expect(linksFor(email)).toHaveLength(1)
  expect(await accountsOf(email)).toEqual([{ email, name: OWNER.name, organization: OWNER.organization }])
})

test('after any number of requests by strangers the owner has a link that works, and few mails', async () => {
  const email = 'busy@newman.test'
  const strangers = await networks(8)
  const owner = await accounts.visitor()
  for (let minute = 0; minute < 60; minute += 6) {
    for (let each = 0; each < 2; each++)
      await Promise.all(strangers.map((stranger) => ask(stranger, email.toUpperCase(), STRANGER)))
    await ask(owner, email, OWNER)
    const sent = await sql<object>(`select from sign_ups where lower(email) = $1`, [email])
    const newest = await linkFor(email, sent.length)
    expect((await owner.get(newest)).body).toContain('<h1>Complete your account</h1>')
    // Time to read it.
    wait(6)
    expect((await owner.get(newest)).status).toBe(200)
  }
  expect(linksFor(email).length).toBeLessThanOrEqual(6)
  const done = await owner.submit(await owner.get(linksFor(email).at(-1) ?? ''), OWNER)
  expect(done.status).toBe(303)
  expect(await accountsOf(email)).toEqual([{ email, name: OWNER.name, organization: OWNER.organization }])
})

test('the link of a stranger’s form makes the account of the owner: name and password are theirs, in every browser', async () => {
  for (const asked of [true, false]) {
    const email = `owner-${asked}@newman.test`
    const [stranger, owner] = [await accounts.visitor(), await accounts.visitor()]
    await ask(stranger, email.toUpperCase(), STRANGER, 'of-the-stranger')
    if (asked) await ask(owner, email, OWNER, 'own')
    const link = await linkFor(email)
    const page = await owner.get(link)
    expect(page.body).toContain('<h1>Complete your account</h1>')
    for (const text of [STRANGER.name, STRANGER.organization, 'of-the-stranger']) expect(page.body).not.toContain(text)
    const done = await owner.submit(page, OWNER)
    expect(done.status).toBe(303)
    // The authorization is the one that this browser came with, and never a stranger's.
    expect(done.headers.location).toBe(asked ? `/?${accounts.query({ state: 'own' })}` : '/account')
    expect(await accountsOf(email)).toEqual([{ email, name: OWNER.name, organization: OWNER.organization }])
    const signsIn = async (password: string) =>
      (await (await accounts.visitor()).signIn(accounts.query(), email, password)).status === 303
    expect([await signsIn(OWNER.password), await signsIn(STRANGER.password)]).toEqual([true, false])
    expect((await stranger.get('/account')).body).toContain('<h1>Sign in</h1>')
  }
})
