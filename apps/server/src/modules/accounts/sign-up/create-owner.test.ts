import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { findIdentity } from '../people/repository.ts'
import { newEmailSchema } from './begin-sign-up.ts'
import { createOwner, isTaken, newOwnerSchema } from './create-owner.ts'
import { finishSignUp } from './finish-sign-up.ts'
import { insertSignUp } from './repository.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const fields = { name: 'Nina Newman', organization: 'Newman', password: 'a long password' }
const errorsOf = (more: Partial<typeof fields>) =>
  newOwnerSchema.safeParse({ ...fields, ...more }).error?.issues.map(({ message }) => message) ?? []

const emailErrors = (email: string) => newEmailSchema.safeParse(email).error?.issues.map(({ message }) => message) ?? []

describe('what may be typed into the forms', () => {
  test.each([
    'Nina',
    'Ní Ó Brádaigh',
    '李小龍',
    'ناصر',
    'می\u200cخواهم',
    '👩\u200d🚀 Rockets',
    "O'Neill & Sons <Ltd>",
    'x'.repeat(100),
  ])('%s is a name', (name) => {
    expect(errorsOf({ name, organization: name })).toEqual([])
  })

  test.each([
    ['nothing that can be seen', '\u200b'],
    ['a space of no width', 'Ni\u200bna'],
    ['joiners alone', '\u200d\u200c'],
    ['a mark that only joins', '\ufe0f'],
    ['a filler of Hangul', '\u3164'],
    ['an empty pattern of Braille', '\u2800\u2800'],
    ['a soft hyphen', 'Ni\u00adna'],
    ['a mark of byte order', 'Nina\ufeffNewman'],
    ['a text that turns around', 'Nina\u202enimda'],
    ['an isolate', 'a\u2067b'],
    ['a line', 'Nina\nNewman'],
    ['a NUL', 'Nina\0'],
    ['an escape', '\u001b[31mNina'],
    ['a separator of lines', 'Nina\u2028Newman'],
  ])('%s is no name', (_, name) => {
    expect(errorsOf({ name })).toEqual(['Please leave out characters that cannot be seen'])
    expect(errorsOf({ organization: name })).toEqual(['Please leave out characters that cannot be seen'])
  })

  test.each([
    [{ name: '' }, 'Please enter your name'],
    [{ name: ' \t ' }, 'Please enter your name'],
    [{ organization: '\u00a0' }, 'Please enter what your organization is called'],
    [{ password: '1234567' }, 'Use at least 8 characters'],
    [{ password: 'x'.repeat(201) }, 'Use at most 200 characters'],
  ])('%j: %s', (more, message) => {
    expect(errorsOf(more)).toContain(message)
  })

  test('has a maximum length in every field', () => {
    expect(errorsOf({ name: 'x'.repeat(101) })).toHaveLength(1)
    expect(emailErrors(`${'x'.repeat(250)}@newman.test`)).not.toEqual([])
  })

  test.each(['', 'nina', 'nina@newman', 'nina@newman.test, bob@newman.test', 'nina@newman.test\r\nBcc: all@acme.test'])(
    '%j is no e-mail',
    (email) => {
      expect(emailErrors(email)).toEqual(['This is no e-mail address'])
    },
  )

  test('an e-mail is written in lower case, whoever has typed it', () => {
    expect(newEmailSchema.parse(' Nina@NEWMAN.test ')).toBe('nina@newman.test')
  })

  test('is trimmed, except for the password', () => {
    const typed = { name: ' Nina ', organization: ' Newman ', password: ' a password ' }
    expect(newOwnerSchema.parse(typed)).toEqual({
      name: 'Nina',
      organization: 'Newman',
      password: ' a password ',
    })
  })
})

describe('the owner of a new organization', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore()
  })
  afterAll(() => store.close())
  beforeEach(() => store.clear('organizations', 'accounts', 'sign_ups', 'sessions', 'audit_events'))

  const visit = { address: '192.0.2.1', refusedPassword: null, browser: { device: 'Firefox', network: 'here' }, before: null }
  const owner = { name: 'Nina', email: 'nina@newman.test', organization: 'Newman', passwordHash: 'hash' }
  const create = (more: Partial<typeof owner> = {}) =>
    inTransaction(store.client.database, (transaction) => createOwner(transaction, { ...owner, ...more }, NOW))
  const rows = async (text: string) => (await store.client.pool.query(text)).rows as Record<string, unknown>[]

  test('owns both products, each with a trial of 14 days', async () => {
    const { accountId, organizationId } = await create()
    expect(await findIdentity(store.client.database, accountId)).toEqual({
      id: accountId,
      name: 'Nina',
      email: 'nina@newman.test',
      staff: false,
      secondFactor: false,
      memberships: [
        {
          organizationId,
          name: 'Newman',
          region: 'dal',
          develops: false,
          requiresSecondFactor: false,
          roles: [
            { product: 'livechat', role: 'owner', suspended: false },
            { product: 'helpdesk', role: 'owner', suspended: false },
          ],
        },
      ],
    })
    const license = {
      plan: 'business',
      seats: 1,
      active: true,
      trial_ends_at: new Date('2026-12-04T12:00:00Z'),
      subscribed_at: null,
    }
    expect(await rows('select plan, seats, active, trial_ends_at, subscribed_at from licenses')).toEqual([license, license])
    expect(await rows('select email_verified_at, password_hash from accounts')).toEqual([
      { email_verified_at: NOW, password_hash: 'hash' },
    ])
    expect(await rows('select action, account_id, organization_id, subject from audit_events')).toEqual([
      { action: 'account.created', account_id: accountId, organization_id: organizationId, subject: accountId },
    ])
  })

  test('is unique for an e-mail in any case, and a second sign-up leaves nothing', async () => {
    await create()
    const again = create({ email: 'NINA@Newman.test', organization: 'Other' })
    await expect(again).rejects.toSatisfy(isTaken)
    expect(await rows('select name from organizations')).toEqual([{ name: 'Newman' }])
    expect(isTaken(new Error('another'))).toBe(false)
    expect(isTaken(Object.assign(new Error('x'), { cause: { code: '23503' } }))).toBe(false)
    expect(isTaken(null)).toBe(false)
  })

  test('is made by one of two simultaneous requests, and the other is told so', async () => {
    const expiresAt = new Date('2026-11-21T12:00:00Z')
    const signUp = (id: string, email: string) => ({ id, email, createdAt: NOW, expiresAt, tokenHash: id, mailId: null })
    const [one, two] = [signUp('one', 'nina@newman.test'), signUp('two', 'Nina@newman.test')]
    for (const each of [one, two]) await inTransaction(store.client.database, (transaction) => insertSignUp(transaction, each))
    const finish = (each: typeof one) => finishSignUp(store.client.database, { ...each, fields }, visit, NOW)
    const kinds = (await Promise.all([finish(one), finish(two), finish(one)])).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['gone', 'gone', 'signed-in'])
    expect([(await rows('select 1 from accounts')).length, await rows('select 1 from sign_ups')]).toEqual([1, []])
    // A sign-up that was begun before the account existed, and is completed after.
    await inTransaction(store.client.database, (transaction) => insertSignUp(transaction, two))
    expect(await finish(two)).toEqual({ kind: 'taken' })
    expect(await rows('select id from sign_ups')).toEqual([{ id: 'two' }])
  })

  test('is not made by a sign-up that does not lead to an account', async () => {
    const expiresAt = new Date('2026-11-21T12:00:00Z')
    const without = { id: 'one', email: owner.email, createdAt: NOW, expiresAt, tokenHash: null, mailId: null }
    await inTransaction(store.client.database, (transaction) => insertSignUp(transaction, without))
    for (const tokenHash of ['', 'one', 'null'])
      expect(await finishSignUp(store.client.database, { ...without, tokenHash, fields }, visit, NOW)).toEqual({ kind: 'gone' })
    expect(await rows('select 1 from accounts')).toEqual([])
  })
})
