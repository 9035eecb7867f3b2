import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortInSteps } from './sort-in-steps.ts'

const byLastDigit = (a: number, b: number): number => (a % 10) - (b % 10)

test('sorts as sort() does, equals in their order, whatever there is', () => {
  const numbers = fc.oneof(
    fc.array(fc.nat(1_000), { maxLength: 40 }),
    fc.array(fc.nat(100_000), { minLength: 1_000, maxLength: 4_000, size: 'max' }),
  )
  fc.assert(
    fc.property(numbers, (given) => {
      const sorted = Uint32Array.from(given)
      for (const _ of sortInSteps(sorted, byLastDigit));
      expect([...sorted]).toEqual(given.toSorted(byLastDigit))
    }),
    { numRuns: 30 },
  )
})

test('compares no more than a few thousand times in a step', () => {
  let compared = 0
  let most = 0
  const numbers = Uint32Array.from({ length: 50_000 }, (_, index) => (index * 7_919) % 50_021)
  const steps = sortInSteps(numbers, (a, b) => {
    compared++
    return a - b
  })
  for (const _ of steps) {
    most = Math.max(most, compared)
    compared = 0
  }
  expect(most).toBeLessThan(10_000)
  expect([...numbers]).toEqual([...numbers].toSorted((a, b) => a - b))
})
