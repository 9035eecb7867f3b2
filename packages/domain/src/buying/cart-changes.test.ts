import type { Cart, CartProduct } from '@marketplace/contracts/carts/schemas'
import { expect, test } from 'vitest'
import { cartChanges } from './cart-changes.ts'

const product = (change: Partial<CartProduct> = {}): CartProduct => ({
  id: 'a',
  slug: 'alpha',
  name: 'Alpha',
  icon: null,
  product: 'livechat',
  productType: 'application',
  purchasedAt: null,
  note: null,
  plan: {
    id: 'monthly',
    name: 'Monthly',
    billingCycle: 'pay-monthly',
    pricingType: 'per-agent',
    trialDays: 0,
    price: { total: 9_600, unit: 1_200 },
  },
  plans: [],
  quantity: 8,
  trialDays: 0,
  creditCardRequired: true,
  due: { net: 9_600, tax: 0, total: 9_600 },
  renewal: null,
  chargeId: null,
  problem: null,
  hasCard: true,
  cardDetails: null,
  ...change,
})
const cart = (products: CartProduct[], change: Partial<Cart> = {}): Cart =>
  ({ products, coupon: null, totals: { taxRate: 8.25 }, ...change }) as Cart
const coupon = { code: 'WELCOME10', percent: 10, amount: null, discount: 960 }
const { plan } = product()

test.each([
  ['nothing', cart([product()]), cart([product()]), []],
  ['a new product', cart([]), cart([product()]), ['Alpha was added.']],
  ['one that is gone', cart([product()]), cart([]), ['Alpha was removed.']],
  [
    'another plan, and not its price besides',
    cart([product()]),
    cart([product({ plan: { ...plan, id: 'yearly', name: 'Yearly', price: { total: 1, unit: 1 } } })]),
    ['Alpha is on the plan Yearly now.'],
  ],
  ['more seats', cart([product()]), cart([product({ quantity: 9 })]), ['Alpha is for 9 agents instead of 8.']],
  [
    'another price',
    cart([product()]),
    cart([product({ plan: { ...plan, price: { total: 12_000, unit: 1_500 } } })]),
    ['The price of Alpha has changed from $12 to $15.'],
  ],
  ['a trial that is over', cart([product({ trialDays: 14 })]), cart([product()]), ['Alpha has no trial any more.']],
  [
    'what cannot be bought at the moment',
    cart([product()]),
    cart([product({ problem: { code: 'LICENSE_INACTIVE', message: 'Your license is inactive.' } })]),
    ['Alpha cannot be bought at the moment. Your license is inactive.'],
  ],
  [
    'what can be bought again',
    cart([product({ problem: { code: 'LICENSE_INACTIVE', message: 'Your license is inactive.' } })]),
    cart([product()]),
    ['Alpha can be bought again.'],
  ],
  ['a coupon', cart([]), cart([], { coupon }), ['The coupon WELCOME10 was added.']],
  [
    'another coupon',
    cart([], { coupon }),
    cart([], { coupon: { ...coupon, code: 'ONEOFF' } }),
    ['The coupon WELCOME10 was removed.', 'The coupon ONEOFF was added.'],
  ],
  ['another tax', cart([]), cart([], { totals: { taxRate: 19 } as Cart['totals'] }), ['The tax is 19 % instead of 8.25 %.']],
])('%s is said', (_, before, after, said) => expect(cartChanges(before, after)).toEqual(said))
