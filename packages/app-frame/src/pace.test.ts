import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => {
  const done: number[] = []
  const pace = createPace(1_000)
  return { done, put: (each: number) => pace(() => done.push(each)) }
}

test('the first at once, then the last of each pause', () => {
  const { done, put } = open()
  for (let each = 0; each < 50; each++) put(each)
  expect(done).toEqual([0])
  vi.advanceTimersByTime(1_000)
  expect(done).toEqual([0, 49])
  put(50)
  expect(done).toEqual([0, 49])
  vi.advanceTimersByTime(1_000)
  expect(done).toEqual([0, 49, 50])
})

test('a message after a quiet pause takes effect at once', () => {
  const { done, put } = open()
  put(1)
  vi.advanceTimersByTime(5_000)
  put(2)
  expect(done).toEqual([1, 2])
  expect(vi.getTimerCount()).toBe(1)
})

test('work that throws holds nothing up', () => {
  const { done, put } = open()
  const pace = createPace(1_000)
  expect(() => pace(() => JSON.parse('{'))).toThrow(SyntaxError)
  vi.advanceTimersByTime(1_000)
  pace(() => put(1))
  expect(done).toEqual([1])
})
