import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextAfterFailure } from './dunning.ts'
import { addedSeatsDue, restOf } from './proration.ts'

describe('a renewal that failed', () => {
  const first = new Date('2026-03-01T08:00:00Z')
  test.each([
    [0, 'declined', 'retry', '2026-03-02T08:00:00.000Z'],
    [1, 'declined', 'retry', '2026-03-04T08:00:00.000Z'],
    [2, 'declined', 'retry', '2026-03-08T08:00:00.000Z'],
    [3, 'declined', 'freeze', '2026-03-15T08:00:00.000Z'],
    [0, 'final', 'freeze', '2026-03-15T08:00:00.000Z'],
    [0, 'authentication', 'freeze', '2026-03-15T08:00:00.000Z'],
  ] as const)('after %i retries, %s: %s', (retries, failure, kind, at) => {
    expect(nextAfterFailure(first, retries, failure)).toEqual({ kind, at: new Date(at) })
  })
})

const april = { start: new Date('2026-04-01T00:00:00Z'), end: new Date('2026-05-01T00:00:00Z') }

describe('a change in the middle of a period', () => {
  test('credits the rest by the second', () => {
    expect(restOf(3_000, april, new Date('2026-04-16T00:00:00Z'))).toBe(1_500)
    expect(restOf(3_000, april, april.start)).toBe(3_000)
    expect(restOf(3_000, april, april.end)).toBe(0)
    expect(restOf(3_000, april, new Date('2026-06-01'))).toBe(0)
  })
  test('charges added seats for the rest of the period, today included', () => {
    expect(addedSeatsDue(1_200, 3, april, new Date('2026-04-21T15:00:00Z'))).toBe(1_200)
    expect(addedSeatsDue(1_200, 3, april, april.start)).toBe(3_600)
  })
  test('costs between nothing and the whole period', () => {
    const seconds = fc.integer({ min: -86_400, max: 40 * 86_400 })
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: 10 ** 11 }), (at, price) => {
        const now = new Date(april.start.getTime() + at * 1_000)
        for (const due of [restOf(price, april, now), addedSeatsDue(price, 1, april, now)]) {
          expect(due).toBeGreaterThanOrEqual(0)
          expect(due).toBeLessThanOrEqual(price)
        }
      }),
    )
  })
})
