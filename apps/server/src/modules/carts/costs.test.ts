// The number of statements of each cart call, without BEGIN and COMMIT. A read finds its caller by a statement of its own. A change does so
// only for a token that was not used in the last minute.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CartMarketplace, openCartMarketplace } from '../../../test/carts.ts'
import { until } from '../../../test/harness.ts'
import { statementsOf } from '../../../test/statements.ts'

let market: CartMarketplace
beforeAll(async () => {
  market = await openCartMarketplace()
})
afterAll(() => market.close())
beforeEach(() => market.empty())

test('each call', async () => {
  // Waits until the in-memory catalogue has followed the import in the same database.
  await until(async () => (await statementsOf(() => sleep(300))).length === 0)
  const { owner } = market.acme.people
  const app = (slug: string) => `/applications/${market.idOf(slug)}`
  const costs: Record<string, number> = {}
  const count = async (name: string, call: () => ReturnType<CartMarketplace['call']>, status = 200) => {
    const statements = await statementsOf(async () => expect([name, (await call()).statusCode]).toEqual([name, status]))
    costs[name] = statements.length
  }
  await count('create', () => market.call(owner, 'POST', ''), 201)
  await count('create again', () => market.call(owner, 'POST', ''))
  const { id } = (await market.call(owner, 'GET', '/recent')).json<{ id: string }>()
  await count('add', () => market.call(owner, 'PATCH', `/${id}${app('seats')}`))
  await count('add again', () => market.call(owner, 'PATCH', `/${id}${app('seats')}`))
  const several = ['once', 'trial', 'tiers', 'licence', 'plans', 'desk-seats'].map(market.idOf).join(',')
  await count('add six', () => market.call(owner, 'PATCH', `/${id}/applications?id=${several}`))
  await count('remove', () => market.call(owner, 'DELETE', `/${id}${app('once')}`))
  await count('coupon', () => market.call(owner, 'PATCH', `/${id}/coupon/WELCOME10`))
  await count('look', () => market.call(owner, 'GET', `/${id}`))
  const { etag } = (await market.call(owner, 'GET', `/${id}`)).headers
  const headers = { authorization: `Bearer ${owner.token}`, 'if-none-match': String(etag) }
  await count('look again', () => market.app.server.inject({ url: `/api/v2/products-carts/${id}`, headers }), 304)
  await count('open', () => market.call(owner, 'GET', '/open'))
  await count('contents', () => market.call(owner, 'GET', '/contents'))
  await count('check out', () => market.call(owner, 'PATCH', `/${id}/checkout`))
  await count('leave', () => market.call(owner, 'DELETE', `/${id}/checkout`))
  await count('close', () => market.call(owner, 'DELETE', `/${id}`))
  expect(costs).toEqual({
    create: 4,
    // A buyer asks for the open cart first, and creates one if there is none.
    'create again': 3,
    add: 3,
    'add again': 2,
    'add six': 4,
    remove: 5,
    coupon: 5,
    look: 2,
    'look again': 2,
    open: 2,
    contents: 2,
    'check out': 4,
    leave: 5,
    close: 5,
  })
})

test('an application is put into an open cart without a message for the commit', async () => {
  const { owner } = market.acme.people
  await until(async () => (await statementsOf(() => sleep(300))).length === 0)
  const { id } = (await market.call(owner, 'POST', '')).json<{ id: string }>()
  const add = async (slug: string) => {
    const messages = vi.spyOn(pg.Connection.prototype as unknown as Record<'sync', () => void>, 'sync')
    const { statusCode } = await market.call(owner, 'PATCH', `/${id}/applications/${market.idOf(slug)}`)
    const { length } = messages.mock.calls
    messages.mockRestore()
    return [statusCode, length]
  }
  // On a new connection the first commit is sent as a message of its own.
  const costs: unknown[] = []
  for (let time = 0; time < 20; time++) {
    costs.push(await add('seats'))
    await market.call(owner, 'DELETE', `/${id}/applications/${market.idOf('seats')}`)
  }
  expect(costs.at(-1)).toEqual([200, 3])
})
