import { join } from 'node:path'
import { expect, test } from 'vitest'
import { boundedWork, WorkEndedError } from './bounded-work.ts'

type Wish = { do: 'double'; number: number } | { do: 'loop' | 'wait' | 'grow' | 'burn' | 'crash' | 'fail' | 'who' }

const open = (options: { atOnce?: number; seconds?: number; idleSeconds?: number } = {}) =>
  boundedWork<Wish, number>({ file: join(import.meta.dirname, 'test-worker.ts'), atOnce: 2, seconds: 30, ...options })

const isAlive = (id: number): boolean => {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}

test('work is done, more of it than may be under way at once', async () => {
  const work = open()
  const numbers = Array.from({ length: 20 }, (_, index) => index)
  expect(await Promise.all(numbers.map((number) => work({ do: 'double', number })))).toEqual(numbers.map((number) => 2 * number))
})

test('one process after the other has no more than one piece of work, and is used again', async () => {
  const work = open({ atOnce: 1 })
  expect(await work({ do: 'who' })).toBe(await work({ do: 'who' }))
})

test.each([
  ['a loop that never ends', 'loop', 1],
  ['waiting that never ends', 'wait', 1],
  ['memory without end', 'grow', 30],
  ['time of the processor beside the loop of events', 'burn', 30],
  ['a process that ends', 'crash', 30],
] as const)('%s is ended, and its neighbours are not', async (_, wish, seconds) => {
  const work = open({ seconds })
  const before = await work({ do: 'who' })
  const ended = work({ do: wish })
  const neighbours = Promise.all([1, 2, 3].map((number) => work({ do: 'double', number })))
  await expect(ended).rejects.toThrow(WorkEndedError)
  expect(await neighbours).toEqual([2, 4, 6])
  await expect.poll(() => isAlive(before), { timeout: 60_000 }).toBe(false)
})

test('an error of the work is its error, and its process goes on', async () => {
  const work = open({ atOnce: 1 })
  const before = await work({ do: 'who' })
  await expect(work({ do: 'fail' })).rejects.toThrow(/^it failed$/)
  expect(await work({ do: 'who' })).toBe(before)
})

test('a process without work ends', async () => {
  const work = open({ idleSeconds: 0.2 })
  const id = await work({ do: 'who' })
  await expect.poll(() => isAlive(id), { timeout: 60_000 }).toBe(false)
  expect(await work({ do: 'double', number: 4 })).toBe(8)
})

test('a program that is not there is no fault of the work', async () => {
  const work = boundedWork<number, number>({ file: join(import.meta.dirname, 'none.ts'), atOnce: 1, seconds: 30 })
  const error = await work(1).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(WorkEndedError)
})
