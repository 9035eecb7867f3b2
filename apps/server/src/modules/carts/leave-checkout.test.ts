// Leaving a checkout while its payment is on its way, with a real provider.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { NOON } from '../../../test/carts.ts'
import { auditEach, emptyShop, openShop, type Shop } from '../../../test/purchases.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
auditEach(() => shop)
afterAll(() => shop.close())
beforeEach(() => emptyShop(shop, NOON))

const ASKS_THE_OWNER = '4000 0027 6000 3184'
const owner = () => shop.acme.people.owner
const leave = (cart: Cart, who = owner()) => shop.call(who, 'DELETE', `/${cart.id}/checkout`)
const attempts = () => shop.sql<{ state: string }>('select state from payment_attempts')
const captures = async () => (await shop.opened.sandbox().ledger()).captures.length

/** A cart whose payment waits for the card's owner. */
const challenged = async () => {
  await shop.giveCard(shop.acme, ASKS_THE_OWNER)
  const cart = await shop.lockedCart(owner(), 'once')
  const { body } = await shop.buy(owner(), cart.id)
  expect(body).toMatchObject({ status: 'action_required', cart: { state: 'processing' } })
  return { cart, clientSecret: body.clientSecret ?? '' }
}

test('while the bank asks, it cancels the payment and opens the cart', async () => {
  const { cart, clientSecret } = await challenged()
  const captured = await captures()
  const answer = await leave(cart)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { state: 'open', checkedOutUntil: null, products: [{ note: null, purchasedAt: null }] },
  ])
  expect(await attempts()).toEqual([{ state: 'released' }])
  // The owner of the card confirms the payment too late.
  await shop.opened
    .sandbox()
    .answerChallenge(clientSecret, 'complete')
    .catch(() => {})
  expect(await captures()).toBe(captured)
  expect(await shop.violations()).toEqual([])

  await shop.giveCard(shop.acme)
  expect((await shop.call(owner(), 'PATCH', `/${cart.id}/checkout`)).statusCode).toBe(200)
  expect((await shop.buy(owner(), cart.id)).body.status).toBe('purchased')
  expect(await captures()).toBe(captured + 1)
  expect(await shop.violations()).toEqual([])
})

test('by several at once, it stops the payment once', async () => {
  const { cart } = await challenged()
  const answers = await Promise.all([owner(), shop.acme.people.viceowner, owner()].map((who) => leave(cart, who)))
  for (const answer of answers) expect([200, 409]).toContain(answer.statusCode)
  expect((await leave(cart)).json()).toMatchObject({ state: 'open' })
  expect(await attempts()).toEqual([{ state: 'released' }])
  expect(await shop.violations()).toEqual([])
})

test('while the money is being reserved, it is refused', async () => {
  await shop.giveCard(shop.acme)
  const cart = await shop.lockedCart(owner(), 'once')
  await shop.opened.sandbox().setFault({ operation: 'authorize', fault: 'delay', times: 1, ms: 1_500 })
  const buying = shop.buy(owner(), cart.id)
  await expect.poll(async () => (await attempts()).length).toBe(1)
  const refused = await leave(cart)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'PRODUCTS_CART_CHECKOUT_STARTED'])
  expect((await buying).body.status).toBe('purchased')
  expect((await leave(cart)).json().code).toBe('CART_PURCHASED')
  expect(await shop.violations()).toEqual([])
})
