import { describe, expect, test } from 'vitest'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import type { DirectCharge } from '@marketplace/contracts/charges/schemas'
import { type Shop, useShop } from '../../../test/purchases.ts'
import { inTransaction } from '../../db/transaction.ts'
import { keepEarlierInstalls } from '../charges/index.ts'

const DECLINED = '4000 0000 0000 0002'
const NO_CAPTURE = '4000 0000 0000 4210'
const CHALLENGE = '4000 0027 6000 3184'

let shop: Shop
useShop((opened) => {
  shop = opened
})

const acme = () => shop.acme.people
const cartNow = async ({ id }: Pick<Cart, 'id'>) => (await shop.call(acme().owner, 'GET', `/${id}`)).json<Cart>()
const captures = async (): Promise<number[]> => {
  const attempts = new Set((await shop.sql<{ id: string }>('select id from payment_attempts')).map(({ id }) => id))
  return (await shop.opened.sandbox().ledger()).captures
    .filter(({ metadata }) => attempts.has(metadata.attempt ?? ''))
    .map(({ amount }) => amount)
}
const installed = async () =>
  (await shop.sql<{ application_id: string }>('select application_id from installations where uninstalled_at is null'))
    .map(({ application_id: id }) => id)
    .toSorted()
const chargeStates = async () =>
  (
    await shop.sql<{ state: string }>('select state from recurrent_charges union all select state from direct_charges order by 1')
  ).map(({ state }) => state)
const expectRightBooks = async () => expect(await shop.violations()).toEqual([])

describe('PATCH /products-carts/{id}/purchase', () => {
  test('pays once, and gives everything', async () => {
    const cart = await shop.lockedCart(acme().owner, 'seats', 'once', 'trial')
    const { status, body } = await shop.buy(acme().owner, cart.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'purchased', clientSecret: null })
    expect(body.cart.products.map(({ note, purchasedAt }) => [note, purchasedAt !== null])).toEqual([
      [null, true],
      [null, true],
      [null, true],
    ])
    // 5 seats at 1,200 and one at 4,900, each with 8.25 % tax.
    expect(await captures()).toEqual([6_000 + 495 + 4_900 + 404])
    expect(cart.totals.due.total).toBe(11_799)
    expect(await installed()).toEqual(['seats', 'once', 'trial'].map(shop.idOf).toSorted())
    expect(await chargeStates()).toEqual(['active', 'active', 'success'])
    await expectRightBooks()
    const again = await shop.buy(acme().owner, cart.id)
    expect([again.status, again.body.code]).toEqual([409, 'CART_PURCHASED'])
    expect(await captures()).toHaveLength(1)
  })

  test('charges a one-time price at once, though the catalogue names trial days for it', async () => {
    const cart = await shop.lockedCart(acme().owner, 'licence', 'once-trial')
    // 3,000 and 4,900, each with 8.25 % tax.
    const total = 3_000 + 248 + 4_900 + 404
    expect(cart.totals.due.total).toBe(total)
    expect(cart.products.map(({ trialDays }) => trialDays)).toEqual([0, 0])
    expect((await shop.buy(acme().owner, cart.id)).body.status).toBe('purchased')
    expect(await captures()).toEqual([total])
    await expectRightBooks()
  })

  test('with one key is one purchase, and answers the same again', async () => {
    const cart = await shop.lockedCart(acme().owner, 'once')
    const answers = await Promise.all([1, 2, 3].map(() => shop.buy(acme().owner, cart.id, 'key-1')))
    for (const { status, body } of answers) expect([status, body.status]).toEqual([200, 'purchased'])
    expect(await captures()).toHaveLength(1)
    await expectRightBooks()
  })

  test('without keys, at once: one buys, the others get 409', async () => {
    const cart = await shop.lockedCart(acme().owner, 'once')
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.buy(acme().owner, cart.id)))
    const codes = answers.map(({ status, body }) => (status === 200 ? body.status : body.code))
    expect(codes.filter((code) => code === 'purchased')).toHaveLength(1)
    expect(new Set(codes.filter((code) => code !== 'purchased'))).toEqual(
      new Set(codes.filter((code) => code === 'PRODUCTS_CART_CHECKOUT_STARTED' || code === 'CART_PURCHASED')),
    )
    expect(await captures()).toHaveLength(1)
    await expectRightBooks()
  })

  test('needs a lock, and by this account', async () => {
    const open = await shop.cartOf(acme().owner, 'once')
    expect((await shop.buy(acme().owner, open.id)).body.code).toBe('PRODUCTS_CART_CHECKSUM')
    await shop.call(acme().viceowner, 'PATCH', `/${open.id}/checkout`, {})
    expect((await shop.buy(acme().owner, open.id)).body.code).toBe('PRODUCTS_CART_CHECKOUT_STARTED')
    expect((await shop.buy(acme().normal, open.id)).status).toBe(403)
    expect((await shop.buy(shop.globex.people.owner, open.id)).status).toBe(404)
    expect(await shop.sql('select 1 from payment_attempts')).toEqual([])
  })

  test('after the price has changed: 409, nothing asked of the provider, and the cart is open', async () => {
    const cart = await shop.lockedCart(acme().owner, 'once')
    await shop.sql(`update plans set price_cents = 5000 where application_id = $1`, [shop.idOf('once')])
    try {
      expect((await shop.buy(acme().owner, cart.id)).body.code).toBe('PRODUCTS_CART_CHECKSUM')
    } finally {
      await shop.sql(`update plans set price_cents = 4900 where application_id = $1`, [shop.idOf('once')])
    }
    expect((await cartNow(cart)).state).toBe('open')
    expect(await shop.sql('select 1 from payment_attempts')).toEqual([])
  })

  test('with a card that is declined: 422, each item noted, the cart open, and nothing given', async () => {
    await shop.giveCard(shop.acme, DECLINED)
    const cart = await shop.lockedCart(acme().owner, 'seats', 'once')
    expect((await shop.buy(acme().owner, cart.id)).body.code).toBe('CARD_DECLINED')
    const after = await cartNow(cart)
    expect(after.state).toBe('open')
    expect(after.products.map(({ note }) => note)).toEqual(['billing-error', 'billing-error'])
    expect([await captures(), await installed()]).toEqual([[], []])
    await expectRightBooks()
    await shop.giveCard(shop.acme)
    await shop.call(acme().owner, 'PATCH', `/${cart.id}/checkout`, {})
    expect((await shop.buy(acme().owner, cart.id)).body.status).toBe('purchased')
    await expectRightBooks()
  })

  test('whose capture is declined takes everything back: installs, consents, tokens, rights and trials', async () => {
    await shop.giveCard(shop.acme, NO_CAPTURE)
    const cart = await shop.lockedCart(acme().owner, 'once', 'trial')
    expect((await shop.buy(acme().owner, cart.id)).body.code).toBe('CARD_DECLINED')
    expect(await installed()).toEqual([])
    expect(await chargeStates()).toEqual(['declined', 'failed'])
    expect(await shop.sql('select 1 from consents')).toEqual([])
    expect(await shop.sql('select 1 from trials')).toEqual([])
    expect(await shop.sql('select 1 from entitlements where ended_at is null')).toEqual([])
    expect((await cartNow(cart)).products.map(({ note }) => note)).toEqual(['billing-error', 'billing-error'])
    await expectRightBooks()
  })

  test('keeps what had been installed before a purchase that came to nothing', async () => {
    await shop.sql(
      `insert into installations (id, organization_id, application_id, installed_by, installed_at)
       values ('earlier', $1, $2, $3, '2026-01-01')`,
      [shop.acme.id, shop.idOf('once'), acme().owner.accountId],
    )
    await shop.giveCard(shop.acme, NO_CAPTURE)
    const cart = await shop.lockedCart(acme().owner, 'once')
    expect((await shop.buy(acme().owner, cart.id)).body.code).toBe('CARD_DECLINED')
    expect(await installed()).toEqual([shop.idOf('once')])
    // The purchase that came to nothing does not cost the free right to an application from before it had a price.
    const { database } = shop.store.client
    expect(await inTransaction(database, (transaction) => keepEarlierInstalls(transaction, shop.clock.now(), 10))).toBe(1)
  })

  test('captures only what could be installed', async () => {
    const cart = await shop.lockedCart(acme().owner, 'licence', 'once')
    await shop.sql(`update applications set under_maintenance = true where id = $1`, [shop.idOf('once')])
    try {
      expect((await shop.buy(acme().owner, cart.id)).body.status).toBe('purchased')
    } finally {
      await shop.sql(`update applications set under_maintenance = false where id = $1`, [shop.idOf('once')])
    }
    const notes = (await cartNow(cart)).products.map(({ slug, note }) => [slug, note])
    expect(Object.fromEntries(notes)).toEqual({ licence: null, once: 'not-installed' })
    expect(await captures()).toEqual([3_000 + 248])
    expect(await installed()).toEqual([shop.idOf('licence')])
    await expectRightBooks()
  })

  test('releases the money where nothing could be installed, and the cart is open', async () => {
    const cart = await shop.lockedCart(acme().owner, 'once')
    await shop.sql(`update applications set under_maintenance = true where id = $1`, [shop.idOf('once')])
    try {
      expect((await shop.buy(acme().owner, cart.id)).body.code).toBe('PAYMENTS_UNAVAILABLE')
    } finally {
      await shop.sql(`update applications set under_maintenance = false where id = $1`, [shop.idOf('once')])
    }
    expect(await captures()).toEqual([])
    const after = await cartNow(cart)
    expect([after.state, after.products[0]?.note]).toEqual(['open', 'not-installed'])
    await expectRightBooks()
  })

  test('notes products whose licence is inactive, and asks the provider for nothing if there are no others', async () => {
    const cart = await shop.lockedCart(acme().owner, 'desk-seats')
    await shop.sql(
      `update licenses set active = false, cancelled_at = '2026-01-01' where organization_id = $1 and product = 'helpdesk'`,
      [shop.acme.id],
    )
    try {
      const { body } = await shop.buy(acme().owner, cart.id)
      expect(body.status).toBe('purchased')
      expect(body.cart.products[0]).toMatchObject({ note: 'product-inactive', purchasedAt: null })
    } finally {
      await shop.sql(`update licenses set active = true, cancelled_at = null where organization_id = $1`, [shop.acme.id])
    }
    expect(await captures()).toEqual([])
    await expectRightBooks()
  })

  test('of trials alone takes no money; a card only where the trial asks for one', async () => {
    await shop.takeCard(shop.acme)
    const cart = await shop.lockedCart(acme().owner, 'trial')
    expect((await shop.buy(acme().owner, cart.id)).body.status).toBe('purchased')
    expect(await captures()).toEqual([])
    await expectRightBooks()
    const asks = await shop.lockedCart(acme().owner, 'card-trial')
    expect((await shop.buy(acme().owner, asks.id)).body.code).toBe('CARD_NEEDED')
    await shop.giveCard(shop.acme)
    expect((await shop.buy(acme().owner, asks.id)).body.status).toBe('purchased')
    expect(await shop.sql('select 1 from sales')).toEqual([])
    await expectRightBooks()
  })

  test.each([
    ['WELCOME10', [4_410 + 364]],
    ['ONEOFF', [4_400 + 363]],
    ['ALLOFF', []],
  ])('with the coupon %s takes it off, and uses it up', async (coupon, expected) => {
    const { id } = await shop.cartOf(acme().owner, 'once')
    await shop.call(acme().owner, 'PATCH', `/${id}/coupon/${coupon}`)
    await shop.call(acme().owner, 'PATCH', `/${id}/checkout`, {})
    expect((await shop.buy(acme().owner, id)).body.status).toBe('purchased')
    expect(await captures()).toEqual(expected)
    const bought = (await shop.ask(acme().owner, 'GET', '/billing/v3/direct_charge/livechat')).json<{ result: DirectCharge[] }>()
    expect(bought.result.map(({ taxes }) => taxes.total_price)).toEqual([expected[0] ?? 0])
    expect(await shop.sql('select code from coupon_redemptions where redeemed_at is not null')).toEqual([{ code: coupon }])
    await expectRightBooks()
  })

  test.each(['once', 'seats'])('%s, for which a coupon pays all, needs a card all the same, as the cart says', async (slug) => {
    await shop.takeCard(shop.acme)
    const { id } = await shop.cartOf(acme().owner, slug)
    await shop.call(acme().owner, 'PATCH', `/${id}/coupon/ALLOFF`)
    const held = (await shop.call(acme().owner, 'PATCH', `/${id}/checkout`, {})).json<Cart>()
    expect([held.cardRequired, held.totals.due.total]).toEqual([true, 0])
    expect((await shop.buy(acme().owner, id)).body.code).toBe('CARD_NEEDED')
    expect(await installed()).toEqual([])
    await shop.giveCard(shop.acme)
    expect((await shop.buy(acme().owner, id)).body.status).toBe('purchased')
    expect(await captures()).toEqual([])
    await expectRightBooks()
  })

  describe('while the bank asks the owner', () => {
    const challenged = async () => {
      await shop.giveCard(shop.acme, CHALLENGE)
      const cart = await shop.lockedCart(acme().owner, 'once')
      const { body } = await shop.buy(acme().owner, cart.id)
      expect(body).toMatchObject({ status: 'action_required', clientSecret: expect.stringContaining('_secret_') })
      expect(body.cart.state).toBe('processing')
      return { cart, clientSecret: body.clientSecret ?? '' }
    }

    test('the same account goes on with the same payment', async () => {
      const { cart, clientSecret } = await challenged()
      expect((await shop.buy(acme().owner, cart.id)).body).toMatchObject({ status: 'action_required', clientSecret })
      expect((await shop.buy(acme().viceowner, cart.id)).body.code).toBe('PRODUCTS_CART_CHECKOUT_STARTED')
      await shop.opened.sandbox().answerChallenge(clientSecret, 'complete')
      expect((await shop.buy(acme().owner, cart.id)).body.status).toBe('purchased')
      expect(await captures()).toHaveLength(1)
      await expectRightBooks()
    })

    test('an owner who fails is declined', async () => {
      const { cart, clientSecret } = await challenged()
      await shop.opened.sandbox().answerChallenge(clientSecret, 'fail')
      expect((await shop.buy(acme().owner, cart.id)).body.code).toBe('CARD_DECLINED')
      expect((await cartNow(cart)).state).toBe('open')
      await expectRightBooks()
    })

    test('the cart opens when its checkout ends, if nobody answers', async () => {
      const { cart } = await challenged()
      shop.clock.set('2026-11-22T12:15:00.000Z')
      await shop.buy(acme().owner, cart.id)
      const after = await cartNow(cart)
      expect([after.state, after.products[0]?.note]).toEqual(['open', null])
      expect(await captures()).toEqual([])
      await expectRightBooks()
    })
  })
})
