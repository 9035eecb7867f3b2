import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertCents, divideDown, divideHalfUp } from './money.ts'

const amounts = fc.integer({ min: 0, max: 10 ** 12 })
const divisors = fc.integer({ min: 1, max: 10 ** 6 })

describe('divideHalfUp', () => {
  test.each([
    [5, 2, 3],
    [3, 2, 2],
    [4, 3, 1],
    [1, 3, 0],
    [2, 3, 1],
    [0, 7, 0],
    [1005, 10, 101],
  ])('%i / %i = %i', (numerator, denominator, expected) => {
    expect(divideHalfUp(numerator, denominator)).toBe(expected)
  })

  test('is never more than half a unit away, and up where it is exactly half', () => {
    fc.assert(
      fc.property(amounts, divisors, (numerator, denominator) => {
        const distance = 2 * (divideHalfUp(numerator, denominator) * denominator - numerator)
        expect(distance).toBeGreaterThan(-denominator)
        expect(distance).toBeLessThanOrEqual(denominator)
      }),
    )
  })
})

describe('divideDown', () => {
  test.each([
    [5, 2, 2],
    [6, 2, 3],
    [61_200, 5, 12_240],
    [0, 3, 0],
  ])('%i / %i = %i', (numerator, denominator, expected) => {
    expect(divideDown(numerator, denominator)).toBe(expected)
  })

  test('is what BigInt says', () => {
    fc.assert(
      fc.property(amounts, divisors, (numerator, denominator) => {
        expect(divideDown(numerator, denominator)).toBe(Number(BigInt(numerator) / BigInt(denominator)))
      }),
    )
  })

  test.each([
    [-1, 2],
    [1.5, 2],
    [1, 0],
    [1, -2],
    [1, 0.5],
    [Number.NaN, 2],
    [2 ** 53, 2],
  ])('%d / %d is refused', (numerator, denominator) => {
    expect(() => divideDown(numerator, denominator)).toThrow(RangeError)
    expect(() => divideHalfUp(numerator, denominator)).toThrow(RangeError)
  })
})

describe('assertCents', () => {
  test.each([0, 1, 1200])('%i is an amount', (cents) => {
    expect(() => assertCents(cents)).not.toThrow()
  })

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('%d is none', (cents) => {
    expect(() => assertCents(cents)).toThrow(RangeError)
  })
})
