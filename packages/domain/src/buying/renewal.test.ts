import { describe, expect, test } from 'vitest'
import { failureOf, isFreezeDue, settledThrough, splitMissed, unsettledPeriods } from './renewal.ts'

const schedule = { anchor: new Date('2026-01-31T10:00:00Z'), months: 1 }

describe('unsettledPeriods', () => {
  test.each([
    ['2026-01-31T09:59:59Z', -1, [], []],
    ['2026-01-31T10:00:00Z', -1, [], [0]],
    ['2026-02-28T10:00:00Z', 0, [], [1]],
    ['2026-06-30T10:00:00Z', 0, [3, 4], [1, 2, 5]],
    ['2026-06-30T10:00:00Z', 5, [], []],
  ])('at %s after %i without %j', (now, last, settled, expected) => {
    expect(unsettledPeriods(schedule, { last, settled }, new Date(now))).toEqual(expected)
  })
})

test.each([
  [[], null, []],
  [[4], 4, []],
  [[1, 2, 3], 1, []],
  [[1, 2, 3, 4, 5], 1, [4, 5]],
])('of %j missed, %j is charged now and %j are waived', (unsettled, charge, waive) => {
  expect(splitMissed(unsettled)).toEqual({ charge, waive })
})

test.each([
  [0, [], 0],
  [0, [1, 2], 2],
  [0, [2, 3], 0],
  [3, [4, 5, 7], 5],
])('with period %i settled, and %j after it, all periods are settled up to %i', (last, settled, through) => {
  expect(settledThrough(last, settled)).toBe(through)
})

test('the freeze is due 14 days after the first failure, and not after 7', () => {
  const first = new Date('2026-03-01T08:00:00Z')
  expect(isFreezeDue(first, new Date('2026-03-08T08:00:00Z'))).toBe(false)
  expect(isFreezeDue(first, new Date('2026-03-15T08:00:00Z'))).toBe(true)
})

test.each([
  ['authentication_required', true, 'authentication'],
  ['lost_card', true, 'final'],
  ['insufficient_funds', false, 'declined'],
  [null, false, 'declined'],
] as const)('%s, final %s: %s', (code, isFinal, failure) => {
  expect(failureOf(code, isFinal)).toBe(failure)
})
