// How many database queries the endpoints for signed-in callers need.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { API_MOUNTS, type Endpoint } from '@marketplace/contracts/core/endpoint'
import { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import { type ChargeIds, insertCharges } from './charges.ts'
import { openTestMarketplace, type TestMarketplace } from './marketplace.ts'

let market: TestMarketplace
let charges: ChargeIds
beforeAll(async () => {
  market = await openTestMarketplace()
  charges = await insertCharges(market, market.acme)
  for (const slug of ['own-private', 'plain', 'desk', 'set-up', 'service']) await market.install(slug, market.acme.people.owner)
})
afterAll(() => market.close())

/** For each path of the storefront, the number of queries besides the one that finds the caller. */
const COSTS: Readonly<Record<string, number>> = {
  '/applications': 1,
  '/applications/reviewed': 1,
  '/applications/private': 1,
  '/applications/installed': 1,
  // The application's record and its ratings.
  '/applications/{id}/page': 2,
  // The application's state in the organization, and the administrators.
  '/applications/{id}/instance': 3,
  // The charges, and the place whose tax they have.
  '/recurrent_charge/{product}': 2,
  '/recurrent_charge/{product}/{id}': 2,
  '/direct_charge/{product}': 2,
  '/direct_charge/{product}/{id}': 2,
  '/market/products/my': 1,
  '/agents': 1,
  '/licenses/my': 1,
  '/subscriptions': 1,
}

const reading = Object.values(ENDPOINTS as Record<string, Endpoint>).filter(
  ({ access, method, api, path }) =>
    access.kind === 'account' &&
    method === 'GET' &&
    (api === 'product' || api === 'billing') &&
    // modules/carts/costs.test.ts counts those of carts, which need the storefront's own client.
    !path.startsWith('/products-carts'),
)

test.each(reading.map((endpoint) => [endpoint.path, endpoint] as const))('GET %s', async (path, { api }) => {
  const ids: Readonly<Record<string, string>> = {
    '/recurrent_charge/{product}/{id}': charges.recurrentCharge,
    '/direct_charge/{product}/{id}': charges.directCharge,
  }
  const url = `${API_MOUNTS[api][0]}${path.replace('{product}', 'livechat').replace('{id}', ids[path] ?? market.idOf('own-private'))}`
  const query = vi.spyOn(market.store.requests.pool, 'query')
  try {
    expect((await market.ask(market.acme.people.owner, 'GET', url)).statusCode).toBe(200)
    expect(query).toHaveBeenCalledTimes(1 + (COSTS[path] ?? 0))
  } finally {
    query.mockRestore()
  }
})
