import { expect, test } from 'vitest'
import { areaOf } from './failure-areas.ts'

test.each([
  ['/api/v2/products-carts/1/purchase', 'checkout'],
  ['/api/v2/products-carts/1/checkout', 'checkout'],
  ['/api/v2/products-carts/recent', 'cart'],
  ['/api/v1/products-carts/1/coupon/SPRING', 'cart'],
  ['/billing/v3/direct_charge/livechat/1/activate', 'checkout'],
  ['/billing/v3/account/livechat', 'checkout'],
  ['/api/v2/applications/1/create-charge', 'checkout'],
  ['/webhooks/payments', 'checkout'],
  ['/api/v2/applications/1/install', 'install'],
  ['/api/v2/applications/1/instance', 'install'],
  ['/api/v2/applications/installed', 'install'],
  ['/v2/accounts/me', 'user'],
  ['/v2/token', 'user'],
  ['/signin', 'user'],
  ['/checkout/cart/1', 'checkout'],
  ['/cart/', 'cart'],
  ['/api/v2/applications/published', null],
  ['/apps/', null],
  ['/apps/tokenizer/', null],
])('%s is of %s', (path, area) => {
  expect(areaOf(path)).toBe(area)
})
