import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seatPrice, type Tiers } from './tiers.ts'

const tiers: Tiers = {
  enabled: true,
  tiers: [
    { accountsFrom: 50, discount: 100 },
    { accountsFrom: 5, discount: 10 },
    { accountsFrom: 10, discount: 33.3 },
    { accountsFrom: 10, discount: 25 },
  ],
}

describe('seatPrice', () => {
  test.each([
    [1, 1_005],
    [4, 1_005],
    [5, 905],
    [9, 905],
    [10, 670],
    [49, 670],
    [50, 0],
  ])('of %i seats', (seats, cents) => {
    expect(seatPrice(1_005, seats, tiers)).toBe(cents)
  })

  test.each([null, { ...tiers, enabled: false }, { enabled: true, tiers: [] }])('without tiers: %j', (none) => {
    expect(seatPrice(1_005, 1_000, none)).toBe(1_005)
  })

  test('is whole cents, and never dearer than one seat alone', () => {
    const random = fc.record({
      enabled: fc.boolean(),
      tiers: fc.array(
        fc.record({ accountsFrom: fc.integer({ min: 1, max: 100 }), discount: fc.double({ min: 0, max: 100, noNaN: true }) }),
        { maxLength: 20 },
      ),
    })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 1, max: 10_000 }), random, (cents, seats, any) => {
        const price = seatPrice(cents, seats, any)
        expect(Number.isInteger(price)).toBe(true)
        expect(price).toBeGreaterThanOrEqual(0)
        expect(price).toBeLessThanOrEqual(cents)
      }),
    )
  })

  test('refuses what is not whole cents', () => {
    expect(() => seatPrice(1.5, 1, null)).toThrow(RangeError)
  })
})
