import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leftOf, REFUND, refundPart, type Refundable } from './refunds.ts'
import { stepOf } from './transitions.ts'

const sales = fc
  .tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.nat(10 ** 9), fc.nat(10 ** 9))
  .map(([net, tax, commission]) => ({ total: net + tax, tax, commission: Math.min(net, commission) }))

describe('parts of a refund', () => {
  test('in any order and size add up to the sale, also if some refunds are reversed', () => {
    const steps = fc.array(fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), fails: fc.boolean() }), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(sales, steps, (sale, taken) => {
        let parts: Refundable[] = []
        for (const { share, fails } of taken) {
          const left = leftOf(sale, parts)
          if (left.total === 0) break
          const part = refundPart(left, Math.max(1, Math.floor(share * left.total)))
          for (const cents of [part.tax, part.commission, part.total - part.tax - part.commission])
            expect(cents).toBeGreaterThanOrEqual(0)
          // A failed earlier part is removed, so later parts must stay right.
          parts = fails ? [...parts.slice(1), part] : [...parts, part]
        }
        const rest = leftOf(sale, parts)
        if (rest.total > 0) parts.push(refundPart(rest, rest.total))
        expect(leftOf(sale, parts)).toEqual({ total: 0, tax: 0, commission: 0 })
      }),
    )
  })

  test('take tax and commission in proportion', () => {
    expect(refundPart({ total: 1_230, tax: 230, commission: 200 }, 615)).toEqual({ total: 615, tax: 115, commission: 100 })
  })

  test.each([0, 101, 1.5, -1, NaN])('are not %d of 100 cents', (cents) => {
    expect(() => refundPart({ total: 100, tax: 20, commission: 15 }, cents)).toThrow(RangeError)
  })
})

test('a refund moves forward only, and a successful refund can be reversed', () => {
  expect(stepOf(REFUND, 'requested', 'succeed')).toEqual({ kind: 'moved', to: 'succeeded' })
  expect(stepOf(REFUND, 'succeeded', 'fail')).toEqual({ kind: 'moved', to: 'failed' })
  expect(stepOf(REFUND, 'succeeded', 'succeed')).toEqual({ kind: 'repeated' })
  expect(stepOf(REFUND, 'failed', 'succeed')).toEqual({ kind: 'illegal' })
  expect(stepOf(REFUND, 'cancelled', 'fail')).toEqual({ kind: 'illegal' })
})
