import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CouponValue,
  dueBetween,
  isPayable,
  MAX_PRICE,
  MAX_QUANTITY,
  type QuoteItem,
  quoteOf,
  quoteText,
  totalRefusal,
} from './quote.ts'

const monthly = (over: Partial<QuoteItem> = {}): QuoteItem => ({
  id: 'a',
  cycle: 'pay-monthly',
  unitPrice: 1_200,
  quantity: 8,
  trialDays: 0,
  ...over,
})

describe('quoteOf', () => {
  test('seats, tax and renewals', () => {
    expect(quoteOf([monthly()], null, 8_250)).toEqual({
      lines: [
        {
          ...monthly(),
          discount: 0,
          due: { net: 9_600, tax: 792, total: 10_392 },
          renewal: { net: 9_600, tax: 792, total: 10_392, months: 1 },
        },
      ],
      taxRate: 8_250,
      discount: 0,
      due: { net: 9_600, tax: 792, total: 10_392 },
    })
  })

  test('a trial costs nothing now, and a coupon leaves renewals as they are', () => {
    const items = [monthly({ trialDays: 14 }), monthly({ id: 'b', cycle: 'pay-once', unitPrice: 4_900, quantity: 1 })]
    const { lines, due, discount } = quoteOf(items, { kind: 'percent', percent: 10 }, 0)
    expect(discount).toBe(490)
    expect(due.total).toBe(4_410)
    expect(lines.map((line) => line.due.total)).toEqual([0, 4_410])
    expect(lines.map((line) => line.renewal?.total ?? null)).toEqual([9_600, null])
  })

  test('a refused item costs nothing, now or later, and uses up nothing of the coupon', () => {
    const items = [monthly({ refused: 'product-inactive' }), monthly({ id: 'b', unitPrice: 1_000, quantity: 1 })]
    const quote = quoteOf(items, { kind: 'amount', cents: 100 }, 10_000)
    expect(quote.lines.map(({ discount, due }) => [discount, due.total])).toEqual([
      [0, 0],
      [100, 990],
    ])
    expect(quote.due.total).toBe(990)
    const [from, to] = [new Date('2026-01-01'), new Date('2026-03-01')]
    expect(dueBetween(quote, from, from, to)).toBe(990 + 1_100)
  })

  const items = fc.array(
    fc.record({
      id: fc.uuid(),
      cycle: fc.constantFrom('pay-once' as const, 'pay-monthly' as const, 'pay-yearly' as const),
      unitPrice: fc.integer({ min: 50, max: MAX_PRICE }),
      quantity: fc.integer({ min: 1, max: MAX_QUANTITY }),
      trialDays: fc.constantFrom(0, 0, 14),
    }),
    { maxLength: 20 },
  )
  const coupons: fc.Arbitrary<CouponValue | null> = fc.oneof(
    fc.constant(null),
    fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 10 ** 12 }) }),
  )

  test('lines add up to the total, no amount is negative, and the whole coupon is spread', () => {
    fc.assert(
      fc.property(items, coupons, fc.integer({ min: 0, max: 100_000 }), (all, coupon, rate) => {
        const quote = quoteOf(all, coupon, rate)
        const sum = (of: (line: (typeof quote.lines)[number]) => number) =>
          quote.lines.reduce((total, line) => total + of(line), 0)
        expect(sum(({ discount }) => discount)).toBe(quote.discount)
        expect(sum(({ due }) => due.net)).toBe(quote.due.net)
        expect(sum(({ due }) => due.total)).toBe(quote.due.total)
        for (const line of quote.lines) {
          expect(line.due.net).toBeGreaterThanOrEqual(0)
          expect(line.due.net + line.discount).toBe(line.trialDays > 0 ? 0 : line.unitPrice * line.quantity)
        }
      }),
    )
  })

  test.each([
    { unitPrice: -1 },
    { unitPrice: 1.5 },
    { quantity: 0 },
    { quantity: -1 },
    { quantity: 1.5 },
    { quantity: MAX_QUANTITY + 1 },
    { quantity: Number.NaN },
  ])('refuses %j', (over) => {
    expect(() => quoteOf([monthly(over)], null, 0)).toThrow(RangeError)
    expect(() => quoteOf([monthly({ ...over, trialDays: 14 })], null, 0)).toThrow(RangeError)
  })
  test.each([0, -5, 101, 12.5])('refuses a coupon of %d percent', (percent) => {
    expect(() => quoteOf([monthly()], { kind: 'percent', percent }, 0)).toThrow(RangeError)
  })
})

test.each([
  [0, true],
  [1, false],
  [49, false],
  [50, true],
])('a total of %i cents can be charged: %s', (total, payable) => {
  expect(isPayable(total)).toBe(payable)
})

describe('totalRefusal', () => {
  const large = monthly({ id: 'large' })
  test.each([
    ['a renewal of 49 cents beside what is due now', [monthly({ unitPrice: 49, quantity: 1 }), large], 0, 'TOTAL_TOO_SMALL'],
    ['a payment of 25 cents after a trial', [monthly({ unitPrice: 25, quantity: 1, trialDays: 14 })], 0, 'TOTAL_TOO_SMALL'],
    // At another address, without tax, the total would be 46 cents.
    [
      'a renewal that only its tax lifts to 50 cents',
      [monthly({ unitPrice: 46, quantity: 1 }), large],
      20_000,
      'TOTAL_TOO_SMALL',
    ],
    ['two seats at 25 cents', [monthly({ unitPrice: 25, quantity: 2 })], 0, null],
    ['25 cents once beside what is due now', [monthly({ cycle: 'pay-once', unitPrice: 25, quantity: 1 }), large], 0, null],
    [
      'a renewal of 25 cents that is not delivered',
      [monthly({ unitPrice: 25, quantity: 1, refused: 'not-installed' }), large],
      0,
      null,
    ],
    ['a renewal of 0', [monthly({ unitPrice: 0, quantity: 1 })], 0, null],
  ] as const)('%s', (_, items, taxRate, refusal) => {
    expect(totalRefusal(quoteOf(items, null, taxRate))).toBe(refusal)
  })
})

describe('quoteText', () => {
  const two = [monthly(), monthly({ id: 'b' })]
  test('is the same in any order', () => {
    expect(quoteText(quoteOf(two, null, 0))).toBe(quoteText(quoteOf(two.toReversed(), null, 0)))
  })
  test.each([
    ['a price', quoteOf([monthly({ unitPrice: 1_201 }), monthly({ id: 'b' })], null, 0)],
    ['a seat', quoteOf([monthly({ quantity: 9 }), monthly({ id: 'b' })], null, 0)],
    ['a trial', quoteOf([monthly({ trialDays: 7 }), monthly({ id: 'b' })], null, 0)],
    ['the tax', quoteOf(two, null, 1_000)],
    ['the coupon', quoteOf(two, { kind: 'amount', cents: 1 }, 0)],
    ['an item', quoteOf([monthly()], null, 0)],
    ['what cannot be delivered', quoteOf([monthly({ trialDays: 7, refused: 'not-installed' }), monthly({ id: 'b' })], null, 0)],
    ['the cycle', quoteOf([monthly({ cycle: 'pay-yearly' }), monthly({ id: 'b' })], null, 0)],
  ])('differs with %s', (_, quote) => {
    expect(quoteText(quote)).not.toBe(quoteText(quoteOf(two, null, 0)))
  })
})

test('the outlook has the costs of the next months', () => {
  const bought = new Date('2026-01-31T12:00:00Z')
  const quote = quoteOf(
    [
      monthly({ quantity: 1 }),
      monthly({ id: 'trial', unitPrice: 500, quantity: 2, trialDays: 14 }),
      monthly({ id: 'once', cycle: 'pay-once', unitPrice: 4_900, quantity: 1 }),
      monthly({ id: 'year', cycle: 'pay-yearly', unitPrice: 10_000, quantity: 1 }),
    ],
    { kind: 'amount', cents: 100 },
    10_000,
  )
  const between = (from: string, to: string) => dueBetween(quote, bought, new Date(from), new Date(to))
  expect(between('2026-01-31', '2026-02-01')).toBe(quote.due.total)
  // The trial ends on 14 February, the first renewal is on the 28th.
  expect(between('2026-02-01', '2026-03-01')).toBe(1_100 + 1_320)
  expect(between('2026-02-01', '2027-02-01')).toBe(12 * 1_320 + 12 * 1_100 + 11_000)
})
