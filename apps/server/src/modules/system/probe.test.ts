import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createProbe } from './probe.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates a probe with a question that the test answers. */
const open = () => {
  const asked: PromiseWithResolvers<string>[] = []
  const probe = createProbe(() => {
    const answer = Promise.withResolvers<string>()
    asked.push(answer)
    return answer.promise
  })
  return { probe, asked }
}

describe('a probe', () => {
  test('asks once for all who come while it waits, however long that takes', async () => {
    const { probe, asked } = open()
    const waiting = [probe(), probe()]
    await vi.advanceTimersByTimeAsync(60_000)
    waiting.push(probe())
    expect(asked).toHaveLength(1)
    asked[0]?.resolve('fine')
    expect(await Promise.all(waiting)).toEqual(['fine', 'fine', 'fine'])
  })

  test('keeps its answer for a second from then, and asks anew after it', async () => {
    const { probe, asked } = open()
    const first = probe()
    await vi.advanceTimersByTimeAsync(5_000)
    asked[0]?.resolve('fine')
    await first
    await vi.advanceTimersByTimeAsync(999)
    expect(await probe()).toBe('fine')
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    const second = probe()
    expect(asked).toHaveLength(2)
    asked[1]?.resolve('better')
    expect(await second).toBe('better')
  })

  test('keeps a failure as long, and not longer', async () => {
    const { probe, asked } = open()
    const first = probe()
    asked[0]?.reject(new Error('down'))
    await expect(first).rejects.toThrow('down')
    await expect(probe()).rejects.toThrow('down')
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    const second = probe()
    asked[1]?.resolve('back')
    expect(await second).toBe('back')
  })

  test('asks at most once a second, whatever the number of strangers', async () => {
    const asked = vi.fn(async () => 'fine')
    const probe = createProbe(asked)
    for (let passed = 0; passed < 10_000; passed += 100) {
      await Promise.all(Array.from({ length: 20 }, probe))
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(asked.mock.calls.length).toBeLessThanOrEqual(10)
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(9)
  })
})
