import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

const at = (seconds: number) => new Date(seconds * 1_000)

test('accepts so many in the window, says how long to wait, and goes on when the oldest leaves it', () => {
  const places = createPlaces({ most: 2, seconds: 60 })
  expect([0, 10, 20, 59, 60, 60, 70].map((second) => places.take(['a'], at(second)))).toEqual([0, 0, 40, 1, 0, 10, 0])
})

test('what was refused does not count', () => {
  const places = createPlaces({ most: 1, seconds: 60 })
  for (const second of [0, 10, 20]) places.take(['a'], at(second))
  expect(places.take(['a'], at(60))).toBe(0)
})

test('a key that is used up takes no place of the others', () => {
  const places = createPlaces({ most: 1, seconds: 60 })
  expect(places.take(['a'], at(0))).toBe(0)
  expect(places.take(['b', 'a'], at(1))).toBe(59)
  expect(places.take(['b'], at(2))).toBe(0)
})

test('what is given back can be taken again, once', () => {
  const places = createPlaces({ most: 1, seconds: 60 })
  places.take(['a'], at(0))
  places.giveBack(['a'], at(0))
  places.giveBack(['a', 'unknown'], at(0))
  expect(places.take(['a'], at(0))).toBe(0)
  expect(places.take(['a'], at(0))).toBe(60)
})
