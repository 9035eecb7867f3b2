import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeOf, dueWithTax, seatPriceAfter, type Subscribed } from './change.ts'

const april = { start: new Date('2026-04-01T00:00:00Z'), end: new Date('2026-05-01T00:00:00Z') }
const half = new Date('2026-04-16T00:00:00Z')
const team: Subscribed = { planId: 'team', months: 1, quantity: 5, price: 1_000 }
const inApril = { period: april, paid: [{ net: 5_000, period: april }], now: half }

describe('a change of plan or seats', () => {
  test.each([
    ['nothing else', {}, { begins: 'never' }],
    ['a dearer plan', { planId: 'pro', price: 3_000 }, { begins: 'now', full: 7_500, credit: 2_500 }],
    ['a cheaper plan', { planId: 'solo', price: 900 }, { begins: 'renewal' }],
    ['a dearer plan for fewer seats that costs less', { planId: 'pro', price: 3_000, quantity: 1 }, { begins: 'renewal' }],
    ['a year', { planId: 'year', months: 12, price: 10_200 }, { begins: 'renewal' }],
    ['more seats', { quantity: 7 }, { begins: 'now', full: 1_000, credit: 0 }],
    ['more seats that reach a tier', { quantity: 7, price: 700 }, { begins: 'now', full: 0, credit: 0 }],
    ['fewer seats', { quantity: 2 }, { begins: 'renewal' }],
  ] as const)('%s', (_, to, expected) => {
    expect(changeOf(team, { ...team, ...to }, inApril)).toEqual(expected)
  })

  test('costs nothing in a trial, in which everything begins at once', () => {
    const inTrial = { period: null, paid: [], now: half }
    for (const to of [{ quantity: 2 }, { planId: 'year', months: 12 }, { planId: 'pro', price: 9_000 }])
      expect(changeOf(team, { ...team, ...to }, inTrial)).toEqual({ begins: 'now', full: 0, credit: 0 })
  })

  test('credits the paid amount, with discount, refund and seats that were added later', () => {
    const later = { start: new Date('2026-04-11T00:00:00Z'), end: april.end }
    const paid = [
      { net: 2_000, period: april },
      { net: 400, period: later },
    ]
    expect(changeOf(team, { ...team, planId: 'pro', price: 3_000 }, { period: april, paid, now: half })).toEqual({
      begins: 'now',
      full: 7_500,
      credit: 1_300,
    })
  })

  test('is not charged if the amount is below the provider’s minimum', () => {
    expect(dueWithTax({ full: 45, credit: 0 }, 8_000)).toEqual({ full: 45, credit: 45, net: 0, tax: 0, total: 0 })
    expect(dueWithTax({ full: 47, credit: 0 }, 8_000)).toMatchObject({ net: 47, tax: 4, total: 51 })
  })

  test('costs no less than nothing and no more than the rest of its period', () => {
    const cents = fc.integer({ min: 50, max: 99_999_999 })
    const seats = fc.integer({ min: 1, max: 10_000 })
    const seconds = fc.integer({ min: 0, max: 30 * 86_400 })
    fc.assert(
      fc.property(cents, cents, seats, seats, seconds, fc.boolean(), (price, next, few, many, at, samePlan) => {
        const from = { ...team, price, quantity: few }
        const to = samePlan ? { ...from, quantity: many } : { ...from, planId: 'pro', price: next, quantity: many }
        const now = new Date(april.start.getTime() + at * 1_000)
        const change = changeOf(from, to, { period: april, paid: [{ net: price * few, period: april }], now })
        if (change.begins !== 'now') return
        const { net, total, full, credit } = dueWithTax(change, 8_250)
        expect(net).toBe(full - credit)
        expect(net).toBeGreaterThanOrEqual(0)
        expect(total === 0 || total >= 50).toBe(true)
        expect(full).toBeLessThanOrEqual(to.price * to.quantity)
      }),
    )
  })
})

describe('the price of a seat after a change', () => {
  const plan = { id: 'team', billingCycle: 'pay-monthly', pricingType: 'per-agent', priceCents: 1_000 } as const
  const tiersPricingConfig = { enabled: true, tiers: [{ accountsFrom: 10, discount: 20 }] }
  const payment = { price: 1_000, oldPrice: null, discountPercent: null, frequency: 'monthly', perAccount: true } as const
  const application = {
    customProps: {},
    payment: { ...payment, trialDays: 0, creditCardRequired: true, tiersPricingConfig },
  } as unknown as Parameters<typeof seatPriceAfter>[1]
  test.each([
    ['follows the tier', 1_000, 5, 12, 800],
    ['and back', 800, 12, 5, 1_000],
    ['stays what was agreed to where the price was raised since', 700, 5, 12, 700],
  ])('%s', (_, price, quantity, seats, expected) => {
    expect(seatPriceAfter(plan, application, { from: { price, quantity }, seats, at: half })).toBe(expected)
  })
})
