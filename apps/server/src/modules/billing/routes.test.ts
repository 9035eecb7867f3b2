import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Taxes, taxesSchema } from '@marketplace/contracts/billing/schemas'
import { type Subscriptions, subscriptionsSchema } from '@marketplace/contracts/organizations/schemas'
import { openTestApp, openTestStore, type TestStore, testClock } from '../../../test/harness.ts'
import { bearer, createOrganization, type Organization, type Person } from '../../../test/people.ts'

const clock = testClock(new Date().toISOString())
let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
let acme: Organization
let globex: Organization

beforeAll(async () => {
  store = await openTestStore()
  app = await openTestApp(store, { clock })
  acme = await createOrganization(store, 'acme', {
    licenses: [
      { product: 'livechat', seats: 8, partnerType: 'reseller' },
      { product: 'helpdesk', plan: 'team', subscribedAt: null, trialEndsAt: new Date(Date.now() + 36 * 3_600_000) },
    ],
  })
  globex = await createOrganization(store, 'globex', {
    licenses: [{ product: 'livechat', cancelledAt: new Date(0), active: false }],
  })
  await store.client.pool.query(`insert into cards values ($1, 'visa', '424242', '4242', 8, 2029)`, [acme.id])
  await store.client.pool.query(
    `insert into billing_profiles (organization_id, country, state, zip, updated_at) values ($1, 'US', 'TX', '75201', now())`,
    [acme.id],
  )
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const get = (who: Person | null, url: string) => app.server.inject({ method: 'GET', url, headers: who ? bearer(who.token) : {} })

describe('GET /billing/v3/price_preview/{product}', () => {
  const preview = (who: Person | null, query: string) => get(who, `/billing/v3/price_preview/livechat?${query}`)

  test('needs a sign-in', async () => {
    expect((await preview(null, 'price=1000')).statusCode).toBe(401)
  })

  test.each([
    ['price=1000', { total_price: 1063, tax_value: 63, tax_rate: 6.25 }],
    ['price=1000&country=us&zip=97201', { total_price: 1000, tax_value: 0, tax_rate: 0 }],
    ['price=1000&zip=10001', { total_price: 1040, tax_value: 40, tax_rate: 4 }],
    ['price=99999999&country=FI', { total_price: 125499999, tax_value: 25500000, tax_rate: 25.5 }],
    // The address's ZIP code does not apply to another country.
    ['price=1000&country=DE', { total_price: 1190, tax_value: 190, tax_rate: 19 }],
    ['price=1000&country=GL', { total_price: 1000, tax_value: 0, tax_rate: 0 }],
  ])('%s', async (query, taxes) => {
    const answer = await preview(acme.people.member, query)
    expect(taxesSchema.parse(answer.json<Taxes>())).toEqual(taxes)
    expect(answer.headers['cache-control']).toBe('private, max-age=300')
  })

  test('uses the address of the caller’s own organization', async () => {
    expect((await preview(globex.people.owner, 'price=1000')).json()).toEqual({ total_price: 1000, tax_value: 0, tax_rate: 0 })
  })

  test.each(['', 'price=49', 'price=100000000', 'price=50.5', 'price=x', 'price=1000&country=USA', 'price=1000&zip='])(
    'refuses %j',
    async (query) => {
      expect((await preview(acme.people.owner, query)).statusCode).toBe(400)
    },
  )

  test('knows no other product', async () => {
    expect((await get(acme.people.owner, '/billing/v3/price_preview/chatbot?price=1000')).statusCode).toBe(400)
  })
})

describe('GET /billing/v3/subscriptions', () => {
  const subscriptions = async (who: Person) => (await get(who, '/billing/v3/subscriptions')).json<Subscriptions>()

  test('needs a sign-in', async () => {
    expect((await get(null, '/billing/v3/subscriptions')).statusCode).toBe(401)
  })

  test('has every field of each product, and the card for members with billing permissions', async () => {
    const all = await subscriptions(acme.people.owner)
    expect(subscriptionsSchema.parse(all)).toEqual(all)
    const cardDetails = { cardType: 'visa', firstSix: '424242', lastFour: '4242' }
    expect(all).toEqual({
      livechat: {
        plan: 'business',
        hasCard: true,
        subscribed: true,
        daysLeft: null,
        trial: false,
        active: true,
        cancelledAt: null,
        cardDetails,
        assigned: true,
      },
      helpdesk: {
        plan: 'team',
        hasCard: true,
        subscribed: false,
        daysLeft: 2,
        trial: true,
        active: true,
        cancelledAt: null,
        cardDetails,
        assigned: true,
      },
    })
    expect(await subscriptions(acme.people.administrator)).toMatchObject({ livechat: { hasCard: true, cardDetails: null } })
  })

  test('reports an ended trial, and null for a product that is not assigned', async () => {
    const now = clock.now()
    clock.set(new Date(now.getTime() + 37 * 3_600_000).toISOString())
    await store.client.pool.query(`update tokens set expires_at = now() + interval '9 days'`)
    expect(await subscriptions(acme.people.owner)).toMatchObject({ helpdesk: { active: false, trial: false, daysLeft: 0 } })
    clock.set(now.toISOString())
    expect(await subscriptions(globex.people.owner)).toMatchObject({
      livechat: { active: false, subscribed: false, cancelledAt: '1970-01-01T00:00:00.000Z', hasCard: false },
      helpdesk: null,
    })
  })
})
