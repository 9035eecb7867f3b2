import { expect, test } from 'vitest'
import { loadAgain } from './load-again.ts'

/** Fails this many times, then answers. */
const failing = (times: number) => {
  const asked: number[] = []
  const pauses: number[] = []
  const load = async () => {
    asked.push(asked.length)
    if (asked.length <= times) throw new Error(`failure ${asked.length}`)
    return 'loaded'
  }
  return { asked, pauses, load, pause: async (ms: number) => void pauses.push(ms) }
}

test.each([
  [0, []],
  [1, [1_000]],
  [2, [1_000, 4_000]],
  [3, [1_000, 4_000, 15_000]],
])('what fails %i times is loaded, with growing pauses', async (times, pauses) => {
  const tried = failing(times)
  await expect(loadAgain(tried.load, tried)).resolves.toBe('loaded')
  expect(tried.pauses).toEqual(pauses)
})

test('a load that fails four times is given up, with the last failure', async () => {
  const tried = failing(9)
  await expect(loadAgain(tried.load, tried)).rejects.toThrow('failure 4')
  expect(tried.asked).toHaveLength(4)
})

test('a load that no caller waits for any more is not repeated', async () => {
  const tried = failing(9)
  await expect(loadAgain(tried.load, { ...tried, isGone: () => tried.pauses.length === 2 })).rejects.toThrow('failure 2')
  expect(tried.asked).toHaveLength(2)
})
