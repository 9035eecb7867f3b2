import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billingAddressSchema } from '@marketplace/contracts/billing/schemas'
import { openTestApp, openTestStore, type TestStore } from '../../../../test/harness.ts'
import { bearer, createOrganization, createToken, type Organization } from '../../../../test/people.ts'
import { MARKETPLACE_CLIENT } from '../../clients/index.ts'

let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
let acme: Organization
let globex: Organization
let token: string

beforeAll(async () => {
  store = await openTestStore()
  app = await openTestApp(store)
  acme = await createOrganization(store, 'acme')
  globex = await createOrganization(store, 'globex')
  token = await createToken(store, acme.people.owner, 'dal', { clientId: MARKETPLACE_CLIENT })
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const ADDRESS = {
  name: 'Acme GmbH',
  country: 'de',
  zip: '10115',
  city: 'Berlin',
  street: 'Invalidenstraße 1',
  vat_id: 'de123456789',
}
const change = (payload: object, who: string | null = token) =>
  app.server.inject({
    method: 'PUT',
    url: '/billing/v3/account/address',
    headers: who ? bearer(who) : {},
    payload,
  })
const addressOf = async ({ people }: Organization) =>
  (await app.server.inject({ url: '/billing/v3/account', headers: bearer(people.owner.token) })).json<{ address: object }>()
    .address

describe('PUT /account/address', () => {
  test('needs a sign-in, a billing permission and the storefront’s own client', async () => {
    expect((await change(ADDRESS, null)).statusCode).toBe(401)
    expect((await change(ADDRESS, acme.people.owner.token)).statusCode).toBe(403)
    const administrator = await createToken(store, acme.people.administrator, 'dal', { clientId: MARKETPLACE_CLIENT })
    expect((await change(ADDRESS, administrator)).statusCode).toBe(403)
    expect(await addressOf(acme)).toMatchObject({ country: null })
  })

  test('sets the address of the caller’s organization, and audits that', async () => {
    const answer = await change(ADDRESS)
    const stored = { ...ADDRESS, country: 'DE', state: null, vat_id: 'DE123456789' }
    expect([answer.statusCode, billingAddressSchema.parse(answer.json())]).toEqual([200, stored])
    expect([await addressOf(acme), await addressOf(globex)]).toMatchObject([stored, { country: null, name: null }])
    const { rows } = await store.client.pool.query(`select details from audit_events where action = 'billing.address-changed'`)
    expect(rows).toEqual([{ details: { country: 'DE', state: null } }])
  })

  test('decides the tax: a business abroad accounts for it, a state has its rate', async () => {
    const rate = async () => {
      const answer = await app.server.inject({
        url: '/billing/v3/price_preview/livechat?price=10000',
        headers: bearer(acme.people.member.token),
      })
      return answer.json<{ tax_rate: number }>().tax_rate
    }
    expect(await rate()).toBe(0)
    await change({ ...ADDRESS, vat_id: null })
    expect(await rate()).toBe(19)
    const texas = await change({ name: '', country: 'US', zip: '75201-0001', city: null, street: null, vat_id: null })
    expect([texas.json<object>(), await rate()]).toMatchObject([{ name: null, state: 'TX' }, 6.25])
  })

  test('keeps the customer whom the provider knows', async () => {
    await store.client.pool.query(`update billing_profiles set customer_id = 'cus_1' where organization_id = $1`, [acme.id])
    await change(ADDRESS)
    const { rows } = await store.client.pool.query(`select customer_id from billing_profiles where organization_id = $1`, [
      acme.id,
    ])
    expect(rows).toEqual([{ customer_id: 'cus_1' }])
  })

  test.each([
    {},
    { ...ADDRESS, country: 'Germany' },
    { ...ADDRESS, vat_id: 'DE1' },
    { ...ADDRESS, vat_id: 'FR12345678901' },
    { ...ADDRESS, name: 'x'.repeat(121) },
    { ...ADDRESS, zip: '' },
    { ...ADDRESS, city: 'a\0b' },
  ])('refuses %j', async (payload) => {
    const before = await addressOf(acme)
    expect((await change(payload)).statusCode).toBe(400)
    expect(await addressOf(acme)).toEqual(before)
  })

  test('two changes at once: one of them wins whole', async () => {
    const other = { name: 'Acme SAS', country: 'FR', zip: '75001', city: 'Paris', street: 'Rue 2', vat_id: null }
    const answers = await Promise.all([change(ADDRESS), change(other), change(ADDRESS), change(other)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const { city, name } = (await addressOf(acme)) as { city: string; name: string }
    expect([city, name]).toEqual(city === 'Paris' ? ['Paris', 'Acme SAS'] : ['Berlin', 'Acme GmbH'])
  })
})
