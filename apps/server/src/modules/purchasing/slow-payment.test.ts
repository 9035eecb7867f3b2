// A provider that answers later than the buyer waits.
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { expect, test } from 'vitest'
import { until } from '../../../test/harness.ts'
import { type Shop, useShop } from '../../../test/purchases.ts'

let shop: Shop
useShop(
  (opened) => {
    shop = opened
  },
  { buyerWaitsMs: 100 },
)

test('a payment that takes longer than the buyer waits is processing, and ends after the answer', async () => {
  const { owner } = shop.acme.people
  await shop.giveCard(shop.acme)
  const cart = await shop.lockedCart(owner, 'once')
  await shop.opened.sandbox().setFault({ operation: 'authorize', fault: 'delay', times: 1, ms: 2_000 })
  const { body } = await shop.buy(owner, cart.id)
  expect([body.status, body.cart.state]).toEqual(['processing', 'processing'])
  await until(async () => (await shop.call(owner, 'GET', `/${cart.id}`)).json<Cart>().purchasedAt !== null)
  expect(await shop.violations()).toEqual([])
})
