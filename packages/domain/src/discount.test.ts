import type { CustomProps } from '@marketplace/contracts/catalogue/schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activeDiscount, discountedPrice, nextDiscountChange } from './discount.ts'

const at = (text: string) => new Date(text)
const NOW = at('2026-11-03T12:00:00Z')

const discount = (changes: CustomProps = {}): CustomProps => ({
  discountFrom: '2026-11-01',
  discountTo: '2026-11-30',
  discountPercent: 20,
  ...changes,
})

describe('activeDiscount', () => {
  test('has the percentage and the first and last day', () => {
    expect(activeDiscount(discount(), NOW)).toEqual({ percent: 20, from: at('2026-11-01'), to: at('2026-11-30') })
  })

  test.each([
    // both days are included, in UTC
    ['2026-10-31T23:59:59.999Z', false],
    ['2026-11-01T00:00:00Z', true],
    ['2026-11-30T23:59:59.999Z', true],
    ['2026-12-01T00:00:00Z', false],
    ['2026-12-01T01:00:00+02:00', true],
    ['2026-11-30T20:00:00-05:00', false],
  ])('at %s it runs: %s', (now, expected) => {
    expect(activeDiscount(discount(), at(now)) !== null).toBe(expected)
  })

  test.each([
    // a number with 0 <= percent < 100
    [0, 0],
    [0.5, 0.5],
    [99.99, 99.99],
    ['20', 20],
    ['12.5', 12.5],
    [100, null],
    [-1, null],
    ['100', null],
    ['twenty', null],
    ['', null],
    [Number.NaN, null],
    [null, null],
  ])('percent %j counts as %j', (discountPercent, expected) => {
    expect(activeDiscount(discount({ discountPercent }), NOW)?.percent ?? null).toBe(expected)
  })

  test.each(['discountFrom', 'discountTo', 'discountPercent'])('there is no discount without %s', (name) => {
    const { [name]: _, ...rest } = discount()
    expect(activeDiscount(rest, NOW)).toBeNull()
    expect(nextDiscountChange(rest, NOW)).toBeNull()
  })

  test.each([
    ['a from that is no date', { discountFrom: 'Black Friday' }],
    ['a to that no calendar has', { discountTo: '2026-11-31' }],
    ['a number that is no date', { discountFrom: 20261301 }],
    ['a fraction', { discountFrom: 1793491200.5 }],
    ['an empty date', { discountTo: '' }],
    ['a range that ends before it starts', { discountFrom: '2026-11-30', discountTo: '2026-11-01' }],
  ])('there is no discount with %s', (_, changes) => {
    expect(activeDiscount(discount(changes), NOW)).toBeNull()
    expect(nextDiscountChange(discount(changes), NOW)).toBeNull()
  })

  test('instants count by their UTC day', () => {
    const props = discount({ discountFrom: '2026-11-03T18:00:00Z', discountTo: '2026-11-03T23:00:00-05:00' })
    expect(activeDiscount(props, at('2026-11-03T00:00:00Z'))).toEqual({
      percent: 20,
      from: at('2026-11-03'),
      to: at('2026-11-04'),
    })
  })

  // 1793491200 is 2026-11-01, 1795996800 is 2026-11-30.
  test.each<[string, string | number, string | number]>([
    ['days', '2026-11-01', '2026-11-30'],
    ['days without hyphens', '20261101', '20261130'],
    ['days as numbers', 20261101, 20261130],
    ['instants', '2026-11-01T00:00:00Z', '2026-11-30T12:00:00+01:00'],
    ['seconds', 1793491200, 1795996800],
    ['seconds as text', '1793491200', ' 1795996800 '],
    ['milliseconds', 1793491200000, 1795996800000],
    ['milliseconds as text', '1793491200000', '1795996800000'],
  ])('dates may come as %s', (_, discountFrom, discountTo) => {
    expect(activeDiscount(discount({ discountFrom, discountTo }), NOW)).toEqual({
      percent: 20,
      from: at('2026-11-01'),
      to: at('2026-11-30'),
    })
  })

  test('a single day is a range', () => {
    expect(activeDiscount(discount({ discountFrom: '2026-11-03', discountTo: '2026-11-03' }), NOW)).not.toBeNull()
  })
})

describe('discountedPrice', () => {
  test.each([
    [1200, 20, 960],
    [1200, 0, 1200],
    [999, 50, 500], // 499.5 up
    [1, 50, 1],
    [1, 51, 0],
    [1000, 12.5, 875],
    [100, 33.33, 67],
    [1005, 10, 905], // 904.5 up; 1005 * 0.9 is 904.5 exactly
    [115, 30, 81], // 80.5 up; 115 * 0.7 is 80.49999999999999 in floating point
    [0, 20, 0],
    [100_000_000, 99.99, 10_000],
  ])('%i cents less %d %% are %i', (cents, percent, expected) => {
    expect(discountedPrice(cents, percent)).toBe(expected)
  })

  test.each([
    [1200, 100],
    [1200, -1],
    [1200, Number.NaN],
    [12.5, 20],
    [-1200, 20],
  ])('%d cents less %d %% are refused', (cents, percent) => {
    expect(() => discountedPrice(cents, percent)).toThrow(RangeError)
  })

  test('is whole, never above the price, within half a cent of the exact one, and falls as the percentage rises', () => {
    const cents = fc.integer({ min: 0, max: 100_000_000 })
    const hundredths = fc.integer({ min: 0, max: 9998 })
    fc.assert(
      fc.property(cents, hundredths, (price, part) => {
        const result = discountedPrice(price, part / 100)
        const exactTimes10000 = BigInt(price) * BigInt(10_000 - part)
        const error = BigInt(result) * 10_000n - exactTimes10000
        expect(error > -5000n && error <= 5000n).toBe(true)
        expect(result).toBeLessThanOrEqual(price)
        expect(discountedPrice(price, (part + 1) / 100)).toBeLessThanOrEqual(result)
      }),
    )
  })
})

describe('nextDiscountChange', () => {
  test.each([
    ['2026-10-01T12:00:00Z', '2026-11-01T00:00:00Z'],
    ['2026-10-31T23:59:59.999Z', '2026-11-01T00:00:00Z'],
    ['2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
    ['2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00Z'],
    ['2026-12-01T00:00:00Z', null],
  ])('after %s is %j', (now, expected) => {
    expect(nextDiscountChange(discount(), at(now))).toEqual(expected === null ? null : at(expected))
  })

  test('the discount does not change before that instant, and changes at it', () => {
    const runs = (now: Date) => activeDiscount(discount(), now) !== null
    const times = fc.date({ min: at('2026-10-15'), max: at('2026-12-15'), noInvalidDate: true })
    fc.assert(
      fc.property(times, (now) => {
        const change = nextDiscountChange(discount(), now)
        if (change) {
          expect(runs(new Date(change.getTime() - 1))).toBe(runs(now))
          expect(runs(change)).toBe(!runs(now))
        } else {
          expect(runs(now)).toBe(false)
        }
      }),
    )
  })
})
