// Whatever customers, their banks and the catalogue may do is no fault to the auditor.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOrganization, createToken } from '../../../../test/people.ts'
import { auditEach, emptyShop } from '../../../../test/purchases.ts'
import { openRenewalShop, type RenewalShop } from '../../../../test/renewals.ts'
import { SELLER, saveSeller } from '../../../../test/sellers.ts'
import { MARKETPLACE_CLIENT } from '../../clients/index.ts'

const BOUGHT = '2026-11-20T12:00:00Z'
const CHARGES = '/billing/v3/recurrent_charge/livechat'

let shop: RenewalShop
let staff: { token: string }
beforeAll(async () => {
  shop = await openRenewalShop()
  await saveSeller(shop.store.client.database)
  const { administrator } = (await createOrganization(shop.store, 'marketplace')).people
  await shop.sql('update accounts set staff = true where id = $1', [administrator.accountId])
  staff = { token: await createToken(shop.store, administrator, 'dal', { clientId: MARKETPLACE_CLIENT }) }
})
beforeEach(() => shop.sql(`update applications set published_at = '2026-10-01'`))
auditEach(() => shop)
afterAll(() => shop.close())

const owner = () => shop.acme.people.owner
const put = async (path: string, body: object = {}) => {
  const answer = await shop.ask(owner(), 'PUT', path, body)
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`)
  return answer.json<Record<string, unknown>>()
}
const chargePath = async () => `${CHARGES}/${(await shop.charge()).id}`
const change = async (asked: { quantity?: number; plan_id?: string }) => {
  const path = `${await chargePath()}/change`
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]))
  const { as_of, checksum } = (await shop.ask(owner(), 'GET', `${path}?${query.toString()}`)).json<Record<string, string>>()
  await put(path, { ...asked, as_of, checksum })
}
const undo = async () => {
  const answer = await shop.ask(owner(), 'DELETE', `${await chargePath()}/change`)
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
const refund = async (cents: number | null) => {
  const [sale] = await shop.sql<{ id: string }>('select id from sales order by sold_at limit 1')
  const answer = await shop.ask(staff, 'POST', '/billing/v3/refunds', { sale_id: sale?.id, cents, note: 'Asked for' })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
const publish = (at: string | null) => shop.sql('update applications set published_at = $1', [at])
const quantities = async () =>
  (await shop.sql<{ quantity: number }>('select quantity from sales where period > 0 order by sold_at, period')).map(
    ({ quantity }) => quantity,
  )

test('a refund in parts, and of what is left', async () => {
  await shop.bought(BOUGHT, ['licence'])
  for (const cents of [1, 1_000, null]) {
    await refund(cents)
    expect(await shop.violations()).toEqual([])
  }
  expect(await shop.sql(`select 1 from refunds where state = 'succeeded'`)).toHaveLength(3)
})

test.each(['won', 'lost'] as const)('a dispute after a refund, open and %s', async (outcome) => {
  await shop.bought(BOUGHT, ['licence'])
  await refund(500)
  const sandbox = shop.opened.sandbox()
  const [sale] = await shop.sql<{ capture_id: string }>('select capture_id from sales')
  const made = (await sandbox.control('POST', '/_sandbox/disputes', { charge: sale?.capture_id })) as { id: string }
  const tell = async (type: string) => {
    const { body, signature } = shop.event(type, 'dispute', made.id)
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    await shop.app.server.inject({ method: 'POST', url: '/webhooks/payments', payload: body, headers })
    expect(await shop.violations()).toEqual([])
  }
  await tell('charge.dispute.created')
  await sandbox.control('POST', '/_sandbox/disputes/close', { dispute: made.id, status: outcome })
  await tell('charge.dispute.closed')
  expect(await shop.sql(`select 1 from refunds where reason = 'dispute'`)).toHaveLength(1)
})

test('a subscription that is cancelled and archived, and ends', async () => {
  await shop.bought(BOUGHT, ['licence'])
  const path = await chargePath()
  await put(`${path}/cancel`)
  await put(`${path}/archive`)
  expect(await shop.violations()).toEqual([])
  await shop.at('2026-12-20T12:00:00Z')
  expect(await shop.sql('select 1 from installations where uninstalled_at is null')).toEqual([])
})

test('an uninstall, and an install again within the paid period', async () => {
  await shop.bought(BOUGHT, ['licence', 'once'])
  for (const slug of ['licence', 'once'])
    expect((await shop.ask(owner(), 'DELETE', `/api/v2/applications/${shop.idOf(slug)}/install`)).statusCode).toBe(200)
  expect(await shop.violations()).toEqual([])
  shop.clock.set('2026-11-25T12:00:00Z')
  for (const slug of ['licence', 'once'])
    expect((await shop.ask(owner(), 'PUT', `/api/v2/applications/${shop.idOf(slug)}/install`, {})).statusCode).toBeLessThan(300)
  expect(await shop.violations()).toEqual([])
  await shop.at('2026-12-20T12:00:00Z')
})

test('an application that leaves the marketplace after it was bought, and comes back', async () => {
  await shop.bought(BOUGHT, ['licence'])
  await publish(null)
  expect(await shop.violations()).toEqual([])
  await shop.at('2026-12-20T12:00:00Z')
  await publish('2026-12-21')
  await shop.at('2027-01-20T12:00:00Z')
  await publish(null)
  expect((await shop.periods()).map(({ outcome }) => outcome)).toEqual(['charged', 'waived', 'charged'])
})

test('a subscription that is frozen, and paid later', async () => {
  await shop.bought(BOUGHT, ['licence'])
  await shop.giveCard(shop.acme, '4000 0000 0000 0341')
  await shop.daily('2026-12-20T12:00:00Z', '2027-01-10T12:00:00Z')
  expect(await shop.charge()).toMatchObject({ state: 'frozen' })
  expect(await shop.violations()).toEqual([])
  shop.clock.set('2027-03-01T12:00:00Z')
  await shop.saveCard(shop.acme)
  expect((await shop.periods()).map(({ outcome }) => outcome)).toEqual(['charged', 'waived', 'waived', 'charged'])
})

test('an uninstall that leaves only a frozen application of its client', async () => {
  const both = `slug in ('licence', 'free')`
  await shop.sql(`update applications set "authorization" = '{"clientId": "${SELLER}", "scopes": []}' where ${both}`)
  try {
    await shop.bought(BOUGHT, ['licence'])
    const install = `/api/v2/applications/${shop.idOf('free')}/install`
    await shop.ask(owner(), 'PUT', install, {})
    await shop.giveCard(shop.acme, '4000 0000 0000 0341')
    await shop.daily('2026-12-20T12:00:00Z', '2027-01-10T12:00:00Z')
    await createToken(shop.store, owner(), 'dal', { clientId: SELLER, scopes: [] })
    await shop.sql(`update tokens set expires_at = '2100-01-01'`)
    expect(await shop.violations()).toEqual([])
    expect((await shop.ask(owner(), 'DELETE', install)).statusCode).toBe(200)
    expect(await shop.violations()).toEqual([])
  } finally {
    await shop.sql(`update applications set "authorization" = null where ${both}`)
  }
})

test('fewer seats that are put off, taken back, and put off again', async () => {
  await shop.bought(BOUGHT, ['seats'])
  await change({ quantity: 4 })
  await undo()
  await shop.at('2026-12-20T12:00:00Z')
  await change({ quantity: 3 })
  await shop.at('2027-01-20T12:00:00Z')
  await change({ quantity: 2 })
  await change({ quantity: 6 })
  await change({ quantity: 1 })
  await undo()
  await shop.at('2027-02-20T12:00:00Z')
  expect(await quantities()).toEqual([5, 3, 6])
})

test('a plan of another length that begins with the renewal, and renews', async () => {
  await shop.bought(BOUGHT, ['plans'])
  await change({ plan_id: await shop.planOf('plans', 'Year') })
  await shop.at('2026-12-20T12:00:00Z')
  await shop.at('2027-12-20T12:00:00Z')
  expect(
    (await shop.sql<{ total: string }>('select unit_price as total from sales order by sold_at')).map(({ total }) =>
      Number(total),
    ),
  ).toEqual([2_000, 20_400, 20_400])
})

test('a charge that its buyer agrees to, and its application has paid after the buyer moved', async () => {
  await emptyShop(shop, BOUGHT)
  const token = await createToken(shop.store, owner(), 'dal', { clientId: SELLER, scopes: ['billing_manage'] })
  await shop.sql(`update tokens set expires_at = '2100-01-01'`)
  const path = '/billing/v3/direct_charge/livechat'
  const { id } = (await shop.ask({ token }, 'POST', path, { name: 'More', price: 2_500 })).json<{ id: string }>()
  await shop.ask(owner(), 'GET', `${path}/${id}`)
  await put(`${path}/${id}/accept`)
  await shop.sql(`update billing_profiles set country = 'DE', state = null, zip = '10115'`)
  try {
    expect((await shop.ask({ token }, 'PUT', `${path}/${id}/activate`)).json()).toMatchObject({ payment: 'done' })
  } finally {
    await shop.sql(`update billing_profiles set country = 'US', state = 'TX', zip = '75201'`)
  }
  expect((await shop.sql<{ total: string }>('select total from sales')).map(({ total }) => Number(total))).toEqual([2_706])
})
