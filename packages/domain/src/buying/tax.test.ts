import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOf, taxOf } from './tax.ts'

describe('taxOf', () => {
  test.each([
    [10_000, 8_250, 825],
    [1, 50_000, 1],
    [1, 49_999, 0],
    [999, 23_000, 230],
    [0, 20_000, 0],
    [999_999_990_000, 100_000, 999_999_990_000],
    // Larger than the safe integers: 123,456,789,013 × 0.19125 is 23,611,110,898.73625.
    [123_456_789_013, 19_125, 23_611_110_899],
  ])('%i cents at %i is %i', (net, rate, tax) => {
    expect(taxOf(net, rate)).toBe(tax)
  })

  test('is half a cent away at most, rounded up where it is exactly half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 100_000 }), (net, rate) => {
        const twice = 2n * (BigInt(taxOf(net, rate)) * 100_000n - BigInt(net) * BigInt(rate))
        expect(twice).toBeGreaterThan(-100_000n)
        expect(twice).toBeLessThanOrEqual(100_000n)
      }),
    )
  })

  test.each([
    [-1, 0],
    [1.5, 0],
    [1, -1],
    [1, 0.5],
    [1, 100_001],
    [Number.NaN, 0],
  ])('refuses %d cents at %d', (net, rate) => {
    expect(() => taxOf(net, rate)).toThrow(RangeError)
  })
})

test('a rate is written in percent', () => {
  expect(percentOf(8_250)).toBe(8.25)
})
