// Counts the database queries of the endpoints for signed-in callers.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { API_MOUNTS, type Endpoint } from '@marketplace/contracts/core/endpoint'
import { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import { insertCharges } from './charges.ts'
import { openTestMarketplace, type TestMarketplace } from './marketplace.ts'
import { auditSales, openShop } from './sold.ts'

let market: TestMarketplace
/** The id for a path, by the beginning of the path. */
let ids: Readonly<Record<string, string>>
beforeAll(async () => {
  market = await openTestMarketplace()
  for (const slug of ['own-private', 'plain', 'desk', 'set-up', 'service']) await market.install(slug, market.acme.people.owner)
  const { recurrentCharge, directCharge } = await insertCharges(market, market.acme)
  const shop = await openShop(market.store, undefined, market.acme)
  const { invoice } = await shop.sell([shop.line()])
  await market.uninstall('service', market.acme.people.owner)
  const [receipt] = await market.sql<{ id: string }>('select id from uninstall_receipts')
  // Data of a whole organization is returned only to the storefront's own client.
  await market.sql(`update tokens set client_id = 'marketplace'`)
  await market.sql('update accounts set staff = true where id = $1', [market.acme.people.member.accountId])
  ids = {
    applications: market.idOf('own-private'),
    feedback: market.idOf('plain'),
    recurrent_charge: recurrentCharge,
    direct_charge: directCharge,
    invoices: invoice.id,
    organizations: receipt?.id ?? '',
  }
})
auditSales(() => market.store)
afterAll(() => market.close())

/** The number of queries for each path of the storefront, without the one that finds the caller. */
const COSTS: Readonly<Record<string, number>> = {
  '/applications': 1,
  '/applications/reviewed': 1,
  '/applications/private': 1,
  '/applications/installed': 1,
  // The application's record and its ratings.
  '/applications/{id}/page': 2,
  // The application's state in the organization, its purchase, and the administrators.
  '/applications/{id}/instance': 3,
  // The application's state in the organization, its purchase, and the caller's vote.
  '/feedback/rate/application/{id}/my': 3,
  '/market/products/my': 1,
  '/organizations/my/applications': 1,
  '/organizations/my/costs': 1,
  '/organizations/my/access': 1,
  '/organizations/my/activity': 1,
  '/organizations/my/applications/export': 1,
  '/organizations/my/activity/export': 1,
  '/organizations/my/receipts': 1,
  '/organizations/my/receipts/{id}': 1,
  '/organizations/my/rules': 1,
  '/agents': 1,
  '/licenses/my': 1,
  // Licences, and the card.
  '/subscriptions': 2,
  // The buyer's address, and its tax.
  '/price_preview/{product}': 2,
  '/account': 2,
  // A page of invoices, and their number.
  '/invoices': 2,
  '/invoices/{id}': 1,
  '/invoices/{id}/pdf': 1,
  '/invoices/{id}/ubl': 1,
  // Charges, the buyer’s address, its tax, and what the account is shown: the number does not depend on how many charges there are.
  '/recurrent_charge/{product}': 4,
  '/recurrent_charge/{product}/{id}': 4,
  '/direct_charge/{product}': 4,
  '/direct_charge/{product}/{id}': 4,
  // Whether the application belongs to the caller, and its counts.
  '/applications/{id}/events': 2,
  '/partners/experts_comments': 1,
  '/partners/experts_inquiries': 1,
}

const reading = Object.values(ENDPOINTS as Record<string, Endpoint>).filter(
  ({ access, method, api }) =>
    access.kind === 'account' &&
    method === 'GET' &&
    (api === 'product' || api === 'billing') &&
    // modules/carts/costs.test.ts counts the queries for carts, which need the storefront's own client.
    access.client !== 'marketplace' &&
    // Lists for staff, which the caller may not read.
    access.may !== 'operate',
)

test.each(reading.map((endpoint) => [endpoint.path, endpoint] as const))('GET %s', async (path, { api }) => {
  const id = ids[path.split('/')[1] ?? ''] ?? ''
  const query = path.startsWith('/price_preview') ? '?price=1000' : ''
  const url = `${API_MOUNTS[api][0]}${path.replace('{product}', 'livechat').replace('{id}', id)}${query}`
  const spy = vi.spyOn(market.store.requests.pool, 'query')
  try {
    expect((await market.ask(market.acme.people.owner, 'GET', url)).statusCode).toBe(200)
    expect(spy).toHaveBeenCalledTimes(1 + (COSTS[path] ?? 0))
  } finally {
    spy.mockRestore()
  }
})
