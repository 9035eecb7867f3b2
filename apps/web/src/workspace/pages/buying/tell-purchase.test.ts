import type { MessageToHost } from '@marketplace/contracts/host-messages/messages'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { beforeEach, expect, test } from 'vitest'
import { onTold } from '../../../lib/host/tell-host.ts'
import { hearSignals, type Signal } from '../../../lib/signals.ts'
import { beginPurchase } from '../../../lib/purchases/purchases.ts'
import { tellPurchase } from './tell-purchase.ts'

let told: MessageToHost[] = []
let counted: Signal[] = []
beforeEach(() => {
  onTold((message) => told.push(message))
  hearSignals((signal) => counted.push(signal))
  // Without what other tests have left.
  ;[told, counted] = [[], []]
})

const AT = '2026-11-22T12:00:00.000Z'
const product = (id: string, more: object = {}) => ({
  id,
  slug: id,
  name: id,
  product: 'livechat',
  purchasedAt: AT,
  note: null,
  price: 100,
  quantity: 1,
  ...more,
})
let carts = 0
const cartOf = (...products: object[]) =>
  ({ id: `cart-${++carts}`, state: 'purchased', purchasedAt: AT, products, totals: { due: { total: 100 } } }) as unknown as Cart
const events = () => counted.map((signal) => ('event' in signal ? [signal.event, signal.data] : signal))
const types = () => told.map(({ type, data }) => [type, 'slug' in data ? data.slug : null])

test('what was bought is counted and told, what was not is counted as failed', () => {
  const cart = cartOf(
    product('a'),
    product('b', { note: 'product-inactive' }),
    product('c', { purchasedAt: null, note: 'product-inactive' }),
  )
  beginPurchase(cart.id)
  tellPurchase(cart)
  expect(events()).toEqual([
    ['purchase_failed', { detail: 'cart' }],
    ['app_purchased', { detail: 'cart' }],
    ['app_purchased', { detail: 'cart', application: 'a' }],
    ['app_purchased', { detail: 'cart', application: 'b' }],
  ])
  expect(types()).toEqual([
    ['cart_purchased', 'a'],
    ['app_purchased', 'a'],
    ['app_installed', 'a'],
    ['app_purchased', 'b'],
  ])
  tellPurchase(cart)
  expect(events()).toHaveLength(4)
  expect(types()).toHaveLength(4)
})

test('a cart of which nothing was bought is no purchase', () => {
  const cart = cartOf(product('a', { purchasedAt: null, note: 'product-inactive' }))
  beginPurchase(cart.id)
  tellPurchase(cart)
  expect(events()).toEqual([['purchase_failed', { detail: 'cart' }]])
})

test('a cart that was bought before, or by somebody else, is neither counted nor told', () => {
  tellPurchase(cartOf(product('a')))
  expect([told, counted]).toEqual([[], []])
})
