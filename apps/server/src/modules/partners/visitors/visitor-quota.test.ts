import { expect, test } from 'vitest'
import { createVisitorQuota } from './visitor-quota.ts'

const at = (seconds: number) => new Date(seconds * 1_000)

test('accepts so many in the window, says how long to wait, and goes on when the oldest leaves it', () => {
  const quota = createVisitorQuota({ most: 2, seconds: 60 })
  expect([0, 10, 20, 59, 60, 60, 70].map((second) => quota.take(['a'], at(second)))).toEqual([0, 0, 40, 1, 0, 10, 0])
})

test('refused requests do not count', () => {
  const quota = createVisitorQuota({ most: 1, seconds: 60 })
  for (const second of [0, 10, 20]) quota.take(['a'], at(second))
  expect(quota.take(['a'], at(60))).toBe(0)
})

test('a key that is used up takes no place of the others', () => {
  const quota = createVisitorQuota({ most: 1, seconds: 60 })
  expect(quota.take(['a'], at(0))).toBe(0)
  expect(quota.take(['b', 'a'], at(1))).toBe(59)
  expect(quota.take(['b'], at(2))).toBe(0)
})

test('a returned place can be taken again, once', () => {
  const quota = createVisitorQuota({ most: 1, seconds: 60 })
  quota.take(['a'], at(0))
  quota.giveBack(['a'], at(0))
  quota.giveBack(['a', 'unknown'], at(0))
  expect(quota.take(['a'], at(0))).toBe(0)
  expect(quota.take(['a'], at(0))).toBe(60)
})
