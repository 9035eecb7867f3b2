// A caller who was found a moment ago is not read again before a cart changes. Whatever they have lost since counts all the same.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CartMarketplace, openCartMarketplace } from './carts.ts'
import { statementsOf } from './statements.ts'

let market: CartMarketplace
beforeAll(async () => {
  market = await openCartMarketplace()
})
afterAll(() => market.close())

let cartId: string
const openCart = async () => {
  await market.empty()
  cartId = (await market.cartOf(owner(), 'seats')).id
}

const owner = () => market.acme.people.owner
const FINDS_CALLER = /"familyId"/

type Call = [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: () => string, payload?: object]
const CALLS: Readonly<Record<string, Call>> = {
  'creating a cart': ['POST', () => ''],
  'adding an application': ['PATCH', () => `/${cartId}/applications/${market.idOf('licence')}`],
  'adding several': ['PATCH', () => `/${cartId}/applications?id=${market.idOf('licence')},${market.idOf('trial')}`],
  'removing an application': ['DELETE', () => `/${cartId}/applications/${market.idOf('seats')}`],
  'adding a coupon': ['PATCH', () => `/${cartId}/coupon/WELCOME10`],
  'removing a coupon': ['DELETE', () => `/${cartId}/coupon`],
  'choosing agents': ['PUT', () => `/${cartId}/agents`, { agents: null }],
  'checking out': ['PATCH', () => `/${cartId}/checkout`],
  'leaving the checkout': ['DELETE', () => `/${cartId}/checkout`],
  'closing the cart': ['DELETE', () => `/${cartId}`],
}

type Loss = { change: string; restore: string; status: number }
const ofTokens = (column: 'revoked_at' | 'expires_at'): Loss => ({
  change: `update tokens set ${column} = '2026-11-22T11:59:00Z' where account_id = $1`,
  restore:
    column === 'revoked_at'
      ? `update tokens set revoked_at = null where account_id = $1`
      : `update tokens set expires_at = '2026-12-22T12:00:00Z' where account_id = $1`,
  status: 401,
})
const LOSSES: Readonly<Record<string, Loss>> = {
  'a demotion': {
    change: `update memberships set role = 'viewer' where account_id = $1`,
    restore: `update memberships set role = 'owner' where account_id = $1`,
    status: 403,
  },
  'a suspension': {
    change: 'update memberships set suspended = true where account_id = $1',
    restore: 'update memberships set suspended = false where account_id = $1',
    status: 401,
  },
  'a revoked token': ofTokens('revoked_at'),
  'the end of the token': ofTokens('expires_at'),
  'the organization’s rule about a second step': {
    change:
      'update organizations set requires_second_factor = true where id = (select organization_id from memberships where account_id = $1 limit 1)',
    restore:
      'update organizations set requires_second_factor = false where id = (select organization_id from memberships where account_id = $1 limit 1)',
    status: 401,
  },
}

const written = async (): Promise<unknown> =>
  market.sql(
    `select (select jsonb_agg(c order by id) from carts c) as carts, (select jsonb_agg(i order by application_id) from cart_items i) as items`,
  )

describe.each(Object.entries(CALLS))('%s', (_, [method, path, payload]) => {
  beforeAll(openCart)

  test.each(Object.entries(LOSSES))('is refused after %s', async (__, { change, restore, status }) => {
    const { accountId } = owner()
    expect((await market.call(owner(), 'GET', '/contents')).statusCode).toBe(200)
    const before = await written()
    await market.sql(change, [accountId])
    try {
      // Twice, because the first refusal must not be what the second one is found with.
      for (let time = 0; time < 2; time++) expect((await market.call(owner(), method, path(), payload)).statusCode).toBe(status)
      expect(await written()).toEqual(before)
    } finally {
      await market.sql(restore, [accountId])
    }
  })

  test('reads the caller once, in the statement that locks their rights', async () => {
    await market.call(owner(), 'GET', '/contents')
    const asked = await statementsOf(() => market.call(owner(), method, path(), payload))
    expect(asked.filter((text) => FINDS_CALLER.test(text))).toEqual([])
  })
})

test('somebody whose token was revoked does not learn whether a cart exists', async () => {
  await market.call(owner(), 'GET', '/contents')
  await market.sql('update tokens set revoked_at = now() where account_id = $1', [owner().accountId])
  try {
    expect((await market.call(owner(), 'DELETE', '/no-such-cart')).statusCode).toBe(401)
  } finally {
    await market.sql('update tokens set revoked_at = null where account_id = $1', [owner().accountId])
  }
})

test('who has won a right meanwhile is not refused', async () => {
  await openCart()
  const { accountId } = owner()
  await market.sql(`update memberships set role = 'viewer' where account_id = $1`, [accountId])
  try {
    expect((await market.call(owner(), 'DELETE', `/${cartId}`)).statusCode).toBe(403)
    await market.sql(`update memberships set role = 'owner' where account_id = $1`, [accountId])
    expect((await market.call(owner(), 'DELETE', `/${cartId}`)).statusCode).toBe(200)
  } finally {
    await market.sql(`update memberships set role = 'owner' where account_id = $1`, [accountId])
  }
})
