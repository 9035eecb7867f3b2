import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore, waitingForLocks, until } from '../../../../test/harness.ts'
import { createOrganization, type Organization } from '../../../../test/people.ts'
import { statementsOf } from '../../../../test/statements.ts'
import type { Caller, OrganizationId } from '../../../core/caller.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { hashSecret, insertTokens, saveClients } from '../../clients/index.ts'
import { mailQueue, type NewMail } from '../../mail/index.ts'
import { lockPassword } from '../people/repository.ts'
import { findSession, findSessions, updateSession } from './repository.ts'
import { type Arrival, closeEverything, closeSessions, endSession, openSession, SESSION_LIVES, startSession } from './sessions.ts'
import { whoIs } from './visitor.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const after = (seconds: number, from = NOW) => new Date(from.getTime() + seconds * 1_000)
const DAY = 86_400
const browser = { device: 'Firefox on Linux', network: '198.51.100.…' }

let store: TestStore
let acme: Organization
let [ann, bob] = ['', '']
beforeAll(async () => {
  store = await openTestStore()
  acme = await createOrganization(store, 'acme')
  ann = acme.people.owner.accountId
  bob = acme.people.viewer.accountId
  await saveClients(store.client.database, [{ id: 'shop', name: 'Shop', type: 'javascript_app', scopes: [], trusted: true }])
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.client.pool.query('truncate sessions, tokens, authenticator_apps, audit_events, mails cascade')
  await store.client.pool.query('update accounts set password_hash = $1', ['the hash'])
})

const within = <T>(work: (transaction: Transaction) => Promise<T>) => inTransaction(store.client.database, work)
const arrival = (more: Partial<Arrival> = {}): Arrival => ({
  accountId: ann,
  organizationId: acme.id,
  browser,
  before: null,
  ...more,
})
const open = (more: Partial<Arrival> = {}, now = NOW) => within((transaction) => openSession(transaction, arrival(more), now))
const isOpen = async (secret: string, now = NOW) => (await findSession(store.client.database, hashSecret(secret), now)) !== null
/** Inserts a token of this session, or a token without a session. */
const giveToken = async (
  secret: string | null,
  { accountId = ann, familyId = randomUUID() }: { accountId?: string; familyId?: string } = {},
): Promise<string> => {
  const hash = randomUUID()
  await insertTokens(store.client.database, [
    {
      hash,
      kind: 'access',
      familyId,
      clientId: 'shop',
      accountId,
      organizationId: acme.id,
      sessionHash: secret && hashSecret(secret),
      scopes: [],
      expiresAt: after(DAY),
    },
  ])
  return hash
}
const tokens = async () => {
  const { rows } = await store.client.pool.query<{ hash: string; session: string | null; revoked: Date | null }>(
    'select hash, session_hash as session, revoked_at as revoked from tokens',
  )
  return new Map(rows.map(({ hash, ...rest }) => [hash, rest]))
}
const actions = async () =>
  (await store.client.pool.query('select action, details from audit_events order by id')).rows as object[]
const caller = (more: Partial<Caller>) =>
  ({
    accountId: ann,
    organizationId: acme.id as OrganizationId,
    actor: null,
    sessionHash: null,
    familyId: 'family',
    clientId: 'shop',
    ...more,
  }) as Caller

describe('a session', () => {
  test('lasts thirty days, and ends after fourteen without a use', async () => {
    const secret = await open()
    expect(await isOpen(secret, after(14 * DAY - 1))).toBe(true)
    expect(await isOpen(secret, after(14 * DAY))).toBe(false)
    for (const days of [10, 20, 29]) {
      expect(await whoIs(store.client, hashSecret(secret), after(days * DAY))).toMatchObject({ identity: { id: ann } })
    }
    expect(await isOpen(secret, after(SESSION_LIVES - 1))).toBe(true)
    expect(await isOpen(secret, after(SESSION_LIVES))).toBe(false)
  })

  test('records its use at most every five minutes', async () => {
    const hash = hashSecret(await open())
    const used = async () => (await findSession(store.client.database, hash, NOW))?.lastUsedAt
    const changes = async (now: Date) =>
      (await statementsOf(() => whoIs(store.client, hash, now))).filter((text) => text.startsWith('update')).length
    expect([await changes(after(300)), await used()]).toEqual([0, NOW])
    expect([await changes(after(301)), await used()]).toEqual([1, after(301)])
    expect(await changes(after(302))).toBe(0)
  })

  test('is stored as a hash, so that its secret is not in the table', async () => {
    const secret = await open()
    const { rows } = await store.client.pool.query('select * from sessions')
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows[0]).toMatchObject({ hash: hashSecret(secret), device: browser.device, network: browser.network })
  })

  test('is not found by an unknown secret, or by the hash as a secret', async () => {
    const secret = await open()
    for (const wrong of ['unknown', hashSecret(hashSecret(secret)), secret])
      expect(await whoIs(store.client, wrong, NOW)).toBeNull()
  })

  test('is listed until it ends, the last used first', async () => {
    const [one, two, three] = [await open(), await open({}, after(1)), await open({}, after(2))]
    await open({ accountId: bob })
    await updateSession(store.client.database, hashSecret(one), { lastUsedAt: after(60) })
    const listed = async (now: Date) => (await findSessions(store.client.database, ann, now)).map(({ hash }) => hash)
    expect(await listed(after(61))).toEqual([one, three, two].map(hashSecret))
    expect(await listed(after(14 * DAY + 30))).toEqual([hashSecret(one)])
  })
})

describe('signing in with a browser that was signed in', () => {
  test('as the same person: the old secret ends, and its tokens belong to the new session', async () => {
    const before = await open()
    const [own, other] = [await giveToken(before), await giveToken(await open())]
    const secret = await open({ before }, after(60))
    expect(secret).not.toBe(before)
    expect([await isOpen(before), await isOpen(secret)]).toEqual([false, true])
    expect((await tokens()).get(own)).toEqual({ session: hashSecret(secret), revoked: null })
    expect((await tokens()).get(other)?.session).not.toBe(hashSecret(secret))
  })

  test('as another person: the tokens of the old session are revoked', async () => {
    const before = await open()
    const own = await giveToken(before)
    const secret = await open({ accountId: bob, before }, after(60))
    expect([await isOpen(before), await isOpen(secret)]).toEqual([false, true])
    expect((await tokens()).get(own)).toEqual({ session: hashSecret(before), revoked: after(60) })
  })

  test('with a planted secret: the secret stays invalid, and no other session ends', async () => {
    const others = await open({ accountId: bob })
    const theirs = await giveToken(others, { accountId: bob })
    const secret = await open({ before: 'planted' })
    expect(secret).not.toBe('planted')
    expect([await isOpen('planted'), await isOpen(others)]).toEqual([false, true])
    expect((await tokens()).get(theirs)?.revoked).toBeNull()
  })

  test('by two simultaneous requests with one old secret: both sign in, and the old one ends once', async () => {
    const before = await open()
    const own = await giveToken(before)
    const [one, two] = await Promise.all([open({ before }), open({ before })])
    expect([await isOpen(before), await isOpen(one), await isOpen(two)]).toEqual([false, true, true])
    expect([hashSecret(one), hashSecret(two)]).toContain((await tokens()).get(own)?.session)
  })
})

describe('a sign-in with a password', () => {
  const mails: NewMail[] = []
  const queueMail = mailQueue({ send: async () => {}, delivers: false })
  const notice = { recipient: 'owner@acme.test', subject: 'A new sign-in', text: 'a', html: 'a' } as NewMail
  const start = (passwordHash: string | null = 'the hash', told: NewMail | null = null, now = NOW) =>
    startSession({ database: store.client.database, queueMail }, { ...arrival(), passwordHash, notice: told }, now)
  const mailCount = async () => (await store.client.pool.query('select from mails')).rowCount

  test('opens a session, and sends a mail if it has a notice', async () => {
    const secret = await start('the hash', notice)
    expect(secret !== null && (await isOpen(secret))).toBe(true)
    expect([mails.length, await mailCount()]).toEqual([0, 1])
    expect(await actions()).toEqual([{ action: 'session.started', details: {} }])
  })

  test('opens no session and sends no mail after a change of the password or of the second factor', async () => {
    expect(await start('another hash', notice)).toBeNull()
    await store.client.pool.query(`insert into authenticator_apps values ($1, 'sealed', 0, now())`, [ann])
    expect(await start('the hash', notice)).toBeNull()
    expect([await mailCount(), await actions()]).toEqual([0, []])
    expect((await store.client.pool.query('select from sessions')).rowCount).toBe(0)
  })

  test('waits for a running change of the password, and then opens no session', async () => {
    const { promise: changed, resolve: change } = Promise.withResolvers<void>()
    const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
    const changing = within(async (transaction) => {
      await lockPassword(transaction, ann)
      isHeld()
      await changed
      await transaction.execute(`update accounts set password_hash = 'next' where id = '${ann}'`)
    })
    await held
    const starting = start()
    await until(async () => (await waitingForLocks(store)) === 1)
    change()
    await changing
    expect(await starting).toBeNull()
  })
})

describe('the end of sessions', () => {
  test('by signing out: the session ends with its tokens of every client, and no other session ends', async () => {
    const [own, other] = [await open(), await open()]
    const [one, two, others, none] = [await giveToken(own), await giveToken(own), await giveToken(other), await giveToken(null)]
    await endSession(store.client.database, caller({ sessionHash: hashSecret(own) }), after(5))
    expect([await isOpen(own), await isOpen(other)]).toEqual([false, true])
    const left = await tokens()
    expect([one, two, others, none].map((hash) => left.get(hash)?.revoked ?? null)).toEqual([after(5), after(5), null, null])
    expect(await actions()).toContainEqual({ action: 'session.ended', details: {} })
  })

  test('by a token without a session: the token’s family ends, and no session', async () => {
    const session = await open()
    const [own, others] = [await giveToken(null, { familyId: 'family' }), await giveToken(session)]
    await endSession(store.client.database, caller({ familyId: 'family' }), after(5))
    expect([(await tokens()).get(own)?.revoked, (await tokens()).get(others)?.revoked]).toEqual([after(5), null])
    expect(await isOpen(session)).toBe(true)
  })

  test('by staff in a ghost login: their own session stays', async () => {
    const session = await open({ accountId: bob })
    const ghost = await giveToken(session, { familyId: 'ghost' })
    const own = await giveToken(session, { accountId: bob })
    const actor = { accountId: bob, email: 'staff@shop.test' }
    await endSession(store.client.database, caller({ sessionHash: hashSecret(session), familyId: 'ghost', actor }), after(5))
    expect([(await tokens()).get(ghost)?.revoked, (await tokens()).get(own)?.revoked]).toEqual([after(5), null])
    expect(await isOpen(session)).toBe(true)
  })

  test('of an account except one: returns their number, and ends no session of other accounts', async () => {
    const [keep, one, two, others] = [await open(), await open(), await open(), await open({ accountId: bob })]
    const close = () => within((transaction) => closeSessions(transaction, { accountId: ann, keep: hashSecret(keep) }, NOW))
    expect([await close(), await close()]).toEqual([2, 0])
    expect(await Promise.all([keep, one, two, others].map((secret) => isOpen(secret)))).toEqual([true, false, false, true])
    expect(await within((transaction) => closeSessions(transaction, { accountId: ann, keep: null }, NOW))).toBe(1)
  })

  test('with all tokens of an account, also those without a session', async () => {
    const keep = await open()
    const [kept, ended, loose] = [await giveToken(keep), await giveToken(await open()), await giveToken(null)]
    const theirs = await giveToken(null, { accountId: bob })
    await within((transaction) => closeEverything(transaction, { accountId: ann, keep: hashSecret(keep) }, after(5)))
    const left = await tokens()
    expect([kept, ended, loose, theirs].map((hash) => left.get(hash)?.revoked ?? null)).toEqual([null, after(5), after(5), null])
    await within((transaction) => closeEverything(transaction, { accountId: ann, keep: null }, after(6)))
    expect((await tokens()).get(kept)?.revoked).toEqual(after(6))
  })

  test('by simultaneous requests in any order causes no deadlock', async () => {
    const secrets = await Promise.all(Array.from({ length: 6 }, () => open()))
    for (const secret of secrets) await giveToken(secret)
    const closing = [0, 1, 2, 3].map((index) =>
      within((transaction) => closeSessions(transaction, { accountId: ann, keep: hashSecret(secrets[index] ?? '') }, NOW)),
    )
    await Promise.all(closing)
    expect(await Promise.all(secrets.map((secret) => isOpen(secret)))).toEqual(secrets.map(() => false))
  })
})
