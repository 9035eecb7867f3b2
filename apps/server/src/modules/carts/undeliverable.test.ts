// The warnings in a cart, before the payment, about an application that cannot be delivered.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { type CartMarketplace, openCartMarketplace } from '../../../test/carts.ts'
import { ApiError } from '../../core/api-error.ts'
import type { OrganizationId } from '../../core/caller.ts'
import { inTransaction } from '../../db/transaction.ts'
import { claimPurchase } from './settle-cart.ts'
import { lockCart } from './repository.ts'

let market: CartMarketplace
beforeAll(async () => {
  market = await openCartMarketplace()
})
afterAll(() => market.close())
beforeEach(() => market.empty())

const owner = () => market.acme.people.owner
const get = async ({ id }: Cart) => (await market.call(owner(), 'GET', `/${id}`)).json<Cart>()
const checkout = (cart: Cart) => market.call(owner(), 'PATCH', `/${cart.id}/checkout`, {})
const claim = ({ id }: Cart) =>
  inTransaction(market.store.client.database, async (transaction) =>
    claimPurchase(transaction, await lockCart(transaction, owner().organizationId as OrganizationId, id, market.clock.now()), {
      accountId: owner().accountId,
      at: market.clock.now(),
    }),
  )
const setDesk = (active: boolean) => market.sql(`update licenses set active = $1 where product = 'helpdesk'`, [active])
/** Does something while the help desk's licence is inactive. */
const withoutDesk = async (work: () => Promise<void>): Promise<void> => {
  await setDesk(false)
  try {
    await work()
  } finally {
    await setDesk(true)
  }
}
const rest = (slug: string, resting: boolean) =>
  market.sql('update applications set under_maintenance = $2 where id = $1', [market.idOf(slug), resting])

test('is not in the total, nor in what it will be, and takes nothing of the coupon', async () => {
  const alone = await market.cartOf(owner(), 'once', 'seats')
  await market.call(owner(), 'PATCH', `/${alone.id}/coupon/ONEOFF`)
  const expected = await get(alone)
  const cart = await market.cartOf(owner(), 'desk-seats')
  expect((await get(cart)).totals.due.total).toBeGreaterThan(expected.totals.due.total)
  await withoutDesk(async () => {
    const shown = await get(cart)
    const { nextMonth, nextYear, threeMoreSeats, due, discount } = expected.totals
    expect(shown.totals).toMatchObject({ nextMonth, nextYear, threeMoreSeats, due, discount })
    expect(shown.summary).toEqual(expected.summary)
    expect(shown.can.checkout).toBe(true)
    expect(shown.products.find(({ slug }) => slug === 'desk-seats')).toMatchObject({
      due: { net: 0, tax: 0, total: 0 },
      problem: { code: 'LICENSE_INACTIVE' },
    })
    const locked = (await checkout(cart)).json<Cart>()
    expect(locked.totals.due).toEqual(due)
    const purchase = await claim(cart)
    if (purchase instanceof ApiError) throw purchase
    expect(purchase.quote.due).toEqual(due)
    const refused = purchase.items.map(({ application, refused: why }) => [application.slug, why])
    expect(Object.fromEntries(refused)).toEqual({ once: null, seats: null, 'desk-seats': 'product-inactive' })
  })
})

test('a licence that was activated during the checkout: its buyer sees the new total before they pay', async () => {
  const cart = await market.cartOf(owner(), 'once', 'desk-seats')
  await withoutDesk(async () => void (await checkout(cart)))
  expect(await claim(cart)).toMatchObject({ code: 'PRODUCTS_CART_CHECKSUM' })
  const opened = await get(cart)
  expect([opened.state, opened.totals.due.total]).toEqual(['open', cart.totals.due.total])
})

test('an item that the checkout left out is not delivered, even if it could be by now', async () => {
  const cart = await market.cartOf(owner(), 'once', 'licence')
  await rest('licence', true)
  const locked = (await checkout(cart)).json<Cart>()
  await rest('licence', false)
  expect(locked.totals.due.net).toBe(4_900)
  const purchase = await claim(cart)
  if (purchase instanceof ApiError) throw purchase
  expect(purchase.items.find(({ application }) => application.slug === 'licence')?.refused).toBe('not-installed')
})

test('a plan that is not offered any more is said, and not counted', async () => {
  const cart = await market.cartOf(owner(), 'once', 'plans')
  await market.sql(`update plans set retired_at = now() where id = $1`, [
    cart.products.find(({ slug }) => slug === 'plans')?.plan.id,
  ])
  try {
    const shown = await get(cart)
    expect(shown.products.find(({ slug }) => slug === 'plans')?.problem?.code).toBe('PLAN_RETIRED')
    expect(shown.totals.due.net).toBe(4_900)
  } finally {
    await market.sql('update plans set retired_at = null')
  }
})

test('a cart of which nothing could be delivered is not checked out, and says why', async () => {
  const cart = await market.cartOf(owner(), 'once')
  await rest('once', true)
  try {
    expect((await get(cart)).can.checkout).toBe(false)
    expect((await checkout(cart)).json()).toMatchObject({ code: 'UNDER_MAINTENANCE' })
    expect((await get(cart)).state).toBe('open')
  } finally {
    await rest('once', false)
  }
})

test('a cart with only inactive licences is checked out without a payment, since the notes say what to do', async () => {
  const cart = await market.cartOf(owner(), 'desk-seats')
  await withoutDesk(async () => {
    const locked = (await checkout(cart)).json<Cart>()
    expect([locked.state, locked.totals.due.total, locked.cardRequired]).toEqual(['locked', 0, false])
  })
})
