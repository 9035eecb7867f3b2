import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { type CartMarketplace, NOON, openCartMarketplace } from '../../../test/carts.ts'
import { createToken } from '../../../test/people.ts'
import { hashSecret, MARKETPLACE_CLIENT } from '../clients/index.ts'

let market: CartMarketplace
beforeAll(async () => {
  market = await openCartMarketplace()
})
afterAll(() => market.close())
beforeEach(() => market.empty())

const acme = () => market.acme.people
const patch = (cart: Cart, path: string, payload?: object, who = acme().owner) =>
  market.call(who, 'PATCH', `/${cart.id}${path}`, payload)
const remove = (cart: Cart, path: string, who = acme().owner) => market.call(who, 'DELETE', `/${cart.id}${path}`)
const add = (cart: Cart, slug: string, who = acme().owner) => patch(cart, `/applications/${market.idOf(slug)}`, undefined, who)
const rows = () => market.sql('select * from carts')
const items = () => market.sql('select * from cart_items')

describe('a cart', () => {
  test('is created once, found, and gone for others', async () => {
    expect((await market.call(acme().owner, 'GET', '/recent')).json()).toMatchObject({ code: 'CART_NOT_FOUND' })
    const created = await market.call(acme().owner, 'POST', '')
    expect(created.statusCode).toBe(201)
    const cart = created.json<Cart>()
    expect(cart).toMatchObject({
      name: 'Live Chat cart',
      product: 'livechat',
      seats: 5,
      products: [],
      state: 'open',
      can: { change: true, checkout: false, purchase: false },
      totals: { cart: 0, due: { net: 0, tax: 0, total: 0 }, taxRate: 8.25, taxName: 'Sales tax', nextMonth: 0, nextYear: 0 },
      cardRequired: false,
      hasCard: false,
      address: { country: 'US', zip: '75201', vatId: null },
      revision: 0,
      createdAt: NOON,
    })
    expect(cart.agents).toHaveLength(6)
    const again = await market.call(acme().viceowner, 'POST', '')
    expect([again.statusCode, again.json<Cart>().id]).toEqual([200, cart.id])
    expect((await market.call(acme().viceowner, 'GET', '/recent')).json()).toMatchObject({ id: cart.id })
    const theirs = await market.call(market.globex.people.owner, 'GET', `/${cart.id}`)
    const none = await market.call(market.globex.people.owner, 'GET', '/none')
    expect([theirs.statusCode, theirs.json().code]).toEqual([404, none.json().code])
    expect(await market.audit()).toMatchObject([{ action: 'cart.created', subject: cart.id }])
  })

  test('is one for each product', async () => {
    const desk = await market.ask(acme().owner, 'POST', '/api/v1/products-carts')
    const chat = await market.call(acme().owner, 'POST', '')
    expect([desk.json<Cart>().product, chat.json<Cart>().product, chat.statusCode]).toEqual(['helpdesk', 'livechat', 201])
  })

  test('needs a licence', async () => {
    await market.sql(`update licenses set active = false where organization_id = $1 and product = 'livechat'`, [market.acme.id])
    try {
      const refused = await market.call(acme().owner, 'POST', '')
      expect([refused.statusCode, refused.json().message]).toEqual([
        422,
        'Your Live Chat license is inactive. Go to Live Chat app and activate it.',
      ])
    } finally {
      await market.sql('update licenses set active = true')
    }
  })

  test('is for those who pay, and for the marketplace’s own client', async () => {
    const cart = await market.cartOf(acme().owner)
    for (const role of ['administrator', 'viewer', 'normal', 'member'] as const)
      for (const [method, path] of [
        ['POST', ''],
        ['GET', '/recent'],
        ['GET', `/${cart.id}`],
        ['DELETE', `/${cart.id}`],
        ['PATCH', `/${cart.id}/applications/${market.idOf('seats')}`],
        ['PATCH', `/${cart.id}/checkout`],
      ] as const)
        expect((await market.call(acme()[role], method, path)).statusCode).toBe(403)
    const token = await createToken(market.store, acme().owner, 'dal', {
      expiresAt: new Date('2100-01-01'),
      clientId: MARKETPLACE_CLIENT,
    })
    await market.sql(`insert into oauth_clients (id, name, type, scopes, trusted)
      select 'seller', 'Seller', type, scopes, false from oauth_clients where id = 'test-client'`)
    expect((await market.call({ token }, 'GET', `/${cart.id}`)).statusCode).toBe(200)
    await market.sql(`update tokens set client_id = 'seller' where hash = $1`, [hashSecret(token)])
    expect((await market.call({ token }, 'GET', `/${cart.id}`)).statusCode).toBe(403)
    expect((await market.call({ token }, 'PATCH', `/${cart.id}/applications/${market.idOf('seats')}`)).statusCode).toBe(403)
    expect(await rows()).toHaveLength(1)
    expect(await items()).toEqual([])
  })

  test('is polled with its ETag', async () => {
    const cart = await market.cartOf(acme().owner, 'discounted')
    const first = await market.call(acme().owner, 'GET', `/${cart.id}`)
    const etag = String(first.headers.etag)
    const poll = async (who = acme().owner) => {
      const { server } = market.app
      const url = `/api/v2/products-carts/${cart.id}`
      const headers = { authorization: `Bearer ${who.token}`, 'if-none-match': etag }
      return (await server.inject({ method: 'GET', url, headers })).statusCode
    }
    expect(await poll()).toBe(304)
    market.clock.set('2026-11-22T23:59:59.999Z')
    expect(await poll()).toBe(304)
    // The discount ends.
    market.clock.set('2026-11-23T00:00:00Z')
    expect(await poll()).toBe(200)
    market.clock.set(NOON)
    await market.sql(`update plans set price_cents = price_cents + 1 where application_id = $1`, [market.idOf('discounted')])
    expect(await poll()).toBe(200)
    await market.sql(`update plans set price_cents = price_cents - 1 where application_id = $1`, [market.idOf('discounted')])
    expect(await poll()).toBe(304)
    expect(await poll(acme().viceowner)).toBe(200)
    await add(cart, 'once')
    expect(await poll()).toBe(200)
  })
})

describe('adding', () => {
  test('takes the plan that the price describes, and does nothing the second time', async () => {
    const cart = await market.cartOf(acme().owner, 'plans')
    expect(cart.products).toMatchObject([{ slug: 'plans', plan: { name: 'Large', price: { unit: 2_000, total: 2_000 } } }])
    expect(cart.products[0]?.plans.map(({ name }) => name)).toEqual(['Small', 'Large', 'Year'])
    const again = (await add(cart, 'plans')).json<Cart>()
    expect(again).toEqual(cart)
    const contents = async (who = acme().owner) => (await market.call(who, 'GET', '/contents')).json()
    expect(await contents()).toEqual({ applications: [market.idOf('plans')] })
    expect(await contents(market.globex.people.owner)).toEqual({ applications: [] })
  })

  test('is seen in the open cart, where there is one', async () => {
    const none = await market.call(acme().owner, 'GET', '/open')
    expect([none.statusCode, none.body]).toEqual([204, ''])
    const cart = await market.cartOf(acme().owner, 'plans')
    expect((await market.call(acme().owner, 'GET', '/open')).json()).toEqual(cart)
    expect((await market.call(acme().viewer, 'GET', '/open')).statusCode).toBe(403)
    expect((await market.call(market.globex.people.owner, 'GET', '/open')).statusCode).toBe(204)
  })

  test('shows what it costs', async () => {
    const cart = await market.cartOf(acme().owner, 'seats', 'trial', 'once', 'desk-seats', 'tiers')
    expect(cart.products.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))).toMatchObject([
      { slug: 'desk-seats', product: 'helpdesk', plan: { price: { unit: 700, total: 3_500 } } },
      { slug: 'once', quantity: 1, due: { net: 4_900 }, renewal: null },
      {
        slug: 'seats',
        quantity: 5,
        due: { net: 6_000, tax: 495, total: 6_495 },
        renewal: { months: 1, at: '2026-12-22T00:00:00.000Z' },
      },
      { slug: 'tiers', plan: { price: { unit: 600, total: 3_000 } } },
      { slug: 'trial', trialDays: 14, due: { total: 0 }, renewal: { net: 6_000, at: '2026-12-06T00:00:00.000Z' } },
    ])
    expect(cart.totals).toMatchObject({ cart: 17_400, due: { net: 17_400, tax: 1_436, total: 18_836 } })
    expect(cart.summary.oneTime.map(({ name }) => name)).toEqual(['Once'])
    expect(cart.summary.recurrent.map(({ months, total }) => `${months}: ${total}`).toSorted()).toEqual([
      '1: 3000',
      '1: 3500',
      '1: 6000',
      '1: 6000',
    ])
    // Each renewal once, and the end of the trial.
    expect(cart.totals.nextMonth).toBe(6_495 * 2 + 3_789 + 3_248)
    expect(cart.totals.nextYear).toBe(12 * (6_495 * 2 + 3_789 + 3_248) + 5_304)
    expect(cart.totals.threeMoreSeats).toBe(3_897 * 2 + 2_273 + 1_949)
    expect(new Set(cart.agents.map(({ product }) => product))).toEqual(new Set(['livechat', 'helpdesk']))
    expect(cart.cardRequired).toBe(true)
  })

  test('a trial alone needs no card if its developer says so', async () => {
    expect((await market.cartOf(acme().owner, 'trial')).cardRequired).toBe(false)
    expect((await market.cartOf(acme().owner, 'card-trial')).cardRequired).toBe(true)
  })

  test('a trial is one for each organization, ever', async () => {
    await market.sql(
      `insert into trials (organization_id, application_id, charge_id, started_at) values ($1, $2, 'before', now())`,
      [market.acme.id, market.idOf('trial')],
    )
    const cart = await market.cartOf(acme().owner, 'trial')
    expect(cart.products).toMatchObject([{ trialDays: 0, due: { net: 6_000 } }])
    expect((await market.cartOf(market.globex.people.owner, 'trial')).products).toMatchObject([{ trialDays: 14 }])
  })

  test.each([
    ['free', 'NOT_FOR_SALE', 422],
    ['hourly', 'NOT_FOR_SALE', 422],
    ['own-paid', 'OWN_APPLICATION', 422],
    ['own-service', 'OWN_SERVICE', 422],
    ['enterprise-desk', 'PLAN_ENTERPRISE_NEEDED', 422],
    ['paid-resting', 'UNDER_MAINTENANCE', 422],
    ['paid-not-installable', 'NOT_INSTALLABLE', 422],
    ['paid-draft', 'APPLICATION_NOT_FOUND', 404],
    ['paid-scopes', 'INSTALL_NEEDS_SCOPES', 403],
    ['none', 'APPLICATION_NOT_FOUND', 404],
    ['a%00b', 'APPLICATION_NOT_FOUND', 404],
    ["'; drop table carts; --", 'APPLICATION_NOT_FOUND', 404],
    ['x'.repeat(101), 'INVALID_PARAMETERS', 400],
  ])('%s: %s', async (slug, code, status) => {
    const cart = await market.cartOf(acme().owner)
    const answer = await add(cart, slug)
    expect([answer.json().code, answer.statusCode]).toEqual([code, status])
    expect(await items()).toEqual([])
    expect((await market.call(acme().owner, 'GET', `/${cart.id}`)).json<Cart>().revision).toBe(0)
  })

  test('is refused for what was bought, and for an inactive licence of its product', async () => {
    const cart = await market.cartOf(acme().owner)
    await market.sql(
      `insert into entitlements (id, organization_id, application_id, source, starts_at, ends_at)
       values ('e', $1, $2, 'direct_charge', now(), '2026-11-22T13:00:00Z')`,
      [market.acme.id, market.idOf('seats')],
    )
    expect((await add(cart, 'seats')).json()).toMatchObject({ code: 'ALREADY_BOUGHT' })
    market.clock.set('2026-11-22T13:00:00Z')
    expect((await add(cart, 'seats')).statusCode).toBe(200)
    await market.sql(`update licenses set active = false where organization_id = $1 and product = 'helpdesk'`, [market.acme.id])
    try {
      expect((await add(cart, 'desk-seats')).json()).toMatchObject({
        code: 'LICENSE_INACTIVE',
        message: 'Your Help Desk license is inactive. Go to Help Desk app and activate it.',
      })
    } finally {
      await market.sql('update licenses set active = true')
    }
  })

  test('several at once: all or none', async () => {
    const cart = await market.cartOf(acme().owner)
    const ids = (...slugs: string[]) => `/applications?id=${slugs.map(market.idOf).join(',')}`
    expect((await patch(cart, ids('seats', 'once', 'free'))).json()).toMatchObject({ code: 'NOT_FOR_SALE' })
    expect(await items()).toEqual([])
    const both = (await patch(cart, ids('seats', 'once', 'seats'))).json<Cart>()
    expect(both.products.map(({ slug }) => slug).toSorted()).toEqual(['once', 'seats'])
    expect(both.revision).toBe(1)
    for (const hostile of ['/applications?id=', '/applications?id=,,', `/applications?id=${'a,'.repeat(900)}b${'c'.repeat(200)}`])
      expect((await patch(cart, hostile)).statusCode).toBe(400)
  })

  test('holds 50 at most', async () => {
    await market.sql(`insert into applications (id, slug, name, payment, published_at, submitted_at, accepted_at)
      select 'many-' || n, 'many-' || n, 'Many', '{"price": 99999999, "frequency": "once", "perAccount": false, "trialDays": 0}',
        '2026-01-01', '2026-01-01', '2026-01-01' from generate_series(1, 51) n`)
    await market.sql(`insert into plans (id, application_id, key, position, name, billing_cycle, pricing_type, price_cents)
      select 'many-' || n, 'many-' || n, 'once', 0, 'One-time', 'pay-once', 'per-agent', 99999999 from generate_series(1, 51) n`)
    await market.sql('update licenses set seats = 10000 where organization_id = $1', [market.acme.id])
    try {
      const cart = await market.cartOf(acme().owner)
      const numbers = Array.from({ length: 51 }, (_, index) => `many-${index + 1}`)
      for (let start = 0; start < 50; start += 10)
        expect((await patch(cart, `/applications?id=${numbers.slice(start, start + 10).join(',')}`)).statusCode).toBe(200)
      expect((await add(cart, 'many-51')).json()).toMatchObject({ code: 'CART_FULL' })
      const full = (await patch(cart, '/coupon/welcome10')).json<Cart>()
      expect(full.totals.cart).toBe(50 * 99_999_999 * 10_000)
      expect(full.totals.discount).toBe(5 * 99_999_999 * 10_000)
      // One seat above the limit of quantities.
      await market.sql('update licenses set seats = 10001 where organization_id = $1', [market.acme.id])
      const beyond = (await market.call(acme().owner, 'GET', `/${cart.id}`)).json<Cart>()
      expect(beyond.products[0]?.problem).toMatchObject({ code: 'NOT_FOR_SALE' })
    } finally {
      await market.sql('update licenses set seats = 5')
    }
  })

  test('does not find the cart of another organization', async () => {
    const cart = await market.cartOf(acme().owner)
    for (const answer of [
      await add(cart, 'seats', market.globex.people.owner),
      await remove(cart, '', market.globex.people.owner),
      await patch(cart, '/checkout', {}, market.globex.people.owner),
      await patch(cart, '/coupon/WELCOME10', undefined, market.globex.people.owner),
    ])
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'CART_NOT_FOUND'])
    expect((await market.call(acme().owner, 'GET', `/${cart.id}`)).json()).toEqual(cart)
  })
})

describe('changing', () => {
  test('the plan, and taking out', async () => {
    const cart = await market.cartOf(acme().owner)
    const plan = async (slug: string, id: string) => patch(cart, `/applications/${market.idOf(slug)}/plans/${id}`)
    const year = await market.planOf('plans', 'Year')
    expect((await plan('plans', year)).json()).toMatchObject({ products: [{ plan: { name: 'Year' }, renewal: { months: 12 } }] })
    const small = (await plan('plans', await market.planOf('plans', 'Small'))).json<Cart>()
    expect([small.revision, small.products[0]?.plan.name]).toEqual([2, 'Small'])
    for (const id of [await market.planOf('seats', 'Monthly'), 'none', 'a%00b'])
      expect((await plan('plans', id)).json()).toMatchObject({ code: 'PLAN_NOT_FOUND' })
    await market.sql('update plans set retired_at = now() where id = $1', [year])
    expect((await plan('plans', year)).json()).toMatchObject({ code: 'PLAN_NOT_FOUND' })
    await market.sql('update plans set retired_at = null')
    const emptied = (await remove(cart, `/applications/${market.idOf('plans')}`)).json<Cart>()
    expect([emptied.revision, emptied.products]).toEqual([3, []])
    expect((await remove(cart, '/applications/none')).json<Cart>().revision).toBe(3)
  })

  test('a coupon', async () => {
    const cart = await market.cartOf(acme().owner, 'once')
    const withCoupon = (await patch(cart, '/coupon/welcome10')).json<Cart>()
    expect(withCoupon).toMatchObject({
      coupon: { code: 'WELCOME10', percent: 10, amount: null, discount: 490 },
      totals: { cart: 4_900, discount: 490, due: { net: 4_410 } },
    })
    expect((await patch(cart, '/coupon/OneOff')).json()).toMatchObject({ coupon: { code: 'ONEOFF', amount: 500, discount: 500 } })
    for (const [code, refused] of [
      ['EXPIRED', 'COUPON_EXPIRED'],
      ['NONE', 'COUPON_NOT_FOUND'],
      ['LATER', 'COUPON_NOT_FOUND'],
      ['a%00b', 'COUPON_NOT_FOUND'],
    ] as const)
      expect((await patch(cart, `/coupon/${code}`)).json()).toMatchObject({ code: refused })
    expect((await patch(cart, `/coupon/${'x'.repeat(41)}`)).statusCode).toBe(400)
    expect((await patch(cart, '/coupon/4242%204242%204242%204242')).json()).toMatchObject({ code: 'CARD_NUMBER_SENT' })
    expect((await remove(cart, '/coupon')).json()).toMatchObject({ coupon: null, totals: { discount: 0 }, revision: 4 })
  })
})
