// The answers to people in an organization without an active licence, and the people whom they can ask.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROLES } from '@marketplace/contracts/core/roles'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import { bearer, createOrganization, type Organization, type Person } from '../../../test/people.ts'

let market: TestMarketplace
/** Has live chat only. Nobody has a role in the help desk. */
let without: Organization
/** Has cancelled live chat. */
let cancelled: Organization
/** Has live chat, but all of its administrators are suspended. */
let headless: Organization
beforeAll(async () => {
  market = await openTestMarketplace()
  without = await createOrganization(market.store, 'without', { licenses: [{ product: 'livechat' }] })
  await market.sql(`delete from memberships where organization_id = $1 and product = 'helpdesk'`, [without.id])
  cancelled = await createOrganization(market.store, 'cancelled', {
    licenses: [{ product: 'livechat', active: false, cancelledAt: new Date('2026-01-01') }],
  })
  headless = await createOrganization(market.store, 'headless')
  await market.sql(
    `update memberships set suspended = true where organization_id = $1 and product = 'livechat'
      and role in ('owner', 'viceowner', 'administrator')`,
    [headless.id],
  )
})
afterAll(() => market.close())
beforeEach(() => market.reset())

let address = 0
const request = async (who: Person, payload: object) => {
  const answer = await market.app.accounts.inject({
    method: 'POST',
    url: '/v2/accounts/me/send_request_for_invitation',
    payload,
    headers: bearer(who.token),
    remoteAddress: `198.51.100.${address++}`,
  })
  return { status: answer.statusCode, body: answer.json<{ sub_error?: string; error_description?: string }>() }
}
const CANNOT = {
  status: 422,
  body: expect.objectContaining({ sub_error: 'access_request_impossible', error_description: 'Cannot send access request.' }),
}
const INACTIVE = (product: string) => ({
  allowed: false,
  code: 'LICENSE_INACTIVE',
  message: `Your ${product} license is inactive. Go to ${product} app and activate it.`,
})

describe('without an active licence', () => {
  test.each(ROLES)('the %s sees that the licence is inactive, and nobody to ask', async (role) => {
    for (const [slug, who, product] of [
      ['desk', without.people[role], 'Help Desk'],
      ['plain', cancelled.people[role], 'Live Chat'],
    ] as const) {
      const { can } = await market.instanceOf(slug, who)
      expect(can.install).toEqual(INACTIVE(product))
      expect(can.requestAccess).toEqual({
        allowed: false,
        code: 'ACCESS_REQUEST_IMPOSSIBLE',
        message: 'Cannot send access request.',
      })
      expect((await market.install(slug, who)).json()).toMatchObject({ code: 'LICENSE_INACTIVE' })
      expect(await request(who, { product: 'livechat', application_id: market.idOf(slug) })).toEqual(CANNOT)
    }
    expect(await market.sql('select 1 from access_requests')).toEqual([])
    expect(await market.sql('select 1 from mails')).toEqual([])
  })

  test('an application that is invisible to the organization is still 404', async () => {
    expect((await market.install('their-private', cancelled.people.owner)).statusCode).toBe(404)
  })
})

describe('an access request that nobody can receive', () => {
  test('is refused and not offered', async () => {
    const { normal } = headless.people
    expect(await request(normal, { product: 'livechat', application_id: market.idOf('plain') })).toEqual(CANNOT)
    const { can, administrators } = await market.instanceOf('plain', normal)
    expect(can.install.code).toBe('INSTALL_NOT_ALLOWED')
    expect(can.requestAccess).toMatchObject({ allowed: false, code: 'ACCESS_REQUEST_IMPOSSIBLE' })
    expect(administrators).toEqual({ names: [], more: 0 })
  })

  test('is refused for a product too', async () => {
    expect(await request(headless.people.normal, { product: 'livechat' })).toEqual(CANNOT)
    expect(await request(without.people.owner, { product: 'helpdesk' })).toEqual(CANNOT)
    expect(await market.sql('select 1 from access_requests')).toEqual([])
  })
})

test('access to a paid application can be requested', async () => {
  const { normal } = market.acme.people
  expect((await market.instanceOf('paid', normal)).can.requestAccess).toMatchObject({ allowed: true })
  expect((await request(normal, { product: 'livechat', application_id: market.idOf('paid') })).status).toBe(200)
  expect(await market.sql('select 1 from mails')).toHaveLength(3)
})
