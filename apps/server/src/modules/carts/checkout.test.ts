import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { beginPayment, type CartMarketplace, NOON, openCartMarketplace } from '../../../test/carts.ts'
import { ApiError } from '../../core/api-error.ts'
import type { OrganizationId } from '../../core/caller.ts'
import { inTransaction } from '../../db/transaction.ts'
import { openExpiredCarts } from './checkout.ts'
import { claimPurchase, releaseCart, settleCart } from './settle-cart.ts'
import { type ItemOutcome, lockCart } from './repository.ts'

let market: CartMarketplace
beforeAll(async () => {
  market = await openCartMarketplace()
})
afterAll(() => market.close())
beforeEach(() => market.empty())

const acme = () => market.acme.people
const patch = (cart: Cart, path: string, payload?: object, who = acme().owner) =>
  market.call(who, 'PATCH', `/${cart.id}${path}`, payload)
const checkout = (cart: Cart, payload?: object, who = acme().owner) => patch(cart, '/checkout', payload, who)
const remove = (cart: Cart, path: string, who = acme().owner) => market.call(who, 'DELETE', `/${cart.id}${path}`)
const get = async (cart: Cart, who = acme().owner) => (await market.call(who, 'GET', `/${cart.id}`)).json<Cart>()
const within = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(market.store.client.database, work)
const at = () => market.clock.now()
const claim = (cart: Cart, who = acme().owner) =>
  within(async (transaction) =>
    claimPurchase(transaction, await lockCart(transaction, who.organizationId as OrganizationId, cart.id, at()), {
      accountId: who.accountId,
      at: at(),
    }),
  )
const codeOf = (answer: Awaited<ReturnType<typeof claim>>) => (answer instanceof ApiError ? answer.code : 'claimed')
const actions = async () => (await market.audit()).map(({ action, details }) => [action, (details as { why?: string }).why])

describe('a checkout', () => {
  test('locks for 15 minutes and freezes what it showed', async () => {
    const cart = await market.cartOf(acme().owner, 'seats', 'once')
    const answer = await checkout(cart)
    expect(answer.statusCode).toBe(200)
    const locked = answer.json<Cart>()
    expect(locked).toMatchObject({
      state: 'locked',
      lockedByMe: true,
      checkedOutUntil: '2026-11-22T12:15:00.000Z',
      can: { change: false, checkout: true, purchase: true },
      totals: cart.totals,
      revision: cart.revision + 1,
    })
    expect(locked.checksum).toMatch(/^[0-9a-f]{64}$/)
    expect(await get(cart, acme().viceowner)).toMatchObject({ state: 'locked', lockedByMe: false, can: { purchase: false } })
    // The price rises, but not for a buyer who has already seen it.
    await market.sql(`update plans set price_cents = 9999 where application_id = $1`, [market.idOf('seats')])
    expect((await get(cart)).totals).toEqual(locked.totals)
    await market.sql(`update plans set price_cents = 1200 where application_id = $1`, [market.idOf('seats')])
  })

  test('is the same for the same account, and refused for another until it is over', async () => {
    const cart = await market.cartOf(acme().owner, 'seats')
    const first = (await checkout(cart)).json<Cart>()
    market.clock.set('2026-11-22T12:14:59.999Z')
    const again = await checkout(cart, {})
    expect([again.statusCode, again.json()]).toEqual([200, first])
    const other = await checkout(cart, {}, acme().viceowner)
    expect([other.statusCode, other.json().code]).toEqual([409, 'PRODUCTS_CART_CHECKOUT_STARTED'])
    expect(await get(cart)).toEqual(first)
    market.clock.set('2026-11-22T12:15:00Z')
    expect(await get(cart)).toMatchObject({ state: 'open', checkedOutUntil: null, checksum: null })
    const taken = (await checkout(cart, {}, acme().viceowner)).json<Cart>()
    expect(taken).toMatchObject({ state: 'locked', lockedByMe: true, checkedOutUntil: '2026-11-22T12:30:00.000Z' })
    expect(await actions()).toEqual([
      ['cart.created', undefined],
      ['cart.locked', undefined],
      ['cart.opened', 'expired'],
      ['cart.locked', undefined],
    ])
  })

  test('has the tax of the address that is given', async () => {
    const cart = await market.cartOf(acme().owner, 'once')
    const german = (await checkout(cart, { country: 'de' })).json<Cart>()
    expect(german).toMatchObject({
      address: { country: 'DE', zip: null, vatId: null },
      totals: { due: { net: 4_900, tax: 931 }, taxRate: 19, taxName: 'VAT' },
    })
    market.clock.set('2026-11-22T12:05:00Z')
    const american = (await checkout(cart, { country: 'US', zip: '75201' })).json<Cart>()
    expect(american).toMatchObject({ checkedOutUntil: german.checkedOutUntil, totals: { taxRate: 8.25 } })
    expect(american.checksum).not.toBe(german.checksum)
    expect((await checkout(cart)).json()).toEqual(american)
    for (const body of [{ country: 'Germany' }, { country: 1 }, { zip: 'x'.repeat(17) }, { zip: '' }, { vat_id: '<b>' }, []])
      expect((await checkout(cart, body as object)).statusCode).toBe(400)
    expect((await get(cart)).totals).toEqual(american.totals)
    expect(codeOf(await claim(cart))).toBe('claimed')
  })

  test('is refused for an empty cart, and for less than the provider charges', async () => {
    const cart = await market.cartOf(acme().owner)
    expect((await checkout(cart)).json()).toMatchObject({ code: 'CART_EMPTY' })
    await market.cartOf(acme().owner, 'cheap')
    expect((await checkout(cart)).json()).toMatchObject({ code: 'TOTAL_TOO_SMALL' })
    expect(await get(cart)).toMatchObject({ state: 'open', can: { checkout: false } })
    await patch(cart, '/coupon/ALLOFF')
    expect((await checkout(cart)).json()).toMatchObject({ state: 'locked', totals: { due: { total: 0 } } })
  })

  test.each([
    ['beside something dearer', ['licence', 'cheap-monthly']],
    ['alone in a trial', ['cheap-trial']],
  ])('is refused if a renewal would be less than the provider charges: %s', async (_, slugs) => {
    const cart = await market.cartOf(acme().owner, ...slugs)
    expect((await checkout(cart)).json()).toMatchObject({ code: 'TOTAL_TOO_SMALL' })
    expect(await get(cart)).toMatchObject({ state: 'open', can: { checkout: false } })
  })

  test('is refused with a coupon that cannot be used any more', async () => {
    const cart = await market.cartOf(acme().owner, 'once')
    await patch(cart, '/coupon/TODAY')
    market.clock.set('2026-11-22T12:10:00Z')
    expect((await checkout(cart)).json()).toMatchObject({ code: 'COUPON_EXPIRED' })
    expect((await get(cart)).coupon).toMatchObject({ code: 'TODAY', discount: 0 })
    await remove(cart, '/coupon')
    await patch(cart, '/coupon/ONEOFF')
    await market.sql(
      `insert into payment_attempts (id, organization_id, subject_kind, subject_id, amount, description, saves_card, owner_away,
      state, lease_until, created_at, updated_at, ended_at) values ('used', $1, 'cart', 'another', 100, '', false, false, 'captured', now(), now(), now(), now())`,
      [market.globex.id],
    )
    await market.sql(
      `insert into coupon_redemptions (attempt_id, code, organization_id, redeemed_at) values ('used', 'ONEOFF', $1, now())`,
      [market.globex.id],
    )
    expect((await checkout(cart)).json()).toMatchObject({ code: 'COUPON_USED_UP' })
    expect((await patch(cart, '/coupon/ONEOFF')).json()).toMatchObject({ code: 'COUPON_USED_UP' })
  })

  test('holds the cart as it is', async () => {
    const cart = await market.cartOf(acme().owner, 'plans')
    const locked = (await checkout(cart)).json<Cart>()
    const small = await market.planOf('plans', 'Small')
    const app = (slug: string) => `/applications/${market.idOf(slug)}`
    const stored = await market.sql('select * from carts, cart_items')
    for (const answer of [
      await patch(cart, app('once')),
      await patch(cart, app('plans')),
      await patch(cart, `/applications?id=${market.idOf('once')}`),
      await patch(cart, `${app('plans')}/plans/${small}`),
      await patch(cart, '/coupon/WELCOME10'),
      await remove(cart, '/coupon'),
      await remove(cart, app('plans')),
      await remove(cart, app('once')),
    ])
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'PRODUCTS_CART_CHECKOUT_STARTED'])
    expect(await market.sql('select * from carts, cart_items')).toEqual(stored)
    expect(await get(cart)).toEqual(locked)
  })

  test('ends when somebody leaves it, or closes the cart', async () => {
    const cart = await market.cartOf(acme().owner, 'seats')
    await checkout(cart)
    const left = (await remove(cart, '/checkout', acme().viceowner)).json<Cart>()
    expect(left).toMatchObject({ state: 'open', checkedOutUntil: null, checksum: null, lockedByMe: false })
    expect((await remove(cart, '/checkout')).json()).toEqual(left)
    await checkout(cart)
    const closed = (await remove(cart, '')).json<Cart>()
    expect(closed).toMatchObject({ state: 'closed', closedAt: NOON, can: { change: false, checkout: false, purchase: false } })
    expect((await remove(cart, '')).json()).toEqual(closed)
    for (const answer of [await checkout(cart), await remove(cart, '/checkout'), await patch(cart, '/coupon/WELCOME10')])
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'CART_CLOSED'])
    expect((await market.call(acme().owner, 'GET', '/recent')).statusCode).toBe(404)
    expect((await market.call(acme().owner, 'POST', '')).statusCode).toBe(201)
  })

  test('runs out by itself', async () => {
    const cart = await market.cartOf(acme().owner, 'seats')
    await checkout(cart)
    const open = () =>
      openExpiredCarts({ database: market.store.client.database, clock: market.clock }, new AbortController().signal)
    market.clock.set('2026-11-22T12:14:59.999Z')
    await open()
    expect(await get(cart)).toMatchObject({ state: 'locked' })
    market.clock.set('2026-11-22T12:15:00Z')
    const before = await get(cart)
    await open()
    expect(await get(cart)).toMatchObject({ state: 'open', revision: before.revision + 1 })
    await open()
    expect((await actions()).filter(([, why]) => why === 'expired')).toHaveLength(1)
    expect(await market.sql('select locked_by, quote, checksum, checked_out_until from carts')).toEqual([
      { locked_by: null, quote: null, checksum: null, checked_out_until: null },
    ])
  })
})

describe('while a payment is on its way', () => {
  test('nobody changes, leaves or closes the cart, and its lock does not run out', async () => {
    const cart = await market.cartOf(acme().owner, 'seats')
    await checkout(cart)
    expect(codeOf(await claim(cart))).toBe('claimed')
    const attempt = await beginPayment(market, cart, market.acme.id)
    market.clock.set('2026-11-22T13:00:00Z')
    await openExpiredCarts({ database: market.store.client.database, clock: market.clock }, new AbortController().signal)
    expect(await get(cart)).toMatchObject({
      state: 'processing',
      lockedByMe: true,
      can: { purchase: false },
      acceptedUntil: NOON,
    })
    for (const answer of [
      await remove(cart, ''),
      await remove(cart, '/checkout'),
      await checkout(cart),
      await patch(cart, '/coupon/WELCOME10'),
      await remove(cart, `/applications/${market.idOf('seats')}`),
    ])
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'PRODUCTS_CART_CHECKOUT_STARTED'])
    expect(codeOf(await claim(cart))).toBe('PRODUCTS_CART_CHECKOUT_STARTED')
    await market.sql(`update payment_attempts set state = 'declined', ended_at = now() where id = $1`, [attempt])
    await within((transaction) => releaseCart(transaction, cart.id, 'billing-error', at()))
    expect(await get(cart)).toMatchObject({ state: 'open', products: [{ note: 'billing-error', purchasedAt: null }] })
    // The next checkout is a new attempt.
    expect((await checkout(cart)).json()).toMatchObject({ state: 'locked', products: [{ note: null }] })
  })
})

describe('claiming a purchase', () => {
  const changes: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      'a price is raised',
      () => market.sql(`update plans set price_cents = price_cents + 1 where application_id = $1`, [market.idOf('seats')]),
      () => market.sql(`update plans set price_cents = price_cents - 1 where application_id = $1`, [market.idOf('seats')]),
    ],
    [
      'a seat is added',
      () => market.sql('update licenses set seats = seats + 1 where organization_id = $1', [market.acme.id]),
      () => market.sql('update licenses set seats = 5'),
    ],
    [
      'the trial is used elsewhere',
      () =>
        market.sql(
          `insert into trials (organization_id, application_id, charge_id, started_at) values ($1, $2, 'other', now())`,
          [market.acme.id, market.idOf('trial')],
        ),
      () => market.sql('delete from trials'),
    ],
    [
      'the tax changes',
      () =>
        market.sql(
          `insert into tax_rates (country, state, name, rate, valid_from) values ('US', 'TX', 'Sales tax', 9000, '2026-11-22T12:00:30Z')`,
        ),
      () => market.sql('delete from tax_rates where rate = 9000'),
    ],
  ]
  test.each(changes)('is refused if %s, and the cart opens', async (_, make, undo) => {
    const cart = await market.cartOf(acme().owner, 'seats', 'trial')
    await checkout(cart)
    await make()
    try {
      market.clock.set('2026-11-22T12:01:00Z')
      expect(codeOf(await claim(cart))).toBe('PRODUCTS_CART_CHECKSUM')
      expect(await get(cart)).toMatchObject({ state: 'open', checksum: null, acceptedUntil: null })
      expect((await actions()).at(-1)).toEqual(['cart.opened', 'price-changed'])
      expect(codeOf(await claim(cart))).toBe('PRODUCTS_CART_CHECKSUM')
      await checkout(cart)
      expect(codeOf(await claim(cart))).toBe('claimed')
    } finally {
      await undo()
    }
  })

  test('is refused after the midnight at which a discount ends', async () => {
    market.clock.set('2026-11-22T23:55:00Z')
    const cart = await market.cartOf(acme().owner, 'discounted')
    expect(cart.totals.cart).toBe(800)
    await checkout(cart)
    market.clock.set('2026-11-23T00:00:00Z')
    expect((await get(cart)).totals.cart).toBe(800)
    expect(codeOf(await claim(cart))).toBe('PRODUCTS_CART_CHECKSUM')
    expect(await get(cart)).toMatchObject({ state: 'open', totals: { cart: 1_000 } })
  })

  test('is refused with a coupon that has expired since', async () => {
    const cart = await market.cartOf(acme().owner, 'once')
    await patch(cart, '/coupon/TODAY')
    await checkout(cart)
    market.clock.set('2026-11-22T12:10:00Z')
    expect(codeOf(await claim(cart))).toBe('COUPON_EXPIRED')
    expect(await get(cart)).toMatchObject({ state: 'open' })
  })

  test('needs the lock, and the account that holds it', async () => {
    const cart = await market.cartOf(acme().owner, 'seats')
    expect(codeOf(await claim(cart))).toBe('PRODUCTS_CART_CHECKSUM')
    await checkout(cart)
    expect(codeOf(await claim(cart, acme().viceowner))).toBe('PRODUCTS_CART_CHECKOUT_STARTED')
    await expect(claim(cart, market.globex.people.owner)).rejects.toThrow('There is no such cart.')
    market.clock.set('2026-11-22T12:15:00Z')
    expect(codeOf(await claim(cart))).toBe('PRODUCTS_CART_CHECKSUM')
    await remove(cart, '')
    expect(codeOf(await claim(cart))).toBe('CART_CLOSED')
  })

  test('says what it pays for, and which items nobody could deliver', async () => {
    const cart = await market.cartOf(acme().owner, 'seats', 'desk-seats')
    const locked = (await checkout(cart)).json<Cart>()
    await market.sql(`update licenses set active = false where product = 'helpdesk'`)
    try {
      const purchase = await claim(cart)
      if (purchase instanceof ApiError) throw purchase
      expect(purchase.quote.due).toEqual(locked.totals.due)
      expect(purchase.checksum).toBe(locked.checksum)
      const refused = purchase.items.map((item) => [item.application.slug, item.refused])
      expect(Object.fromEntries(refused)).toEqual({ seats: null, 'desk-seats': 'product-inactive' })
    } finally {
      await market.sql('update licenses set active = true')
    }
  })
})

describe('settling', () => {
  const bought = async () => {
    const cart = await market.cartOf(acme().owner, 'seats', 'once')
    await checkout(cart)
    await claim(cart)
    return cart
  }
  const settle = (cart: Cart, outcomes: ItemOutcome[]) =>
    within((transaction) =>
      settleCart(transaction, { id: cart.id, organizationId: market.acme.id as OrganizationId }, outcomes, at()),
    )
  const paid = (slug: string): ItemOutcome => ({
    applicationId: market.idOf(slug),
    purchased: true,
    chargeId: `charge of ${slug}`,
  })
  const noted = (slug: string, note: 'product-inactive' | 'not-installed'): ItemOutcome => ({
    applicationId: market.idOf(slug),
    purchased: false,
    note,
  })

  test('a part that was bought is a purchase', async () => {
    const cart = await bought()
    expect(await settle(cart, [paid('seats'), noted('once', 'not-installed')])).toBe('purchased')
    const purchased = await get(cart)
    expect(purchased).toMatchObject({ state: 'purchased', purchasedAt: NOON, closedAt: null, checkedOutUntil: null })
    expect(purchased.totals.due).toEqual({ net: 6_000, tax: 495, total: 6_495 })
    const outcomes = purchased.products.map((one) => [one.slug, [one.purchasedAt, one.note, one.chargeId, one.due.total]])
    expect(Object.fromEntries(outcomes)).toEqual({
      seats: [NOON, null, 'charge of seats', 6_495],
      once: [null, 'not-installed', null, 0],
    })
    for (const answer of [await remove(cart, ''), await remove(cart, '/checkout'), await checkout(cart)])
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'CART_PURCHASED'])
    expect(codeOf(await claim(cart))).toBe('CART_PURCHASED')
    await expect(settle(cart, [paid('seats'), paid('once')])).rejects.toThrow('was purchased')
    await expect(within((transaction) => releaseCart(transaction, cart.id, null, at()))).rejects.toThrow('was purchased')
    expect(await get(cart)).toEqual(purchased)
    // A later price does not change what was bought.
    await market.sql(`update plans set price_cents = 9999 where application_id = $1`, [market.idOf('seats')])
    expect((await get(cart)).totals).toEqual(purchased.totals)
    await market.sql(`update plans set price_cents = 1200 where application_id = $1`, [market.idOf('seats')])
  })

  test('only inactive products are a purchase, anything else opens the cart', async () => {
    const inactive = await bought()
    expect(await settle(inactive, [noted('seats', 'product-inactive'), noted('once', 'product-inactive')])).toBe('purchased')
    const failed = await bought()
    expect(failed.id).not.toBe(inactive.id)
    expect(await settle(failed, [noted('seats', 'product-inactive'), noted('once', 'not-installed')])).toBe('open')
    const notes = (await get(failed)).products.map(({ slug, note }) => [slug, note])
    expect(Object.fromEntries(notes)).toEqual({ seats: 'product-inactive', once: 'not-installed' })
    expect(await get(failed)).toMatchObject({ state: 'open', purchasedAt: null })
  })

  test.each([
    ['too few', () => [paid('seats')]],
    ['too many', () => [paid('seats'), paid('once'), paid('licence')]],
    ['twice the same', () => [paid('seats'), paid('seats')]],
  ])('is refused with %s outcomes, and nothing is written', async (_, outcomes) => {
    const cart = await bought()
    const before = await get(cart)
    await expect(settle(cart, outcomes())).rejects.toThrow('outcomes')
    expect(await get(cart)).toEqual(before)
  })
})
