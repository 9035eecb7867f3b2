import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../test/harness.ts'
import { createOrganization, createToken, type Organization } from '../../../test/people.ts'
import type { OrganizationId } from '../../core/caller.ts'
import { inTransaction } from '../../db/transaction.ts'
import { authenticator } from '../clients/index.ts'
import { type ConsentOf, findConsent, findConsents, grantConsent, removeConsent } from './index.ts'

const NOW = new Date()
let store: TestStore
let acme: Organization
let globex: Organization

beforeAll(async () => {
  store = await openTestStore()
  acme = await createOrganization(store, 'acme')
  globex = await createOrganization(store, 'globex')
  // Only clients that are not the marketplace's own need consent.
  await store.client.pool.query(`update oauth_clients set trusted = false where id = 'test-client'`)
})
afterAll(() => store.close())
beforeEach(() => store.client.pool.query('delete from consents'))

const of = (organization: Organization, accountId: string | null = null, clientId = 'test-client'): ConsentOf => ({
  organizationId: organization.id as OrganizationId,
  accountId,
  clientId,
})
const grant = (whose: ConsentOf, ...scopes: string[]) =>
  grantConsent(store.client.database, { ...whose, scopes, grantedBy: acme.people.owner.accountId })
const scopesOf = async (whose: ConsentOf) => (await findConsent(store.client.database, whose))?.scopes ?? null

describe('a consent', () => {
  test('is there for the organization, or for one account, and for nobody else', async () => {
    const { owner, normal } = acme.people
    await grant(of(acme), 'chats--all:ro')
    await grant(of(acme, owner.accountId), 'tickets--all:ro')
    expect(await scopesOf(of(acme))).toEqual(['chats--all:ro'])
    expect(await scopesOf(of(acme, owner.accountId))).toEqual(['tickets--all:ro'])
    expect(await scopesOf(of(acme, normal.accountId))).toBeNull()
    expect(await scopesOf(of(acme, null, 'another'))).toBeNull()
    expect(await scopesOf(of(globex))).toBeNull()
    expect(await scopesOf(of(globex, owner.accountId))).toBeNull()
  })

  test('of an organization holds for each of its accounts', async () => {
    const { owner, normal } = acme.people
    await grant(of(acme), 'chats--all:ro')
    await grant(of(acme, owner.accountId, 'another'), 'tickets--all:ro')
    const found = async (accountId: string, clientId?: string) =>
      (
        await findConsents(store.client.database, {
          organizationId: acme.id as OrganizationId,
          accountId,
          ...(clientId !== undefined && { clientId }),
        })
      ).map((consent) => consent.clientId)
    expect(await found(owner.accountId)).toEqual(['another', 'test-client'])
    expect(await found(owner.accountId, 'another')).toEqual(['another'])
    expect(await found(normal.accountId)).toEqual(['test-client'])
  })

  test('that is given again holds for both, each scope once', async () => {
    await grant(of(acme), 'b', 'a', 'b')
    await grant(of(acme), 'c', 'a')
    expect(await scopesOf(of(acme))).toEqual(['a', 'b', 'c'])
  })

  test('to nothing is a consent', async () => {
    await grant(of(acme))
    expect(await scopesOf(of(acme))).toEqual([])
  })

  test('is given by twenty at once, and is one', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => grant(of(acme), `scope${index % 4}`)))
    expect(await scopesOf(of(acme))).toEqual(['scope0', 'scope1', 'scope2', 'scope3'])
    const { rowCount } = await store.client.pool.query('select from consents')
    expect(rowCount).toBe(1)
  })
})

describe('taking it back', () => {
  const isValid = async (token: string) => (await authenticator(store.client.database, { now: () => new Date() })(token)) !== null
  const remove = (whose: ConsentOf) =>
    inTransaction(store.client.database, (transaction) => removeConsent(transaction, whose, NOW))

  test('says whether there was one', async () => {
    await grant(of(acme), 'a')
    expect(await remove(of(globex))).toMatchObject({ wasThere: false })
    expect(await remove(of(acme, acme.people.owner.accountId))).toMatchObject({ wasThere: false })
    expect(await remove(of(acme))).toMatchObject({ wasThere: true })
    expect(await remove(of(acme))).toMatchObject({ wasThere: false })
  })

  test('revokes the tokens of the organization, and no other’s', async () => {
    const own = await Promise.all([acme.people.owner, acme.people.normal].map((person) => createToken(store, person)))
    const others = await createToken(store, globex.people.owner)
    await store.client.pool.query(`update oauth_clients set trusted = false`)
    await grant(of(acme), 'a')
    await remove(of(acme))
    expect(await Promise.all(own.map(isValid))).toEqual([false, false])
    expect(await isValid(others)).toBe(true)
  })

  test('of one account revokes that account’s', async () => {
    const { owner, normal } = acme.people
    const [own, colleague] = [await createToken(store, owner), await createToken(store, normal)]
    await store.client.pool.query(`update oauth_clients set trusted = false`)
    await remove(of(acme, owner.accountId))
    expect([await isValid(own), await isValid(colleague)]).toEqual([false, true])
  })

  test('leaves the tokens of what is ours: they stand on no consent', async () => {
    // createToken registers its client as one of the marketplace's own.
    const token = await createToken(store, acme.people.owner)
    await remove(of(acme))
    expect(await isValid(token)).toBe(true)
  })

  test('reaches a token that an exchange makes meanwhile', async () => {
    const { owner } = acme.people
    const old = await createToken(store, owner)
    await store.client.pool.query(`update oauth_clients set trusted = false`)
    const exchange = await store.client.pool.connect()
    await exchange.query('begin')
    await exchange.query(`select from tokens where account_id = $1 and revoked_at is null for update`, [owner.accountId])
    const removing = remove(of(acme))
    await exchange.query(
      `insert into tokens (hash, kind, family_id, client_id, account_id, organization_id, scopes, expires_at)
       select 'new one', kind, family_id, client_id, account_id, organization_id, scopes, expires_at
       from tokens where account_id = $1 and revoked_at is null limit 1`,
      [owner.accountId],
    )
    await exchange.query('commit')
    exchange.release()
    await removing
    expect(await isValid(old)).toBe(false)
    const { rows } = await store.client.pool.query(`select revoked_at from tokens where hash = 'new one'`)
    expect(rows).toEqual([{ revoked_at: NOW }])
  })
})
