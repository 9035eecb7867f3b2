import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lookAgain } from './look-again.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a charge is looked at again after two seconds, and not before', async () => {
  const look = vi.fn(async () => 'active')
  const tell = vi.fn()
  lookAgain(look, tell)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(look).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(look).toHaveBeenCalledTimes(1)
  expect(tell.mock.calls).toEqual([['active']])
})

it('a look that fails is told as none', async () => {
  const tell = vi.fn()
  lookAgain(() => Promise.reject(new TypeError('Failed to fetch')), tell)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(tell.mock.calls).toEqual([[null]])
})

it('a screen that is left hears nothing, also of a look that is under way', async () => {
  const look = vi.fn(async () => 'active')
  const tell = vi.fn()
  lookAgain(look, tell)()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(look).not.toHaveBeenCalled()
  let answer = (_: string) => {}
  const stop = lookAgain(() => new Promise<string>((resolve) => (answer = resolve)), tell)
  await vi.advanceTimersByTimeAsync(2_000)
  stop()
  answer('active')
  await vi.advanceTimersByTimeAsync(0)
  expect(tell).not.toHaveBeenCalled()
})
