import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore, until, waitingForLocks } from '../../../../test/harness.ts'
import { createOrganization, type Organization, type Person } from '../../../../test/people.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { findToken } from '../callers/repository.ts'
import { ensureOwnClient, findClient, removeClients, saveClients } from '../repository.ts'
import { hashSecret } from './secrets.ts'
import {
  deleteTokensBefore,
  findLineage,
  insertTokens,
  lockFamily,
  lockSession,
  lockToken,
  markUsed,
  moveSessionTokens,
  type NewToken,
  revokeAccountTokens,
  revokeClientTokens,
  revokeFamily,
  revokeInstallToken,
  revokeSessionTokens,
  shareSessionLock,
} from './repository.ts'

const NOW = new Date('2026-11-22T12:00:00.000Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)

let store: TestStore
let acme: Organization
let globex: Organization
const client = { name: 'Client', type: 'javascript_app' as const, scopes: ['integrations_manage'], trusted: false }
beforeAll(async () => {
  store = await openTestStore()
  acme = await createOrganization(store, 'acme')
  globex = await createOrganization(store, 'globex')
  await saveClients(store.client.database, [
    { ...client, id: 'app' },
    { ...client, id: 'other' },
    { ...client, id: 'ours', trusted: true },
  ])
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.client.pool.query('delete from tokens')
})

const owner = () => acme.people.owner
const database = () => store.client.database
const write = <T>(work: (transaction: Transaction) => Promise<T>) => inTransaction(database(), work)
/** Stores a token of acme's owner. `name` also serves as its hash. */
const give = async (name: string, more: Partial<NewToken> = {}, { accountId, organizationId }: Person = owner()) => {
  const row = {
    kind: 'access' as const,
    hash: name,
    familyId: 'family',
    clientId: 'app',
    accountId,
    organizationId,
    scopes: ['integrations_manage'],
    expiresAt: later(3_600),
    createdAt: NOW,
  }
  await insertTokens(database(), [{ ...row, ...more }])
}
/** The names of the tokens that are not revoked. */
const valid = async () => {
  const { rows } = await store.client.pool.query<{ hash: string }>(
    'select hash from tokens where revoked_at is null order by hash',
  )
  return rows.map(({ hash }) => hash)
}
const names = async () =>
  (await store.client.pool.query<{ hash: string }>('select hash from tokens order by hash')).rows.map(({ hash }) => hash)

describe('a token is found', () => {
  const find = async (at = NOW) => (await findToken(database(), 'a', at)) !== null

  test('until it expires, to the millisecond', async () => {
    await give('a', { expiresAt: later(60) })
    expect([await find(), await find(new Date(later(60).getTime() - 1)), await find(later(60))]).toEqual([true, true, false])
  })

  test.each(['revoked_at', 'used_at'])('not once it has %s', async (column) => {
    await give('a')
    await store.client.pool.query(`update tokens set ${column} = $1`, [NOW])
    expect(await find()).toBe(false)
  })

  test('with those of its scopes that its client still has, in their order', async () => {
    await give('a', { scopes: ['z--gone:rw', 'integrations_manage', 'billing_manage'] })
    expect((await findToken(database(), 'a', NOW))?.scopes).toEqual(['integrations_manage'])
  })

  test('with everything that it depends on, by one statement', async () => {
    await give('a', { actorId: globex.people.owner.accountId, sessionHash: 's' })
    expect(await findToken(database(), 'a', NOW)).toMatchObject({
      kind: 'access',
      trusted: false,
      sessionHash: 's',
      account: { id: owner().accountId, email: 'owner@acme.test', staff: false },
      organization: { id: acme.id, region: 'dal', develops: false },
      roles: [
        { product: 'helpdesk', role: 'owner', suspended: false },
        { product: 'livechat', role: 'owner', suspended: false },
      ],
      actor: { email: 'owner@globex.test', staff: false, active: true },
    })
    // Two memberships of the account, two of the staff member who browses as it, and whether the organization develops.
    expect((await findToken(database(), 'a', NOW))?.versions).toHaveLength(5)
  })

  test('by the hash of its secret only, so a stored hash cannot be used as a token', async () => {
    await give(hashSecret('secret'))
    expect(await findToken(database(), 'secret', NOW)).toBeNull()
    expect(await findToken(database(), hashSecret(hashSecret('secret')), NOW)).toBeNull()
    expect(await findToken(database(), hashSecret('secret'), NOW)).not.toBeNull()
  })

  test('and its lineage only by its kind: a refresh token is not found as a code', async () => {
    await give('a', { kind: 'refresh', sessionHash: 's' })
    const found = { familyId: 'family', sessionHash: 's', organizationId: acme.id, accountId: owner().accountId }
    expect(await findLineage(database(), 'refresh', 'a')).toEqual(found)
    expect(await findLineage(database(), 'code', 'a')).toBeNull()
    expect(await write((transaction) => lockToken(transaction, 'access', 'a'))).toBeNull()
  })
})

describe('tokens that are revoked together', () => {
  beforeEach(async () => {
    await give('1-access', { sessionHash: 's1' })
    await give('2-refresh', { kind: 'refresh', sessionHash: 's1' })
    await give('3-other-family', { familyId: 'family-2', sessionHash: 's2' })
    await give('4-no-session', { familyId: 'family-3' })
    await give('5-other-client', { clientId: 'other', familyId: 'family-4' })
    await give('6-ours', { clientId: 'ours', familyId: 'family-5' })
    await give('7-colleague', { familyId: 'family-6' }, acme.people.normal)
    await give('8-elsewhere', { familyId: 'family-7' }, globex.people.owner)
  })
  const revoked = async (work: (transaction: Transaction) => Promise<unknown>) => {
    const before = await valid()
    await write(work)
    const left = new Set(await valid())
    return before.filter((name) => !left.has(name)).map((name) => name[0])
  }

  test('a family, and no other token of the account', async () => {
    expect(await revoked((transaction) => revokeFamily(transaction, 'family', NOW))).toEqual(['1', '2'])
    // Tokens that are revoked already are not counted again.
    expect(await write((transaction) => revokeFamily(transaction, 'family', NOW))).toBe(0)
  })

  test('a session', async () => {
    expect(await revoked((transaction) => revokeSessionTokens(transaction, 's1', NOW))).toEqual(['1', '2'])
  })

  test('a renamed session, with its earlier tokens', async () => {
    await write((transaction) => moveSessionTokens(transaction, 's1', 's9'))
    expect(await revoked((transaction) => revokeSessionTokens(transaction, 's1', NOW))).toEqual([])
    expect(await revoked((transaction) => revokeSessionTokens(transaction, 's9', NOW))).toEqual(['1', '2'])
  })

  test('an account, in all of its organizations', async () => {
    const of = { accountId: owner().accountId, keep: null, keptClients: 'all' } as const
    expect(await revoked((transaction) => revokeAccountTokens(transaction, of, NOW))).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  test('an account except one session; tokens without a session are revoked too', async () => {
    const of = { accountId: owner().accountId, keep: 's1', keptClients: 'all' } as const
    expect(await revoked((transaction) => revokeAccountTokens(transaction, of, NOW))).toEqual(['3', '4', '5', '6'])
  })

  const ofApp = () => ({ organizationId: acme.id, clientId: 'app' })
  test.each<[string, () => Parameters<typeof revokeClientTokens>[1], string[]]>([
    ['a client in an organization', ofApp, ['1', '2', '3', '4', '7']],
    ['a client for one account', () => ({ ...ofApp(), accountId: acme.people.normal.accountId }), ['7']],
    ['a client for all but one account', () => ({ ...ofApp(), keptAccounts: [owner().accountId] }), ['7']],
    ['a client in another organization', () => ({ organizationId: globex.id, clientId: 'app' }), ['8']],
    ['one of our own, which needs no consent, never', () => ({ organizationId: acme.id, clientId: 'ours' }), []],
  ])('%s', async (_, which, expected) => {
    expect(await revoked((transaction) => revokeClientTokens(transaction, which(), NOW))).toEqual(expected)
  })

  test('a client’s tokens; those that were still valid are counted for the receipt', async () => {
    await give('a-code', { kind: 'code' })
    await give('b-expired', { expiresAt: NOW })
    await give('c-used', { kind: 'refresh' })
    await write((transaction) => markUsed(transaction, 'c-used', NOW))
    expect(await write((transaction) => revokeClientTokens(transaction, ofApp(), NOW))).toBe(5)
    expect((await valid()).map((name) => name[0])).toEqual(['5', '6', '8'])
  })

  test('an install: the token that another product got with it', async () => {
    await give('install-token', { familyId: 'install-1' })
    await give('install-expired', { familyId: 'install-1', expiresAt: NOW })
    expect(await write((transaction) => revokeInstallToken(transaction, 'install-1', NOW))).toBe(1)
    expect(await valid()).toHaveLength(8)
  })
})

describe('simultaneous requests', () => {
  const waiting = async () => (await waitingForLocks(store)) > 0
  /** Runs `second` while the work of `first` is done but not committed. Resolves with the result of `second`. */
  const during = async <T>(first: (transaction: Transaction) => Promise<unknown>, second: () => Promise<T>): Promise<T> => {
    let release = () => {}
    let isHeld = false
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const holding = write(async (transaction) => {
      await first(transaction)
      isHeld = true
      await held
    })
    await until(() => isHeld)
    let isDone = false
    const running = second().finally(() => {
      isDone = true
    })
    await until(async () => isDone || (await waiting()))
    expect(isDone).toBe(false)
    release()
    await holding
    return running
  }
  const exchange = async (transaction: Transaction) => {
    const row = await lockToken(transaction, 'refresh', 'a')
    if (!row || row.usedAt) return 'refused'
    await markUsed(transaction, 'a', NOW)
    await insertTokens(transaction, [{ ...row, hash: 'b' }])
    return 'given'
  }

  test('exchange one token once', async () => {
    await give('a', { kind: 'refresh' })
    expect(await during(exchange, () => write(exchange))).toBe('refused')
    expect(await names()).toEqual(['a', 'b'])
  })

  test.each<[string, (transaction: Transaction) => Promise<unknown>]>([
    [
      'the account',
      (transaction) => revokeAccountTokens(transaction, { accountId: owner().accountId, keep: null, keptClients: 'all' }, NOW),
    ],
    ['the client', (transaction) => revokeClientTokens(transaction, { organizationId: acme.id, clientId: 'app' }, NOW)],
    ['the install', (transaction) => revokeInstallToken(transaction, 'family', NOW)],
  ])('revoking the tokens of %s waits for an exchange, and revokes its new tokens too', async (_, revoke) => {
    await give('a', { kind: 'refresh' })
    await during(exchange, () => write(revoke))
    expect(await valid()).toEqual([])
  })

  test('revoking a family waits for new tokens of the family', async () => {
    await give('a', { sessionHash: 's' })
    const lineage = { familyId: 'family', sessionHash: 's' }
    await during(
      async (transaction) => {
        await lockFamily(transaction, lineage)
        const given = await lockToken(transaction, 'access', 'a')
        await insertTokens(transaction, given ? [{ ...given, hash: 'b' }] : [])
      },
      () =>
        write(async (transaction) => {
          await lockFamily(transaction, lineage)
          await revokeFamily(transaction, 'family', NOW)
        }),
    )
    expect(await valid()).toEqual([])
  })

  test('a session ends after the requests that use it, which do not wait for each other', async () => {
    const order: string[] = []
    await during(
      async (transaction) => {
        await shareSessionLock(transaction, 's')
        await write((other) => shareSessionLock(other, 's'))
        await write((other) => lockSession(other, 'another'))
        order.push('used')
      },
      () => write((transaction) => lockSession(transaction, 's')).then(() => order.push('ended')),
    )
    expect(order).toEqual(['used', 'ended'])
  })
})

describe('an expired or revoked token', () => {
  test('is deleted, and a used token is kept until it expires: its second use is noticed', async () => {
    await give('a-expired', { expiresAt: later(-1) })
    await give('b-to-the-instant', { expiresAt: NOW })
    await give('c-revoked', { revokedAt: later(-1) })
    await give('d-revoked-since', { revokedAt: later(1) })
    await give('e-used', { kind: 'refresh', usedAt: later(-60) })
    expect(await deleteTokensBefore(database(), NOW)).toBe(2)
    expect((await names()).map((name) => name[0])).toEqual(['b', 'd', 'e'])
  })

  test('is left for the next time if it is locked', async () => {
    await give('a', { expiresAt: later(-1) })
    await give('b', { expiresAt: later(-1) })
    await write(async (transaction) => {
      await lockToken(transaction, 'access', 'a')
      expect(await deleteTokensBefore(database(), NOW)).toBe(1)
    })
    expect(await names()).toEqual(['a'])
  })
})

describe('the client of an application without sign-in', () => {
  const ensure = (scopes: string[], id = 'own') =>
    write((transaction) => ensureOwnClient(transaction, { id, name: 'Own', scopes }))
  const scopesOf = async (id: string) => (await findClient(database(), id))?.scopes

  test('follows the catalogue', async () => {
    await ensure(['billing_manage'])
    expect(await findClient(database(), 'own')).toMatchObject({ type: 'server_side_app', trusted: false, redirectUris: [] })
    await ensure(['integrations_manage'])
    expect(await scopesOf('own')).toEqual(['integrations_manage'])
  })

  test.each([
    ['trusted', { trusted: true }],
    ['registered with an address', { redirectUris: ['https://app.test/'] }],
  ])('keeps its scopes if it is %s: a catalogue cannot widen them', async (_, more) => {
    await saveClients(database(), [{ ...client, id: 'kept', redirectUris: [], ...more }])
    await ensure(['billing_manage', 'dev_platform_admin'], 'kept')
    expect(await scopesOf('kept')).toEqual(['integrations_manage'])
    await removeClients(database(), ['kept'])
  })

  test('is deleted with all of its tokens', async () => {
    await ensure([], 'gone')
    await give('a', { clientId: 'gone' })
    await give('b')
    await removeClients(database(), ['gone'])
    await removeClients(database(), [])
    expect([await names(), await findClient(database(), 'gone')]).toEqual([['b'], null])
  })
})
