import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Agent, agentSchema, licenseSchema } from '@marketplace/contracts/organizations/schemas'
import { openTestApp, openTestStore, type TestStore } from '../../../test/harness.ts'
import { bearer, createOrganization, type Organization, type Person } from '../../../test/people.ts'

let store: TestStore
let app: Awaited<ReturnType<typeof openTestApp>>
let acme: Organization
let globex: Organization

beforeAll(async () => {
  store = await openTestStore()
  app = await openTestApp(store)
  acme = await createOrganization(store, 'acme', {
    licenses: [
      { product: 'livechat', seats: 8, partnerType: 'reseller' },
      { product: 'helpdesk', plan: 'team', subscribedAt: null, trialEndsAt: new Date(Date.now() + 36 * 3_600_000) },
    ],
  })
  globex = await createOrganization(store, 'globex', {
    licenses: [{ product: 'livechat', cancelledAt: new Date(0), active: false }],
  })
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

  test('has the people of the caller’s organization only, by name', async () => {
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

  test('has the licence of the product in the address', async () => {
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
