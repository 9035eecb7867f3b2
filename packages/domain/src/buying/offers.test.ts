import { describe, expect, test } from 'vitest'
import { describedPlan, needsCard, type Offer, quantityOf, sellablePlans, unitPriceOf } from './offers.ts'

const payment = {
  price: 1_200,
  oldPrice: null,
  discountPercent: null,
  frequency: 'monthly' as const,
  trialDays: 0,
  creditCardRequired: true,
  perAccount: true,
  tiersPricingConfig: { enabled: true, tiers: [{ accountsFrom: 10, discount: 50 }] },
}
const plan = (id: string, billingCycle: Offer['billingCycle'], pricingType: Offer['pricingType'], priceCents: number): Offer => ({
  id,
  billingCycle,
  pricingType,
  priceCents,
})
const small = plan('small', 'pay-monthly', 'per-agent', 500)
const large = plan('large', 'pay-monthly', 'per-agent', 1_200)
const licence = plan('licence', 'pay-monthly', 'per-organization', 1_200)
const yearly = plan('yearly', 'pay-yearly', 'per-agent', 12_240)
const once = plan('once', 'pay-once', 'per-organization', 4_900)

describe('describedPlan', () => {
  test.each([
    ['the same in everything', [yearly, licence, small, large], 'large'],
    ['the seats before the price', [licence, small], 'small'],
    ['the cycle before the seats', [yearly, licence], 'licence'],
    ['whatever there is', [once], 'once'],
    ['the first of equals', [small, plan('other', 'pay-monthly', 'per-agent', 700)], 'small'],
  ])('takes %s', (_, plans, id) => {
    expect(describedPlan(plans, payment)?.id).toBe(id)
  })
  test('finds none without plans, or without a price', () => {
    expect(describedPlan([], payment)).toBeNull()
    expect(describedPlan([small], null)).toBeNull()
  })
})

describe('sellablePlans', () => {
  test.each([
    ['free', null],
    ['at a price of 0', { ...payment, price: 0 }],
    ['by the hour', { ...payment, frequency: 'hourly' as const }],
  ])('%s: no plans', (_, none) => {
    expect(sellablePlans([small], { payment: none }, 1)).toEqual([])
  })
  test('exclude plans that are free, too expensive, or for too many seats', () => {
    const most = plan('most', 'pay-once', 'per-organization', 99_999_999)
    const offered = [plan('nothing', 'pay-once', 'per-agent', 0), { ...most, id: 'more', priceCents: 100_000_000 }, most, small]
    expect(sellablePlans(offered, { payment }, 10_000).map(({ id }) => id)).toEqual(['most', 'small'])
    expect(sellablePlans(offered, { payment }, 10_001).map(({ id }) => id)).toEqual(['most'])
  })
})

test('a tier’s discount applies after the discount of the day, and to plans per agent only', () => {
  const customProps = { discountFrom: '2026-11-01', discountTo: '2026-11-30', discountPercent: 33 }
  const at = new Date('2026-11-22T12:00:00Z')
  expect(unitPriceOf(small, { payment, customProps }, 10, at)).toBe(168)
  expect(unitPriceOf(small, { payment, customProps }, 9, at)).toBe(335)
  expect(unitPriceOf(licence, { payment, customProps: {} }, 10, at)).toBe(1_200)
  expect([quantityOf(small, 8), quantityOf(licence, 8)]).toEqual([8, 1])
})

describe('needsCard', () => {
  test.each([
    [0, true, true],
    [0, false, true],
    [14, true, true],
    [14, false, false],
  ])('a trial of %i days whose developer asks for a card (%s): %s', (trialDays, creditCardRequired, needed) => {
    expect(needsCard(trialDays, { creditCardRequired })).toBe(needed)
  })
  test('is true if the payment is unknown', () => {
    expect([needsCard(14, null), needsCard(0, null)]).toEqual([true, true])
  })
})
