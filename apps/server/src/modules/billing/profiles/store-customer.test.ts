import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'
import { type OrganizationId, vouchForOrganization } from '../../../core/caller.ts'
import { organizations } from '../../../db/schema.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { readBillingProfile, storeCustomer } from './repository.ts'

const now = new Date()
let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const createOrganizations = async (count: number): Promise<OrganizationId[]> => {
  const ids = Array.from({ length: count }, () => vouchForOrganization(randomUUID()))
  await store.client.database.insert(organizations).values(ids.map((id) => ({ id, name: 'Acme', region: 'dal' as const })))
  return ids
}
const keep = (organizationId: OrganizationId, customerId: string, gone: string | null = null) =>
  inTransaction(store.client.database, (transaction) => storeCustomer(transaction, organizationId, { customerId, gone, now }))
const kept = async (organizationId: OrganizationId) =>
  (await readBillingProfile(store.client.database, organizationId)).customerId

/** As many as a pool has connections. */
const AT_ONCE = 10

test('the same customer may be stored by several requests at once', async () => {
  for (const id of await createOrganizations(200)) {
    const stored = await Promise.all(Array.from({ length: AT_ONCE }, () => keep(id, `customer of ${id}`)))
    expect(new Set(stored)).toEqual(new Set([`customer of ${id}`]))
  }
})

test('of different customers that are stored at once, each request gets the one that stays', async () => {
  for (const id of await createOrganizations(50)) {
    const stored = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => keep(id, `${id} ${index}`)))
    expect(new Set(stored)).toEqual(new Set([await kept(id)]))
  }
})

test('a customer is replaced only if it is gone', async () => {
  const [id] = (await createOrganizations(1)) as [OrganizationId]
  expect(await keep(id, 'first')).toBe('first')
  expect(await keep(id, 'second')).toBe('first')
  expect(await keep(id, 'third', 'another')).toBe('first')
  expect(await keep(id, 'fourth', 'first')).toBe('fourth')
  expect(await kept(id)).toBe('fourth')
})
