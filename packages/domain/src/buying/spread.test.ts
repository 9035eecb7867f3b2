import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spreadCents } from './spread.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

describe('spreadCents', () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [2, [5, 5, 5], [1, 1, 0]],
    [10, [0, 30, 10], [0, 8, 2]],
    [0, [3, 4], [0, 0]],
    [0, [0, 0], [0, 0]],
    [7, [7], [7]],
  ])('%i over %j is %j', (cents, weights, shares) => {
    expect(spreadCents(cents, weights)).toEqual(shares)
  })

  test('adds up, and no share is a cent away from its proportion', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10 ** 12 }), { minLength: 1, maxLength: 50 }).filter((all) => sum(all) > 0)
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (all, part) => {
        const cents = Math.floor(sum(all) * part)
        const shares = spreadCents(cents, all)
        expect(sum(shares)).toBe(cents)
        for (const [index, share] of shares.entries()) {
          expect(share).toBeLessThanOrEqual(all[index] ?? 0)
          const difference = BigInt(share) * BigInt(sum(all)) - BigInt(cents) * BigInt(all[index] ?? 0)
          expect(difference < 0n ? -difference : difference).toBeLessThan(BigInt(sum(all)))
        }
      }),
    )
  })

  test.each([
    [1, []],
    [1, [0, 0]],
    [-1, [1]],
    [1, [-1, 2]],
    [0.5, [1]],
  ])('refuses %d over %j', (cents, weights) => {
    expect(() => spreadCents(cents, weights)).toThrow(RangeError)
  })
})
