import { describe, expect, test } from 'vitest'
import { FACTOR_CHANGE_SECONDS, isStale, isToTouch, REAUTHENTICATE_SECONDS, SESSION_IDLE_SECONDS } from './limits.ts'

const NOW = new Date('2026-11-22T10:00:00Z')
const before = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000)

describe('how long something holds', () => {
  test.each([
    ['a session that is not used', SESSION_IDLE_SECONDS, 14 * 86_400],
    ['a password that was typed, for a change of it', REAUTHENTICATE_SECONDS, 900],
    ['one, for a change of the second step', FACTOR_CHANGE_SECONDS, 600],
  ])('%s', (_, seconds, expected) => {
    expect(seconds).toBe(expected)
    expect(isStale(before(seconds - 1), seconds, NOW)).toBe(false)
    // A session is still open at the exact limit.
    expect(isStale(before(seconds), seconds, NOW)).toBe(false)
    expect(isStale(before(seconds + 1), seconds, NOW)).toBe(true)
  })

  test('a time in the future is not stale, even if clocks differ', () => {
    expect(isStale(before(-3_600), 60, NOW)).toBe(false)
  })
})

test.each([
  [0, false],
  [299, false],
  [300, false],
  [301, true],
])('a use of %i seconds ago is written again: %s', (seconds, isWritten) =>
  expect(isToTouch(before(seconds), NOW)).toBe(isWritten),
)
