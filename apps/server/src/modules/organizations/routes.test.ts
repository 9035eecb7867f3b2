import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  agentSchema,
  licenseSchema,
  type Subscriptions,
  subscriptionsSchema,
} from '@marketplace/contracts/organizations/schemas'
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
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const get = (who: Person | null, url: string) => app.server.inject({ method: 'GET', url, headers: who ? bearer(who.token) : {} })

describe('GET /agents', () => {
  test('needs a sign-in', async () => {
    expect((await get(null, '/api/v2/agents')).statusCode).toBe(401)
  })

  test('has the people of the organization, by name, and nobody else', async () => {
    const agents = (await get(acme.people.viewer, '/api/v2/agents')).json<Agent[]>()
    for (const agent of agents) expect(agentSchema.parse(agent)).toEqual(agent)
    expect(agents.map(({ name }) => name)).toEqual(
      ['administrator', 'member', 'normal', 'owner', 'viceowner', 'viewer'].map((role) => `${role} of acme`),
    )
    expect(agents[3]).toEqual({
      id: acme.people.owner.accountId,
      email: 'owner@acme.test',
      name: 'owner of acme',
      roles: [
        { product: 'livechat', role: 'owner' },
        { product: 'helpdesk', role: 'owner' },
      ],
      suspended: false,
    })
  })

  test('reports a member as suspended who is suspended in all products', async () => {
    const suspended = async () =>
      (await get(acme.people.owner, '/api/v2/agents')).json<Agent[]>().find(({ id }) => id === acme.people.member.accountId)
        ?.suspended
    const set = (condition: string) =>
      store.client.pool.query(`update memberships set suspended = ${condition} where account_id = $1`, [
        acme.people.member.accountId,
      ])
    await set(`product = 'livechat'`)
    expect(await suspended()).toBe(false)
    await set('true')
    expect(await suspended()).toBe(true)
    await set('false')
  })
})

describe('GET /licenses/my', () => {
  test('needs a sign-in', async () => {
    expect((await get(null, '/api/v2/licenses/my')).statusCode).toBe(401)
  })

  test('is of the product that the address stands for', async () => {
    const license = (await get(acme.people.normal, '/api/v2/licenses/my')).json<{ license_id: number }>()
    expect(licenseSchema.parse(license)).toEqual(license)
    expect(license).toMatchObject({ product: 'livechat', plan: 'business', seats: 8, properties: { partner_type: 'reseller' } })
    expect((await get(acme.people.normal, '/api/v1/licenses/my')).json()).toMatchObject({
      product: 'helpdesk',
      plan: 'team',
      properties: { partner_type: null },
    })
  })

  test('is 404 if the product is not assigned', async () => {
    expect((await get(globex.people.owner, '/api/v1/licenses/my')).statusCode).toBe(404)
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
