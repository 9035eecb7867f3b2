import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commissionOf } from './commission.ts'
import { availableFrom, entriesOf } from './entries.ts'

describe('the entries of a movement', () => {
  test('give each account its part', () => {
    expect(entriesOf({ total: 1_230, tax: 230, commission: 200 }, 'in')).toEqual([
      { account: 'provider', amount: 1_230 },
      { account: 'tax', amount: -230 },
      { account: 'marketplace', amount: -200 },
      { account: 'developer', amount: -800 },
    ])
  })

  test('exist for a sale of 0 too', () => {
    expect(entriesOf({ total: 0, tax: 0, commission: 0 }, 'out').map(({ amount }) => amount)).toEqual([0, 0, 0, 0])
  })

  test('sum to 0, and a movement out reverses a movement in', () => {
    const movement = fc
      .tuple(fc.nat(1e12), fc.nat(1e12), fc.nat(1e12))
      .map(([net, tax, commission]) => ({ total: net + tax, tax, commission: Math.min(net, commission) }))
    fc.assert(
      fc.property(movement, (amounts) => {
        const [into, out] = [entriesOf(amounts, 'in'), entriesOf(amounts, 'out')]
        expect(into.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
        expect(into.map(({ amount }, index) => amount + (out[index]?.amount ?? NaN))).toEqual([0, 0, 0, 0])
      }),
    )
  })

  test.each([
    { total: -1, tax: 0, commission: 0 },
    { total: 1.5, tax: 0, commission: 0 },
    { total: 100, tax: 50, commission: 51 },
  ])('of %j do not exist', (amounts) => {
    expect(() => entriesOf(amounts, 'in')).toThrow(RangeError)
  })
})

test('the commission is rounded half up', () => {
  expect([commissionOf(1_000, 20), commissionOf(52, 20), commissionOf(53, 20), commissionOf(0, 20)]).toEqual([200, 10, 11, 0])
  expect(() => commissionOf(100, 101)).toThrow(RangeError)
  expect(() => commissionOf(100, 0.5)).toThrow(RangeError)
})

test('a sale is available seven days after its capture', () => {
  expect(availableFrom(new Date('2026-02-25T10:00:00Z'))).toEqual(new Date('2026-03-04T10:00:00Z'))
})
