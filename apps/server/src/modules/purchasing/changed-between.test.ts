// Changes between a checkout and its purchase: the buyer is charged only amounts that were shown.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Cart, MOST_IN_CART } from '@marketplace/contracts/carts/schemas'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { purchase, type Shop, useShop } from '../../../test/purchases.ts'

const ASKS = '4000 0027 6000 3184'
const EVENING = '2026-11-22T23:55:00.000Z'
const MIDNIGHT = '2026-11-23T00:00:00.000Z'
const MANY = Array.from({ length: MOST_IN_CART + 1 }, (_, index) => `many-${index}`)

let shop: Shop
useShop((opened) => {
  shop = opened
})
beforeAll(async () => {
  const lines = MANY.map((slug, index) => line(slug, { payment: { price: 100 + index, frequency: 'once' } }))
  await shop.store.importLines(lines, { now: new Date('2026-10-01') })
})

const owner = () => shop.acme.people.owner
const attempts = () => shop.sql('select 1 from payment_attempts')
const captured = async () => {
  const { captures } = await shop.opened.sandbox().ledger()
  const ours = new Set((await shop.sql<{ id: string }>('select id from payment_attempts')).map(({ id }) => id))
  return captures.filter(({ metadata }) => ours.has(metadata.attempt ?? '')).map(({ amount }) => amount)
}
const expectRightBooks = async () => expect(await shop.violations()).toEqual([])
const idsOf = async (slugs: readonly string[]) => {
  const rows = await shop.sql<{ id: string; slug: string }>('select id, slug from applications where slug = any($1)', [slugs])
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]))
  return slugs.map((slug) => ids.get(slug) ?? '')
}

/** Removes a plan from the application, as a new version of its developer does. Returns a function that restores the plan. */
const withdraw = async (slug: string, name: string): Promise<() => Promise<unknown>> => {
  const offer = (names: readonly string[]) =>
    shop.store.importLines(
      [
        line(slug, {
          payment: { price: 2_000, frequency: 'monthly' },
          plans: names.map((each, index) => ({
            name: each,
            billingCycle: 'pay-monthly',
            pricingType: 'per-organization',
            price: 500 + index * 1_500,
          })),
        }),
      ],
      { now: new Date('2026-10-01') },
    )
  await offer(['Small', 'Large'].filter((each) => each !== name))
  return () => offer(['Small', 'Large'])
}

/** A charge for the cheapest plan of an application, that its buyer has not paid yet. */
const charged = async (slug: string, plan: string) => {
  const planId = await shop.planOf(slug, plan)
  const answer = await shop.ask(owner(), 'POST', `/api/v2/applications/${shop.idOf(slug)}/create-charge`, { plan_id: planId })
  const { id, type } = answer.json<{ id: string; type: string }>()
  return { id, path: `/billing/v3/${type}/livechat/${id}` }
}
const put = async (path: string, step: 'accept' | 'activate') => {
  const answer = await shop.ask(owner(), 'PUT', `${path}/${step}`)
  return answer.json<{ code?: string }>().code ?? answer.statusCode
}

describe('a plan that is withdrawn', () => {
  test('after the checkout of a cart is not delivered and not paid for; the rest costs what was shown', async () => {
    const cart = await shop.cartOf(owner(), 'plans', 'once')
    const planId = await shop.planOf('plans', 'Small')
    await shop.call(owner(), 'PATCH', `/${cart.id}/applications/${shop.idOf('plans')}/plans/${planId}`)
    const locked = (await shop.call(owner(), 'PATCH', `/${cart.id}/checkout`, {})).json<Cart>()
    expect(locked.state).toBe('locked')
    const putBack = await withdraw('plans', 'Small')
    try {
      const { products } = await purchase(shop, owner(), cart.id)
      // Both were put into the cart at the same instant of the test's clock, so their order is that of their ids.
      expect(new Map(products.map(({ name, note }) => [name, note]))).toEqual(
        new Map([
          ['Plans', 'not-installed'],
          ['Once', null],
        ]),
      )
      expect(await captured()).toEqual([4_900 + 404])
      await expectRightBooks()
    } finally {
      await putBack()
    }
  })

  test('before its charge is paid: nothing is charged', async () => {
    const { path } = await charged('plans', 'Small')
    expect(await put(path, 'accept')).toBe(200)
    const putBack = await withdraw('plans', 'Small')
    try {
      expect(await put(path, 'activate')).toBe('PRICE_CHANGED')
      expect(await attempts()).toEqual([])
    } finally {
      await putBack()
    }
  })
})

describe('a discount that ends at midnight', () => {
  test('after the checkout of a cart: 409, the provider is not asked, and the next checkout shows the price of today', async () => {
    shop.clock.set(EVENING)
    const cart = await shop.lockedCart(owner(), 'discounted')
    expect(cart.totals.due.total).toBe(866)
    shop.clock.set(MIDNIGHT)
    const { status, body } = await shop.buy(owner(), cart.id)
    expect([status, body.code]).toEqual([409, 'PRODUCTS_CART_CHECKSUM'])
    expect(await attempts()).toEqual([])
    const again = (await shop.call(owner(), 'PATCH', `/${cart.id}/checkout`, {})).json<Cart>()
    await purchase(shop, owner(), cart.id)
    expect([again.totals.due.total, ...(await captured())]).toEqual([1_083, 1_083])
    await expectRightBooks()
  })

  test('before its charge is paid: nothing is charged', async () => {
    shop.clock.set(EVENING)
    const [plan] = await shop.sql<{ name: string }>('select name from plans where application_id = $1', [shop.idOf('discounted')])
    const { path } = await charged('discounted', plan?.name ?? '')
    expect(await put(path, 'accept')).toBe(200)
    shop.clock.set(MIDNIGHT)
    expect(await put(path, 'activate')).toBe('PRICE_CHANGED')
    expect(await attempts()).toEqual([])
  })
})

describe('two windows of one account: a checkout of the second, with the tax of another address', () => {
  const pay = async ({ id }: Pick<Cart, 'id'>, body?: object) => {
    const answer = await shop.call(owner(), 'PATCH', `/${id}/purchase`, body)
    return answer.json<{ code?: string; status?: string }>().code ?? answer.statusCode
  }
  const inGermany = async ({ id }: Pick<Cart, 'id'>) =>
    (await shop.call(owner(), 'PATCH', `/${id}/checkout`, { country: 'DE' })).json<Cart>()
  const now = async ({ id }: Pick<Cart, 'id'>) => (await shop.call(owner(), 'GET', `/${id}`)).json<Cart>()

  test('the first does not pay the total of the second, the provider is not asked, and the checkout stays as the second shows it', async () => {
    const first = await shop.lockedCart(owner(), 'once')
    const second = await inGermany(first)
    expect([first.totals.due.total, second.totals.due.total]).toEqual([4_900 + 404, 4_900 + 931])
    expect(await pay(first, { checksum: first.checksum })).toBe('PRODUCTS_CART_CHECKSUM')
    expect(await pay(first, { checksum: '' })).toBe('PRODUCTS_CART_CHECKSUM')
    expect(await attempts()).toEqual([])
    expect(await now(first)).toMatchObject({ state: 'locked', lockedByMe: true, checksum: second.checksum })
    expect(await pay(first, { checksum: second.checksum })).toBe(200)
    expect(await captured()).toEqual([second.totals.due.total])
    await expectRightBooks()
  })

  test('the first does not go on with a payment of the second that the bank asks about', async () => {
    await shop.giveCard(shop.acme, ASKS)
    const first = await shop.lockedCart(owner(), 'once')
    const second = await inGermany(first)
    expect((await shop.call(owner(), 'PATCH', `/${first.id}/purchase`, { checksum: second.checksum })).json()).toMatchObject({
      status: 'action_required',
    })
    expect(await pay(first, { checksum: first.checksum })).toBe('PRODUCTS_CART_CHECKSUM')
    expect(await now(first)).toMatchObject({ state: 'processing', lockedByMe: true })
    expect(await pay(first, { checksum: second.checksum })).toBe(200)
    await shop.call(owner(), 'DELETE', `/${first.id}/checkout`)
    expect(await captured()).toEqual([])
    await expectRightBooks()
  })

  test.each([
    ['no body', undefined],
    ['an empty body', {}],
  ])('a client that sends %s buys what is checked out', async (_, body) => {
    const { id, totals } = await inGermany(await shop.lockedCart(owner(), 'once'))
    expect(await pay({ id }, body)).toBe(200)
    expect(await captured()).toEqual([totals.due.total])
    await expectRightBooks()
  })

  test('a price that has changed as well opens the cart, whatever was shown', async () => {
    shop.clock.set(EVENING)
    const cart = await shop.lockedCart(owner(), 'discounted')
    shop.clock.set(MIDNIGHT)
    expect(await pay(cart, { checksum: 'another' })).toBe('PRODUCTS_CART_CHECKSUM')
    expect(await now(cart)).toMatchObject({ state: 'open' })
    expect(await attempts()).toEqual([])
  })

  test('what was shown is a short text', async () => {
    const cart = await shop.lockedCart(owner(), 'once')
    for (const checksum of [5, null, 'x'.repeat(101)]) expect(await pay(cart, { checksum })).toBe('INVALID_PARAMETERS')
    expect(await attempts()).toEqual([])
  })
})

test('a cart as full as it may be is one payment for all; one more does not go in', async () => {
  const ids = await idsOf(MANY)
  const { id } = await shop.cartOf(owner())
  const whole = await shop.call(owner(), 'PATCH', `/${id}/applications?id=${ids.slice(0, MOST_IN_CART).join(',')}`)
  expect([whole.statusCode, whole.json<Cart>().products.length]).toEqual([200, MOST_IN_CART])
  const more = await shop.call(owner(), 'PATCH', `/${id}/applications/${ids[MOST_IN_CART] ?? ''}`)
  expect(more.json<{ code: string }>().code).toBe('CART_FULL')
  const locked = (await shop.call(owner(), 'PATCH', `/${id}/checkout`, {})).json<Cart>()
  const { products } = await purchase(shop, owner(), id)
  expect(products.filter(({ note, purchasedAt }) => note === null && purchasedAt !== null)).toHaveLength(MOST_IN_CART)
  expect(await captured()).toEqual([locked.totals.due.total])
  await expectRightBooks()
})
