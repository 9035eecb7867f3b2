import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore, until, waitingForLocks } from '../../../test/harness.ts'
import { createOrganization, type Organization } from '../../../test/people.ts'
import { statementsOf } from '../../../test/statements.ts'
import type { OrganizationId } from '../../core/caller.ts'
import { inTransaction } from '../../db/transaction.ts'
import {
  countMembers,
  findLicenses,
  findOrganizationName,
  findPeople,
  hasOrganizations,
  holdSecondFactorRule,
  insertMembers,
  insertOrganizations,
  setSecondFactorRule,
} from './index.ts'
import { presentAgent } from './present.ts'
import { findLicense } from './repository.ts'

let store: TestStore
let acme: Organization
let globex: Organization
/** The organization's id as a token contains it. */
const tenant = ({ id }: Organization) => id as OrganizationId
const sql = (text: string, values: unknown[] = []) => store.client.pool.query(text, values)

beforeAll(async () => {
  store = await openTestStore()
  expect(await hasOrganizations(store.client.database)).toBe(false)
  acme = await createOrganization(store, 'acme')
  globex = await createOrganization(store, 'globex')
})
afterAll(() => store.close())
beforeEach(() => sql(`update memberships set suspended = false; update organizations set requires_second_factor = false`))

const namesOf = (people: { name: string }[]) => people.map(({ name }) => name.replace(/ of .*/, ''))

describe('the people of an organization', () => {
  const find = (...only: [] | [{ product: 'livechat' | 'helpdesk'; roles: ('owner' | 'viceowner' | 'normal')[] }]) =>
    findPeople(store.client.database, tenant(acme), ...only)

  test('are listed once each, whatever their number of products, by name without regard to case', async () => {
    await sql(`update accounts set name = 'Zoe of acme' where id = $1`, [acme.people.viewer.accountId])
    await sql(`update accounts set name = 'adam of acme' where id = $1`, [acme.people.normal.accountId])
    expect(namesOf(await find())).toEqual(['adam', 'administrator', 'member', 'owner', 'viceowner', 'Zoe'])
    await sql(`update accounts set name = 'same of acme' where id = any($1)`, [
      [acme.people.viewer.accountId, acme.people.normal.accountId],
    ])
    const same = (await find()).filter(({ name }) => name === 'same of acme').map(({ id }) => id)
    expect(same).toEqual([acme.people.viewer.accountId, acme.people.normal.accountId].toSorted())
    for (const role of ['viewer', 'normal'] as const)
      await sql('update accounts set name = $1 where id = $2', [`${role} of acme`, acme.people[role].accountId])
  })

  test('with certain roles in a product exclude members who are suspended there', async () => {
    const owners = { product: 'livechat' as const, roles: ['owner' as const, 'viceowner' as const] }
    expect(namesOf(await find(owners))).toEqual(['owner', 'viceowner'])
    expect(namesOf(await find({ product: 'helpdesk', roles: [] }))).toEqual([])
    await sql(`update memberships set suspended = true where account_id = $1 and product = 'livechat'`, [
      acme.people.owner.accountId,
    ])
    expect(namesOf(await find(owners))).toEqual(['viceowner'])
    expect(namesOf(await find({ ...owners, product: 'helpdesk' }))).toEqual(['owner', 'viceowner'])
  })

  test('are shown as suspended only if they are suspended in each product', async () => {
    const { accountId } = acme.people.member
    const shown = async () => (await find()).map(presentAgent).find(({ id }) => id === accountId)
    await sql(`update memberships set suspended = true where account_id = $1 and product = 'helpdesk'`, [accountId])
    expect(await shown()).toMatchObject({ suspended: false })
    await sql(`update memberships set suspended = true where account_id = $1`, [accountId])
    expect(await shown()).toMatchObject({ suspended: true, roles: [{ product: 'livechat' }, { product: 'helpdesk' }] })
  })

  test('people in two organizations have separate roles in each', async () => {
    const { accountId } = acme.people.normal
    await inTransaction(store.client.database, (transaction) =>
      insertMembers(transaction, {
        memberships: [{ organizationId: globex.id, accountId, product: 'livechat', role: 'owner' }],
        licenses: [],
      }),
    )
    const roles = async (of: Organization) =>
      (await findPeople(store.client.database, tenant(of))).find(({ id }) => id === accountId)?.roles
    expect(await roles(globex)).toEqual([{ product: 'livechat', role: 'owner', suspended: false }])
    expect((await roles(acme))?.map(({ role }) => role)).toEqual(['normal', 'normal'])
    await sql('delete from memberships where account_id = $1 and organization_id = $2', [accountId, globex.id])
  })

  test('are read by one statement', async () => {
    expect(await statementsOf(() => find())).toHaveLength(1)
  })
})

describe('the number of members among some accounts', () => {
  const number = (ids: string[]) => countMembers(store.client.database, tenant(acme), ids)

  test('counts each member once, and no members of other organizations', async () => {
    const { owner, viewer } = acme.people
    expect(await number([])).toBe(0)
    expect(await number([owner.accountId])).toBe(1)
    expect(await number([owner.accountId, owner.accountId, viewer.accountId])).toBe(2)
    expect(await number([owner.accountId, globex.people.owner.accountId, 'nobody', "'"])).toBe(1)
  })

  test('takes any number of accounts', async () => {
    expect(await number([...Array.from({ length: 5_000 }, (_, index) => `nobody-${index}`), acme.people.owner.accountId])).toBe(1)
  })
})

describe('licences', () => {
  test('are of one organization and product', async () => {
    const { database } = store.client
    const found = await findLicense(database, tenant(acme), 'livechat')
    expect(found).toMatchObject({ product: 'livechat', plan: 'business', seats: 5, active: true, partnerType: null })
    const all = await findLicenses(database, tenant(acme))
    expect(all.map(({ product }) => product).toSorted()).toEqual(['helpdesk', 'livechat'])
    expect(all).toContainEqual(found)
    const others = (await findLicenses(database, tenant(globex))).map(({ id }) => id)
    expect(others).not.toContain(found?.id)
    expect(await findLicense(database, 'nobody' as OrganizationId, 'livechat')).toBeNull()
  })

  test('exist once for each organization and product', async () => {
    const license = { organizationId: acme.id, product: 'livechat' as const, active: true }
    const adding = inTransaction(store.client.database, (transaction) =>
      insertMembers(transaction, { memberships: [], licenses: [license] }),
    )
    await expect(adding).rejects.toMatchObject({ cause: { constraint: 'licenses_organization_product' } })
  })
})

describe('the rule of a second step', () => {
  const set = (isRequired: boolean, of = acme) =>
    inTransaction(store.client.database, (transaction) => setSecondFactorRule(transaction, tenant(of), isRequired))
  const read = (of = acme) => inTransaction(store.client.database, (transaction) => holdSecondFactorRule(transaction, tenant(of)))

  test('can be set and removed, and returns whether it changed', async () => {
    expect([await set(false), await read()]).toEqual([false, false])
    expect([await set(true), await set(true), await read(), await read(globex)]).toEqual([true, false, true, false])
    expect([await set(false), await read()]).toEqual([true, false])
  })

  test('of an organization that does not exist requires nothing and changes nothing', async () => {
    const nobody = { ...acme, id: 'nobody' as OrganizationId }
    expect([await read(nobody), await set(true, nobody)]).toEqual([false, false])
  })

  test('is changed by one of several simultaneous requests', async () => {
    expect((await Promise.all([set(true), set(true), set(true)])).toSorted()).toEqual([false, false, true])
  })

  test('does not change while transactions rely on it, which do not wait for each other', async () => {
    const { promise: done, resolve: end } = Promise.withResolvers<void>()
    let held = 0
    const relying = [1, 2].map(() =>
      inTransaction(store.client.database, async (transaction) => {
        expect(await holdSecondFactorRule(transaction, tenant(acme))).toBe(false)
        held += 1
        await done
        expect(await holdSecondFactorRule(transaction, tenant(acme))).toBe(false)
      }),
    )
    await until(() => held === 2)
    let changed = false
    const changing = set(true).then((result) => {
      changed = result
    })
    await until(async () => (await waitingForLocks(store)) === 1)
    expect(changed).toBe(false)
    end()
    await Promise.all([...relying, changing])
    expect([changed, await read()]).toEqual([true, true])
  })
})

describe('organizations', () => {
  test('have a name, and one that does not exist is an error', async () => {
    const { database } = store.client
    expect(await findOrganizationName(database, tenant(acme))).toBe('acme')
    await expect(findOrganizationName(database, 'nobody' as OrganizationId)).rejects.toThrow('there is no such organization')
  })

  test('are added all together or not at all, and an empty list needs no statement', async () => {
    const { database } = store.client
    expect(await statementsOf(() => insertOrganizations(database, []))).toEqual([])
    expect(
      await statementsOf(() =>
        inTransaction(database, (transaction) => insertMembers(transaction, { memberships: [], licenses: [] })),
      ),
    ).toEqual([])
    const region = 'dal' as const
    const adding = insertOrganizations(database, [
      { id: 'new' as OrganizationId, name: 'New', region },
      { id: acme.id, name: 'Again', region },
    ])
    await expect(adding).rejects.toThrow()
    expect((await sql(`select from organizations where id = 'new'`)).rowCount).toBe(0)
    expect(await hasOrganizations(database)).toBe(true)
  })

  test('a membership needs an existing organization and an existing account', async () => {
    const membership = { organizationId: acme.id, accountId: 'nobody', product: 'livechat' as const, role: 'normal' as const }
    const adding = inTransaction(store.client.database, (transaction) =>
      insertMembers(transaction, { memberships: [membership], licenses: [] }),
    )
    await expect(adding).rejects.toMatchObject({ cause: { code: '23503' } })
    const strange = { ...membership, accountId: acme.people.owner.accountId, organizationId: 'nobody' as OrganizationId }
    await expect(
      inTransaction(store.client.database, (transaction) => insertMembers(transaction, { memberships: [strange], licenses: [] })),
    ).rejects.toMatchObject({
      cause: { code: '23503' },
    })
  })
})
