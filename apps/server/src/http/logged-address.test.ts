import { expect, test } from 'vitest'
import { loggedAddress } from './logged-address.ts'

const ID = '76c57cce-0e2c-49d7-bf72-912755daaf5a'

test.each([
  ['/apps/', '/apps/'],
  ['/?code=secret', '/?…'],
  ['/search/?query=a#b', '/search/?…'],
  [`/api/v2/products-carts/${ID}/coupon/WELCOME10`, `/api/v2/products-carts/${ID}/coupon/WELCOME10`],
  [`/api/v2/products-carts/${ID}/coupon/4242424242424242`, `/api/v2/products-carts/${ID}/coupon/…`],
  ['/coupon/4242%204242%204242%204242', '/coupon/…'],
  ['/coupon/4242-4242-4242-4242/x', '/coupon/…/x'],
  ['/coupon/%FF4242424242424242', '/coupon/…'],
  // An id with the digits of a card number.
  ['/billing/v3/invoices/42424242-4242-4242-8000-000000000000', '/billing/v3/invoices/42424242-4242-4242-8000-000000000000'],
])('%s is logged as %s', (url, logged) => expect(loggedAddress(url)).toBe(logged))
