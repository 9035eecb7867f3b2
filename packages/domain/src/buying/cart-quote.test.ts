import { describe, expect, test } from 'vitest'
import { type CartItem, cartQuote, outlookOf } from './cart-quote.ts'
import { quoteText } from './quote.ts'

const payment = {
  price: 1_000,
  oldPrice: null,
  discountPercent: null,
  frequency: 'monthly' as const,
  trialDays: 0,
  creditCardRequired: true,
  perAccount: true,
  tiersPricingConfig: null,
}
const item = (given: Partial<CartItem> & { cycle?: CartItem['plan']['billingCycle']; perAgent?: boolean } = {}): CartItem => ({
  id: 'a',
  plan: {
    id: 'plan',
    billingCycle: given.cycle ?? 'pay-monthly',
    pricingType: given.perAgent === false ? 'per-organization' : 'per-agent',
    priceCents: 1_000,
  },
  priced: { payment, customProps: {} },
  seats: 4,
  trialDays: 0,
  ...given,
})
const tax = { rate: 10_000, name: 'VAT', reverseCharge: false, place: { country: 'DE', zip: null, vatId: null } }
const noon = new Date('2026-11-22T12:00:00Z')
const quote = (items: CartItem[], at = noon) => cartQuote(items, null, tax, at)

describe('a quote of a cart', () => {
  test('has the number of seats for a plan per agent, and the quantity 1 for any other', () => {
    expect(quote([item(), item({ id: 'b', perAgent: false })]).lines).toMatchObject([
      { quantity: 4, unitPrice: 1_000 },
      { quantity: 1, unitPrice: 1_000 },
    ])
  })

  test('has the discount of the day, and changes when the discount ends', () => {
    const customProps = { discountFrom: '2026-11-01', discountTo: '2026-11-22', discountPercent: 25 }
    const discounted = [item({ priced: { payment, customProps } })]
    expect(quote(discounted).lines).toMatchObject([{ unitPrice: 750 }])
    const after = quote(discounted, new Date('2026-11-23T00:00:00Z'))
    expect(after.lines).toMatchObject([{ unitPrice: 1_000 }])
    expect(quoteText(after)).not.toBe(quoteText(quote(discounted)))
  })

  test.each([
    ['a plan per agent', item(), 3_300],
    ['a yearly one, of which a month is a twelfth', item({ cycle: 'pay-yearly' }), 275],
    ['one that is paid once', item({ cycle: 'pay-once' }), 0],
    ['one for the licence', item({ perAgent: false }), 0],
    [
      'a tier that three more reach',
      item({
        priced: {
          payment: { ...payment, tiersPricingConfig: { enabled: true, tiers: [{ accountsFrom: 7, discount: 50 }] } },
          customProps: {},
        },
      }),
      0,
    ],
    [
      'a tier that makes three more cheaper',
      item({
        priced: {
          payment: { ...payment, tiersPricingConfig: { enabled: true, tiers: [{ accountsFrom: 7, discount: 10 }] } },
          customProps: {},
        },
      }),
      2_530,
    ],
  ])('the price of three more agents: %s', (_, one, cents) => {
    expect(quote([one]).threeMoreSeats).toBe(cents)
  })
})

test.each([
  ['a month', item(), 4_400, 12 * 4_400],
  ['a year', item({ cycle: 'pay-yearly' }), 0, 4_400],
  ['once', item({ cycle: 'pay-once' }), 0, 4_400],
  ['a trial of a month', item({ trialDays: 14 }), 4_400, 12 * 4_400],
  ['a long trial', item({ trialDays: 60 }), 0, 11 * 4_400],
  ['once, which has no trial', item({ cycle: 'pay-once', trialDays: 14 }), 0, 4_400],
])('the next month’s and year’s costs of %s', (_, one, nextMonth, nextYear) => {
  expect(outlookOf(quote([one]), noon)).toEqual({ nextMonth, nextYear })
  // The result is the same at any time of the day.
  expect(outlookOf(quote([one]), new Date('2026-11-22T23:59:59.999Z'))).toEqual({ nextMonth, nextYear })
})
