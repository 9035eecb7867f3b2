import { describe, expect, test } from 'vitest'
import { removeRequest, addRequest, delayAfterFailures, secondsToWait, formatWait } from './pace.ts'

const ALLOWANCE = { burst: 3, everySeconds: 10 }

/** Sends a request at each of these seconds and returns the wait of each. Only requests without a wait count for the limit. */
const comeAt = (...seconds: number[]): number[] => {
  let busyUntil: number | undefined
  return seconds.map((second) => {
    const now = 1_000_000 + second * 1_000
    const wait = secondsToWait(busyUntil, now, ALLOWANCE)
    if (wait === 0) busyUntil = addRequest(busyUntil, now, ALLOWANCE)
    return wait
  })
}

describe('an allowance', () => {
  test.each<[number[], number[]]>([
    [
      [0, 0, 0, 0, 4, 10, 10],
      [0, 0, 0, 10, 6, 0, 10],
    ],
    [
      [0, 10, 20, 30],
      [0, 0, 0, 0],
    ],
    [
      [0, 0, 0, 1_000, 1_000, 1_000, 1_000],
      [0, 0, 0, 0, 0, 0, 10],
    ],
  ])('at seconds %j waits %j', (seconds, waits) => {
    expect(comeAt(...seconds)).toEqual(waits)
  })

  test('is used up sooner by what counts as several', () => {
    const now = 1_000_000
    expect(secondsToWait(addRequest(undefined, now, ALLOWANCE, 2), now, ALLOWANCE)).toBe(0)
    expect(secondsToWait(addRequest(undefined, now, ALLOWANCE, 5), now, ALLOWANCE)).toBe(30)
  })

  test('can be given back', () => {
    const now = 1_000_000
    let busyUntil: number | undefined
    for (let count = 0; count < 3; count++) busyUntil = addRequest(busyUntil, now, ALLOWANCE)
    expect(secondsToWait(busyUntil, now, ALLOWANCE)).toBe(10)
    expect(secondsToWait(removeRequest(busyUntil, ALLOWANCE), now, ALLOWANCE)).toBe(0)
    expect(secondsToWait(removeRequest(undefined, ALLOWANCE), now, ALLOWANCE)).toBe(0)
  })
})

test.each([
  [0, 0],
  [4, 0],
  [5, 1],
  [6, 2],
  [9, 16],
  [14, 512],
  [15, 900],
  [10_000, 900],
])('after %i wrong passwords %i seconds', (failures, seconds) => {
  expect(delayAfterFailures(failures)).toBe(seconds)
})

test.each([
  [0.2, '1 second'],
  [8, '8 seconds'],
  [59.5, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words)
})
