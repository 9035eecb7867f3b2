import type { CustomProps } from '@marketplace/contracts/catalogue/schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  effectivePayment,
  effectivePrice,
  formatDollars,
  monthlyEquivalent,
  paymentFilterOf,
  planPriceText,
  plansOf,
  priceText,
  SUFFIX_MONTHLY,
  SUFFIX_YEARLY,
  yearlyPrice,
  type PricedPayment,
} from './pricing.ts'

const NOW = new Date('2026-11-03T12:00:00Z')
const LATER = new Date('2026-12-01T00:00:00Z')
const DISCOUNT: CustomProps = { discountFrom: '2026-11-01', discountTo: '2026-11-30', discountPercent: 20 }
const FREE = { text: 'Free', old: null, note: null, free: true }

const payment = (changes: Partial<PricedPayment> = {}): PricedPayment => ({
  price: 1200,
  oldPrice: null,
  discountPercent: null,
  frequency: 'monthly',
  trialDays: 0,
  perAccount: false,
  ...changes,
})

const cents = fc.integer({ min: 0, max: 100_000_000 })
const payments = fc.record({
  price: cents,
  oldPrice: fc.option(cents),
  discountPercent: fc.option(fc.nat(99)),
  frequency: fc.constantFrom('once', 'monthly', 'hourly'),
  trialDays: fc.nat(30),
  perAccount: fc.boolean(),
})

describe('formatDollars', () => {
  test.each([
    [1200, '$12'],
    [1250, '$12.50'],
    [123_450, '$1,234.50'],
    [0, '$0'],
    [5, '$0.05'],
    [100_000, '$1,000'],
    [99_999, '$999.99'],
    [123_456_789_00, '$123,456,789'],
    [-500, '-$5'],
  ])('%i is %s', (amount, expected) => {
    expect(formatDollars(amount)).toBe(expected)
  })

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY])('%d is refused', (amount) => {
    expect(() => formatDollars(amount)).toThrow(RangeError)
  })

  test('can be read back', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(Math.round(Number(formatDollars(amount).replaceAll(/[$,]/g, '')) * 100)).toBe(amount)
      }),
    )
  })
})

describe('yearly and monthly', () => {
  test('suffixes are /mo and /yr', () => {
    expect([SUFFIX_MONTHLY, SUFFIX_YEARLY]).toEqual(['/mo', '/yr'])
  })

  test.each([
    [1200, 12_240],
    [1000, 10_200],
    [999, 10_189], // 10189.8 floored
    [1, 10], // 10.2
    [0, 0],
  ])('%i a month are %i a year', (monthly, expected) => {
    expect(yearlyPrice(monthly)).toBe(expected)
  })

  test('a year is 85 % of twelve months, floored exactly', () => {
    fc.assert(
      fc.property(cents, (monthly) => {
        expect(yearlyPrice(monthly)).toBe(Number((BigInt(monthly) * 12n * 85n) / 100n))
      }),
    )
  })

  test.each([
    [12_240, 1020],
    [4900, 408], // 408.33
    [6, 1], // 0.5 up
    [5, 0],
    [0, 0],
  ])('a total of %i is %i a month', (total, expected) => {
    expect(monthlyEquivalent(total)).toBe(expected)
  })

  test('the year of a plan is never dearer than its months', () => {
    fc.assert(
      fc.property(cents, (monthly) => {
        expect(monthlyEquivalent(yearlyPrice(monthly))).toBeLessThanOrEqual(monthly)
      }),
    )
  })
})

describe('effectivePayment', () => {
  test('subtracts a running discount and keeps all other fields', () => {
    expect(effectivePayment(payment({ trialDays: 14 }), DISCOUNT, NOW)).toEqual(
      payment({ price: 960, oldPrice: 1200, discountPercent: 20, trialDays: 14 }),
    )
  })

  test.each([
    ['without a discount', {}, NOW],
    ['when it is over', DISCOUNT, LATER],
    ['of 0 %', { ...DISCOUNT, discountPercent: 0 }, NOW],
    ['of 100 %', { ...DISCOUNT, discountPercent: 100 }, NOW],
  ])('is unchanged %s', (_, customProps, now) => {
    expect(effectivePayment(payment({ oldPrice: 1500 }), customProps, now)).toEqual(payment({ oldPrice: 1500 }))
  })

  test('null stays null', () => {
    expect(effectivePayment(null, DISCOUNT, NOW)).toBeNull()
  })

  test('never raises a price', () => {
    fc.assert(
      fc.property(payments, fc.nat(120), (given, discountPercent) => {
        const effective = effectivePayment(given, { ...DISCOUNT, discountPercent }, NOW)
        expect(effective?.price).toBeLessThanOrEqual(given.price)
      }),
    )
  })
})

describe('effectivePrice', () => {
  const running: CustomProps = { discountFrom: '2026-11-01', discountTo: '2026-11-30', discountPercent: 25 }
  test.each([
    { cents: 1000, at: '2026-11-20T12:00:00Z', expected: 750, why: 'the discount runs' },
    { cents: 999, at: '2026-11-20T12:00:00Z', expected: 749, why: '749.25 is rounded' },
    { cents: 1000, at: '2026-12-01T00:00:00Z', expected: 1000, why: 'it is over' },
    { cents: 0, at: '2026-11-20T12:00:00Z', expected: 0, why: 'a free price has no discount' },
  ])('$cents at $at is $expected: $why', ({ cents, at, expected }) => {
    expect(effectivePrice(cents, running, new Date(at))).toBe(expected)
  })
})

describe('priceText', () => {
  test.each([
    ['null', null, 'Free'],
    ['price 0', payment({ price: 0 }), 'Free'],
    ['monthly per agent', payment({ perAccount: true }), '$12/mo per agent'],
    ['monthly per license', payment(), '$12/mo per license'],
    ['once', payment({ price: 4900, frequency: 'once' }), '$49 one-time'],
    ['once per agent', payment({ price: 4900, frequency: 'once', perAccount: true }), '$49 one-time per agent'],
    ['hourly', payment({ price: 8000, frequency: 'hourly' }), '$80/hour'],
  ])('%s', (_, given, expected) => {
    expect(priceText(given, {}, NOW).text).toBe(expected)
  })

  test('a free price has no other text', () => {
    expect(priceText(null, DISCOUNT, NOW)).toEqual(FREE)
    expect(priceText(payment({ price: 0, oldPrice: 900, trialDays: 14 }), DISCOUNT, NOW)).toEqual(FREE)
  })

  test('a running discount strikes the old price', () => {
    expect(priceText(payment({ perAccount: true }), DISCOUNT, NOW)).toEqual({
      text: '$9.60/mo per agent',
      old: '$12',
      note: null,
      free: false,
    })
  })

  test.each([
    [1500, '$15'],
    [1200, null],
    [1000, null],
    [null, null],
  ])('an oldPrice of %j is struck as %j', (oldPrice, expected) => {
    expect(priceText(payment({ oldPrice }), {}, NOW).old).toBe(expected)
  })

  test.each([
    [14, '14-day free trial'],
    [1, '1-day free trial'],
    [0, null],
  ])('%i days of trial: %j', (trialDays, expected) => {
    expect(priceText(payment({ trialDays }), {}, NOW).note).toBe(expected)
  })

  test('is free exactly if nothing has to be paid', () => {
    fc.assert(
      fc.property(payments, (given) => {
        const { text, free } = priceText(given, {}, NOW)
        expect(free).toBe(given.price === 0)
        expect(text === 'Free').toBe(free)
      }),
    )
  })
})

describe('plansOf', () => {
  test('a monthly price is a monthly and a yearly plan', () => {
    expect(plansOf(payment({ perAccount: true, trialDays: 14 }))).toEqual([
      { key: 'monthly', name: 'Monthly', billingCycle: 'pay-monthly', pricingType: 'per-agent', price: 1200, trialDays: 14 },
      { key: 'yearly', name: 'Yearly', billingCycle: 'pay-yearly', pricingType: 'per-agent', price: 12_240, trialDays: 14 },
    ])
  })

  test('a one-time price is one plan', () => {
    expect(plansOf(payment({ price: 4900, frequency: 'once' }))).toEqual([
      { key: 'once', name: 'One-time', billingCycle: 'pay-once', pricingType: 'per-organization', price: 4900, trialDays: 0 },
    ])
  })

  test('a one-time price has no trial', () => {
    const once = payment({ price: 4900, frequency: 'once', trialDays: 14 })
    expect(plansOf(once)).toMatchObject([{ key: 'once', trialDays: 0 }])
    expect(priceText(once, {}, NOW)).toMatchObject({ text: '$49 one-time', note: null })
  })

  test.each([
    ['hourly', payment({ frequency: 'hourly' })],
    ['free', payment({ price: 0 })],
    ['null', null],
  ])('%s: none', (_, given) => {
    expect(plansOf(given)).toEqual([])
  })
})

describe('planPriceText', () => {
  test.each([
    [payment({ perAccount: true }), ['$12/mo per agent', '$122.40/yr per agent']],
    [payment({ price: 1000 }), ['$10/mo per license', '$102/yr per license']],
    [payment({ price: 4900, frequency: 'once' as const }), ['$49 one-time']],
  ])('%j', (given, expected) => {
    expect(plansOf(given).map((plan) => planPriceText(plan).text)).toEqual(expected)
  })

  test('the trial is its note, and a plan for nothing is free', () => {
    const plan = { billingCycle: 'pay-monthly', pricingType: 'per-agent', price: 1200, trialDays: 7 } as const
    expect(planPriceText(plan)).toEqual({ text: '$12/mo per agent', old: null, note: '7-day free trial', free: false })
    expect(planPriceText({ ...plan, price: 0 })).toEqual(FREE)
  })

  test('the first plan and the price have the same text', () => {
    fc.assert(
      fc.property(payments, (given) => {
        const [plan] = plansOf(given)
        if (plan) expect(planPriceText(plan).text).toBe(priceText(given, {}, NOW).text)
      }),
    )
  })
})

describe('paymentFilterOf', () => {
  test.each([
    [null, 'free'],
    [payment({ price: 0, frequency: 'hourly' }), 'free'],
    [payment({ frequency: 'once', perAccount: true }), 'once'],
    [payment(), 'monthly-per-organization'],
    [payment({ perAccount: true }), 'monthly-per-account'],
    [payment({ frequency: 'hourly' }), 'hourly'],
  ])('%j is %j', (given, expected) => {
    expect(paymentFilterOf(given)).toBe(expected)
  })
})
