import { memoryUsage } from 'node:process'
import { expect, test } from 'vitest'
import { createRecentMap } from './recent-map.ts'

test('a map of recent entries forgets the one that was not used for the longest time', () => {
  const map = createRecentMap<string, number>(2)
  map.set('first', 1)
  map.set('second', 2)
  map.get('first')
  map.set('third', 3)
  expect(['first', 'second', 'third'].map((key) => map.get(key))).toEqual([1, undefined, 3])
  map.set('third', 4)
  expect(map.get('first')).toBe(1)
})

test('a map of recent entries takes no memory for entries that it does not have', () => {
  const before = memoryUsage()
  const maps = Array.from({ length: 100 }, () => createRecentMap<string, number>(20_000))
  const after = memoryUsage()
  expect(maps).toHaveLength(100)
  expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(5_000_000)
})
