import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartQuote, outlookOf } from './cart-quote.ts'
import { chargeOutlook } from './charge-outlook.ts'
import { type Offer, unitPriceOf } from './offers.ts'

const AT = new Date('2026-01-31T10:00:00Z')
const MONTHS = { 'pay-once': null, 'pay-monthly': 1, 'pay-yearly': 12 } as const

test('the outlook of one charge equals the outlook of a cart with the same application', () => {
  const bought = fc.record({
    cycle: fc.constantFrom('pay-once' as const, 'pay-monthly' as const, 'pay-yearly' as const),
    pricingType: fc.constantFrom('per-agent' as const, 'per-organization' as const),
    priceCents: fc.integer({ min: 50, max: 100_000 }),
    seats: fc.integer({ min: 1, max: 60 }),
    trialDays: fc.constantFrom(0, 7, 14, 30, 365),
    taxRate: fc.constantFrom(0, 6_250, 19_000, 25_500),
    day: fc.integer({ min: 0, max: 800 }),
    coupon: fc.constantFrom(null, { kind: 'percent' as const, percent: 10 }, { kind: 'amount' as const, cents: 500 }),
  })
  fc.assert(
    fc.property(bought, ({ cycle, pricingType, priceCents, seats, trialDays: days, taxRate, day, coupon }) => {
      const at = new Date(AT.getTime() + day * 86_400_000)
      const plan: Offer = { id: 'p', billingCycle: cycle, pricingType, priceCents }
      const tiersPricingConfig = {
        enabled: true,
        tiers: [
          { accountsFrom: 10, discount: 10 },
          { accountsFrom: 25, discount: 20 },
        ],
      }
      const priced = { payment: { ...PAYMENT, tiersPricingConfig }, customProps: {} }
      const trialDays = cycle === 'pay-once' ? 0 : days
      const tax = { rate: taxRate, name: 'Tax', reverseCharge: false, place: { country: 'DE', zip: null, vatId: null } }
      const quote = cartQuote([{ id: 'a', plan, priced, seats, trialDays }], coupon, tax, at)
      const perAgent = pricingType === 'per-agent'
      const charge = {
        price: unitPriceOf(plan, priced, seats, at),
        quantity: perAgent ? seats : 1,
        months: MONTHS[cycle],
        discount: quote.discount,
        trialDays,
        taxRate,
      }
      expect(chargeOutlook(charge, perAgent ? unitPriceOf(plan, priced, seats + 3, at) : null, at)).toEqual({
        ...outlookOf(quote, at),
        threeMoreSeats: quote.threeMoreSeats,
      })
    }),
  )
})

test('counts a period of any length', () => {
  const charge = { price: 1_000, quantity: 2, months: 3, discount: 0, trialDays: 0, taxRate: 10_000 }
  expect(chargeOutlook(charge, 1_000, AT)).toEqual({ nextMonth: 0, nextYear: 8_800, threeMoreSeats: 1_100 })
  expect(chargeOutlook({ ...charge, trialDays: 14 }, null, AT)).toEqual({ nextMonth: 2_200, nextYear: 8_800, threeMoreSeats: 0 })
})

const PAYMENT = {
  price: 1_200,
  oldPrice: null,
  discountPercent: null,
  frequency: 'monthly' as const,
  trialDays: 0,
  creditCardRequired: true,
  perAccount: true,
}
