import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, openAccounts, PASSWORD } from '../../../../test/accounts.ts'
import { openVisitor } from '../../../../test/visitor.ts'
import { hashSecret } from '../../clients/index.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())

const somebody = (count: number) => `somebody-${count}@acme.test`

test('many simultaneous sign-ins leave threads free to compress pages', async () => {
  let ended = 0
  const attempts = Array.from({ length: 48 }, async (_, count) => {
    const { status } = await openVisitor(accounts.app.accounts).signIn(accounts.query(), somebody(count), 'wrong')
    ended += 1
    return status
  })
  await Promise.race(attempts)
  const before = ended
  await promisify(gzip)('x'.repeat(10_000))
  // Hashing and compression share Node's four threads. If all sign-ins could hash at once, the compression would end last.
  expect(ended - before).toBeLessThan(16)
  expect(new Set(await Promise.all(attempts))).toEqual(new Set([401]))
})

test('an address with too many simultaneous sign-ins has to wait, and other addresses do not', async () => {
  const greedy = openVisitor(accounts.app.accounts)
  const attempts = Array.from({ length: 39 }, (_, count) => greedy.signIn(accounts.query(), somebody(count), 'wrong'))
  const owner = await openVisitor(accounts.app.accounts).signIn(accounts.query(), 'owner@acme.test', PASSWORD)
  expect(owner.status).toBe(303)
  const answers = await Promise.all(attempts)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(10)
  expect(answers.length - refused.length).toBeGreaterThan(10)
  for (const { headers, body } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(body).toContain('value="somebody-')
  }
})

test('a site with many networks gets no more of the queue than one address', async () => {
  const networks = Array.from({ length: 150 }, (_, count) => openVisitor(accounts.app.accounts, `2001:db8:ffff:${count}::1`))
  const attempts = networks.map((visitor, count) => visitor.signIn(accounts.query(), somebody(3_000 + count), 'wrong'))
  const owner = await openVisitor(accounts.app.accounts).signIn(accounts.query(), 'owner@acme.test', PASSWORD)
  expect(owner.status).toBe(303)
  await Promise.all(attempts)
})

test('with too many sign-ins from everywhere, the surplus gets a 503', async () => {
  const visitors = Array.from({ length: 150 }, () => openVisitor(accounts.app.accounts))
  const attempts = visitors.map((visitor, count) => visitor.signIn(accounts.query(), somebody(1_000 + count), 'wrong'))
  const answers = await Promise.all(attempts)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]))
  const refused = answers.find(({ status }) => status === 503)
  expect(refused?.body).toContain('Too many people are signing in')
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  // Attempts that were not checked do not count as wrong, so the next attempts are checked.
  const email = somebody(1_000 + answers.findIndex(({ status }) => status === 503))
  const again = openVisitor(accounts.app.accounts)
  for (let count = 0; count < 5; count++) expect((await again.signIn(accounts.query(), email, 'wrong')).status).toBe(401)
})

test('sign-ups wait in the same queue', async () => {
  const { pool } = accounts.store.client
  const visitors = Array.from({ length: 150 }, () => openVisitor(accounts.app.accounts))
  const now = accounts.clock.now()
  for (const count of visitors.keys())
    await pool.query(`insert into sign_ups values ($1, $2, $3, $3::timestamptz + interval '1 hour', $4)`, [
      `new-${count}`,
      `new-${count}@acme.test`,
      now,
      hashSecret(`token-${count}`),
    ])
  const fields = (count: number) => ({
    token: `token-${count}`,
    name: `Somebody ${count}`,
    organization: 'Somewhere',
    password: 'a long password',
  })
  const own = { 'sec-fetch-site': 'same-origin' }
  const answers = await Promise.all(visitors.map((visitor, count) => visitor.post('/signup/finish', fields(count), own)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 503]))
  const refused = answers.findIndex(({ status }) => status === 503)
  expect(answers[refused]?.body).toContain(`value="Somebody ${refused}"`)
  const { rowCount } = await pool.query(`select from accounts where email like 'new-%'`)
  expect(rowCount).toBe(answers.filter(({ status }) => status === 303).length)
  // A refused form uses up no link.
  expect((await visitors[refused]?.post('/signup/finish', fields(refused), own))?.status).toBe(303)
})
