import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'
import { createOrganization } from '../../../../test/people.ts'
import { statementsOf } from '../../../../test/statements.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { checkPassword, type SignInAttempt } from './sign-in.ts'
import { createSignInGate, type SignInGate } from './sign-in-gate.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const EMAIL = 'owner@acme.test'
const PASSWORD = 'a long password'
/** 200 characters of two UTF-16 units each. */
const EMOJI = '😀🚀🌊🍏'.repeat(50)

let store: TestStore
let owner = ''
let hashes: Record<string, string>
beforeAll(async () => {
  store = await openTestStore()
  owner = (await createOrganization(store, 'acme')).people.owner.accountId
  hashes = { [PASSWORD]: await hashPassword(PASSWORD), [EMOJI]: await hashPassword(EMOJI) }
})
afterAll(() => store.close())
let gate: SignInGate
beforeEach(async () => {
  gate = createSignInGate()
  await store.client.pool.query('truncate audit_events')
  await setPassword(PASSWORD)
})

const setPassword = (password: string) =>
  store.client.pool.query('update accounts set password_hash = $1 where id = $2', [hashes[password] ?? null, owner])
const visit: SignInAttempt['visit'] = {
  address: '203.0.113.7',
  device: null,
  secret: null,
  refusedPassword: null,
  browser: { device: 'Firefox', network: 'here' },
}
const device = { id: 'device', proofs: [] }
const check = (
  given: { email?: string; password?: string; visit?: Partial<SignInAttempt['visit']>; knows?: boolean },
  { now = NOW, database = store.client.database } = {},
) =>
  checkPassword(
    { database, gate, devices: { knows: () => given.knows ?? false } },
    { email: given.email ?? EMAIL, password: given.password ?? PASSWORD, visit: { ...visit, ...given.visit } },
    now,
  )
const refusals = async () =>
  (
    await store.client.pool.query<{ account_id: string; details: { reason: string } }>('select * from audit_events order by id')
  ).rows.map(({ account_id: account, details }) => [account, details.reason])

describe('a password', () => {
  test.each([EMAIL, ' OWNER@Acme.test '])('is right for %j', async (email) => {
    expect(await check({ email })).toMatchObject({ kind: 'right', account: { id: owner }, isKnownBrowser: false })
    expect(await refusals()).toEqual([])
  })

  test('is refused in the same way with and without an account, and the audit has the difference', async () => {
    expect(await check({ password: 'another one' })).toEqual({ kind: 'wrong' })
    expect(await check({ email: 'nobody@acme.test' })).toEqual({ kind: 'wrong' })
    expect(await refusals()).toEqual([
      [owner, 'password'],
      [null, 'no account'],
    ])
  })

  test('is never right for an account without a password', async () => {
    await setPassword('none')
    expect(await check({})).toEqual({ kind: 'wrong' })
  })

  test('of the demo is wrong for visitors who may not use it', async () => {
    expect(await check({ visit: { refusedPassword: PASSWORD } })).toEqual({ kind: 'wrong' })
    expect(await check({ visit: { refusedPassword: 'another' } })).toMatchObject({ kind: 'right' })
  })

  test('of the maximum length can be typed, however many bytes its characters take', async () => {
    expect(await newPasswordProblem(EMOJI, { email: EMAIL, name: 'Owner' })).toBeNull()
    await setPassword(EMOJI)
    expect(await check({ password: EMOJI })).toMatchObject({ kind: 'right' })
  })

  test.each([
    ['no e-mail', { email: '  ' }],
    ['no password', { password: '' }],
    ['an e-mail without end', { email: `${'x'.repeat(250)}@a.test` }],
    ['a password without end', { password: 'x'.repeat(401) }],
  ])('with %s is refused without a query, a hash or a count', async (_, given) => {
    const sent = await statementsOf(async () => {
      for (let times = 0; times < 200; times += 1) expect(await check(given)).toEqual({ kind: 'wrong' })
    })
    expect(sent).toEqual([])
    expect(await check({})).toMatchObject({ kind: 'right' })
  })
})

describe('wrong passwords', () => {
  const wrong = async (times: number, given: Parameters<typeof check>[0] = {}) => {
    for (let time = 0; time < times; time += 1) await check({ password: 'another one', ...given })
  }

  test('make the next attempt wait, which is audited once and then needs no query', async () => {
    await wrong(5)
    expect(await check({})).toEqual({ kind: 'too-often', waitSeconds: 1 })
    const sent = await statementsOf(async () => {
      for (let time = 0; time < 20; time += 1) expect((await check({})).kind).toBe('too-often')
    })
    expect(sent).toEqual([])
    expect((await refusals()).filter(([, reason]) => reason === 'too often')).toHaveLength(1)
    expect(await check({}, { now: new Date(NOW.getTime() + 1_000) })).toMatchObject({ kind: 'right' })
  })

  test('from unknown browsers do not slow down a known browser', async () => {
    await wrong(5)
    expect(await check({ visit: { device }, knows: true })).toMatchObject({ kind: 'right', isKnownBrowser: true })
    expect((await check({})).kind).toBe('too-often')
  })

  test('are forgotten after a right password', async () => {
    await wrong(4)
    await check({})
    await wrong(4)
    expect(await check({})).toMatchObject({ kind: 'right' })
  })

  test('for one account do not slow down another account in the same network', async () => {
    await wrong(5)
    expect((await check({ email: 'viewer@acme.test' })).kind).toBe('wrong')
  })
})

test('a password that is refused by the full queue is not counted as wrong', async () => {
  // One network sends more attempts at once than the queue accepts.
  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => check({ email: `person-${index}@acme.test`, password: 'another one' })),
  )
  const refused = answers.flatMap((answer, index) => (answer.status === 'rejected' ? [index] : []))
  expect(refused.length).toBeGreaterThan(0)
  const attempt = { email: `person-${refused[0] ?? ''}@acme.test`, source: { kind: 'site', id: visit.address } } as const
  for (let time = 0; time < 5; time += 1) expect(gate.enter(attempt, NOW).waitSeconds).toBe(0)
  expect(await refusals()).toHaveLength(30 - refused.length)
})
