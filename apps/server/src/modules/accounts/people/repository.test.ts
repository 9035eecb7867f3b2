import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROLES } from '@marketplace/contracts/core/roles'
import { openTestStore, type TestStore, until, waitingForLocks } from '../../../../test/harness.ts'
import { createOrganization, type Organization } from '../../../../test/people.ts'
import { statementsOf } from '../../../../test/statements.ts'
import type { OrganizationId } from '../../../core/caller.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { insertMembers } from '../../organizations/index.ts'
import { allRoles, presentAccount } from './present.ts'
import {
  findAccount,
  findAccounts,
  findCredentials,
  findCredentialsOf,
  findIdentity,
  findPasswordHash,
  holdAccount,
  isAccount,
  lockPassword,
  sharePassword,
  updatePasswordHash,
} from './repository.ts'

let store: TestStore
let acme: Organization
let globex: Organization
const tenant = ({ id }: Organization) => id as OrganizationId
const sql = (text: string, values: unknown[] = []) => store.client.pool.query(text, values)
const within = <T>(work: (transaction: Transaction) => Promise<T>) => inTransaction(store.client.database, work)

beforeAll(async () => {
  store = await openTestStore()
  acme = await createOrganization(store, 'acme')
  globex = await createOrganization(store, 'globex', { region: 'fra' })
  // This person belongs to both organizations. The default one is acme.
  await inTransaction(store.client.database, (transaction) =>
    insertMembers(transaction, {
      memberships: [{ organizationId: globex.id, accountId: acme.people.viewer.accountId, product: 'helpdesk', role: 'owner' }],
      licenses: [],
    }),
  )
})
afterAll(() => store.close())
beforeEach(() =>
  sql(
    `update memberships set suspended = false; update accounts set password_hash = null; truncate authenticator_apps, passkeys`,
  ),
)

describe('accounts of an organization', () => {
  test('are its members, by name, with their roles in that organization', async () => {
    const found = await findAccounts(store.client.database, tenant(globex))
    expect(found.map(({ name }) => name)).toEqual([
      'administrator of globex',
      'member of globex',
      'normal of globex',
      'owner of globex',
      'viceowner of globex',
      'viewer of acme',
      'viewer of globex',
    ])
    expect(found.find(({ name }) => name === 'viewer of acme')?.roles).toEqual([
      { product: 'helpdesk', role: 'owner', suspended: false },
    ])
  })

  test('are read by one statement, however many', async () => {
    expect(await statementsOf(() => findAccounts(store.client.database, tenant(acme)))).toHaveLength(1)
  })

  test('do not exist for other organizations', async () => {
    const { database } = store.client
    const { accountId } = acme.people.owner
    expect(await findAccount(database, tenant(acme), accountId)).toMatchObject({ id: accountId })
    expect(await findAccount(database, tenant(globex), accountId)).toBeNull()
    expect(await findAccount(database, tenant(acme), 'unknown')).toBeNull()
    expect(await findAccount(database, tenant(globex), acme.people.viewer.accountId)).toMatchObject({
      roles: [{ product: 'helpdesk', role: 'owner' }],
    })
  })

  test('say whether they have a second factor: an app or a passkey', async () => {
    const factor = async () => (await findAccount(store.client.database, tenant(acme), acme.people.owner.accountId))?.secondFactor
    expect(await factor()).toBe(false)
    await sql(`insert into passkeys values ('p', $1, 'Key', 'x', 0, '{}', now())`, [acme.people.owner.accountId])
    expect(await factor()).toBe(true)
    await sql('delete from passkeys')
    await sql(`insert into authenticator_apps values ($1, 'x', 0, now())`, [acme.people.owner.accountId])
    expect(await factor()).toBe(true)
    expect((await findAccount(store.client.database, tenant(acme), acme.people.viewer.accountId))?.secondFactor).toBe(false)
  })

  test('are shown without passwords and other credentials', async () => {
    await sql(`update accounts set password_hash = 'a secret hash'`)
    const account = await findAccount(store.client.database, tenant(acme), acme.people.owner.accountId)
    const shown = account && presentAccount(account)
    expect(JSON.stringify(shown)).not.toContain('secret')
    expect(shown).toMatchObject({
      properties: { active: true, mfa: false, livechat: { suspended: false }, helpdesk: { suspended: false } },
    })
  })

  test('show in which product they are suspended; a product without membership is null', async () => {
    const { accountId } = acme.people.viewer
    await sql(`update memberships set suspended = true where account_id = $1 and product = 'livechat'`, [accountId])
    const shown = async (of: Organization) => {
      const account = await findAccount(store.client.database, tenant(of), accountId)
      return account && presentAccount(account).properties
    }
    expect(await shown(acme)).toMatchObject({ active: true, livechat: { suspended: true }, helpdesk: { suspended: false } })
    expect(await shown(globex)).toMatchObject({ active: true, livechat: null, helpdesk: { suspended: false } })
  })
})

describe('roles', () => {
  test('exist for both products, the most powerful first', () => {
    const roles = allRoles()
    expect(roles.map(({ role_id: id }) => id)).toEqual(
      ['livechat', 'helpdesk'].flatMap((product) => ROLES.map((role) => `${product}.${role}`)),
    )
    expect(roles.slice(0, 6).map(({ type }) => type)).toEqual(['owner', 'owner', 'administrator', 'agent', 'agent', 'agent'])
  })
})

describe('credentials', () => {
  test('are found by the e-mail in any case, and not by similar texts', async () => {
    const { database } = store.client
    const { accountId } = acme.people.owner
    for (const email of ['owner@acme.test', 'OWNER@Acme.TEST']) {
      expect(await findCredentials(database, email)).toMatchObject({ id: accountId, organizationId: acme.id, passwordHash: null })
      expect(await isAccount(database, email)).toBe(true)
    }
    for (const email of ['', 'owner@acme', 'owner@acme.test ', '%', "' or 1=1 --", 'owner@acme_test'])
      expect(await isAccount(database, email)).toBe(false)
    expect(await findCredentialsOf(database, accountId)).toEqual(await findCredentials(database, 'owner@acme.test'))
    expect(await findCredentialsOf(database, 'unknown')).toBeNull()
  })

  test('change with the password, for that account only', async () => {
    const { database } = store.client
    const at = new Date('2031-05-01T10:00:00Z')
    await updatePasswordHash(database, acme.people.owner.accountId, 'next', at)
    expect(await findPasswordHash(database, acme.people.owner.accountId)).toBe('next')
    expect(await findPasswordHash(database, acme.people.viewer.accountId)).toBeNull()
    expect(await findPasswordHash(database, 'unknown')).toBeNull()
    expect((await sql('select updated_at from accounts where id = $1', [acme.people.owner.accountId])).rows).toEqual([
      { updated_at: at },
    ])
  })
})

describe('an identity', () => {
  test('has their own organization first, then the others by name', async () => {
    const { accountId } = acme.people.viewer
    const names = async () => (await findIdentity(store.client.database, accountId))?.memberships.map(({ name }) => name)
    expect(await names()).toEqual(['acme', 'globex'])
    await sql('update accounts set default_organization_id = $1 where id = $2', [globex.id, accountId])
    expect(await names()).toEqual(['globex', 'acme'])
    // A person who has left their default organization is still a member of the other one.
    await sql('update accounts set default_organization_id = $1 where id = $2', [acme.id, accountId])
    await sql('delete from memberships where account_id = $1 and organization_id = $2', [accountId, acme.id])
    expect(await names()).toEqual(['globex'])
    for (const product of ['livechat', 'helpdesk'])
      await sql(`insert into memberships (organization_id, account_id, product, role) values ($1, $2, $3, 'viewer')`, [
        acme.id,
        accountId,
        product,
      ])
  })

  test('has each organization’s region, its rule for second factors, and whether it is a developer', async () => {
    await sql(`insert into developers (id, slug, name, organization_id) values ('d', 'd', 'D', $1)`, [globex.id])
    await sql('update organizations set requires_second_factor = true where id = $1', [globex.id])
    const identity = await findIdentity(store.client.database, acme.people.viewer.accountId)
    expect(identity?.memberships).toMatchObject([
      { name: 'acme', region: 'dal', develops: false, requiresSecondFactor: false },
      {
        name: 'globex',
        region: 'fra',
        develops: true,
        requiresSecondFactor: true,
        roles: [{ product: 'helpdesk', role: 'owner' }],
      },
    ])
    expect(await findIdentity(store.client.database, 'unknown')).toBeNull()
  })

  test('takes two statements, whatever the number of organizations', async () => {
    expect(await statementsOf(() => findIdentity(store.client.database, acme.people.viewer.accountId))).toHaveLength(2)
  })
})

describe('a lock on a password', () => {
  /** Locks the account's password with the function `way`, until the returned function is called. */
  const hold = async (way: (transaction: Transaction, accountId: string) => Promise<void>) => {
    const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const running = within(async (transaction) => {
      await way(transaction, acme.people.owner.accountId)
      held.resolve()
      await done.promise
    })
    await held.promise
    return async () => {
      done.resolve()
      await running
    }
  }

  test('is shared by simultaneous sign-ins, and a change waits for them all', async () => {
    const ends = [await hold(sharePassword), await hold(sharePassword)]
    let changed = false
    const changing = within((transaction) => lockPassword(transaction, acme.people.owner.accountId)).then(() => {
      changed = true
    })
    await until(async () => (await waitingForLocks(store)) === 1)
    await ends[0]?.()
    expect(changed).toBe(false)
    await ends[1]?.()
    await changing
  })

  test('for a change keeps out sign-ins to that account only', async () => {
    const end = await hold(lockPassword)
    await within((transaction) => sharePassword(transaction, acme.people.viewer.accountId))
    let isThrough = false
    const waiting = within((transaction) => sharePassword(transaction, acme.people.owner.accountId)).then(() => {
      isThrough = true
    })
    await until(async () => (await waitingForLocks(store)) === 1)
    expect(isThrough).toBe(false)
    await end()
    await waiting
    expect(isThrough).toBe(true)
  })

  test('for a reader of roles prevents a change of the roles', async () => {
    const end = await hold(holdAccount)
    const changing = sql(`update memberships set role = 'member' where account_id = $1 and product = 'livechat'`, [
      acme.people.owner.accountId,
    ])
    await until(async () => (await waitingForLocks(store)) === 1)
    const roles = async () =>
      (await findAccount(store.client.database, tenant(acme), acme.people.owner.accountId))?.roles[0]?.role
    await within((transaction) => holdAccount(transaction, acme.people.owner.accountId))
    expect(await roles()).toBe('owner')
    await end()
    await changing
    expect(await roles()).toBe('member')
    await sql(`update memberships set role = 'owner' where account_id = $1`, [acme.people.owner.accountId])
  })
})
