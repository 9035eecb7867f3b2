import { expect, test } from 'vitest'
import { createFairQueue, QueueFull } from './fair-queue.ts'

/** Makes tasks that end when `endOne` is called, and records the order in which they began. */
const workshop = () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.push(() => resolve(name))
    })
  const endOne = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, work, endOne, running: () => ends.length }
}
const outcome = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

test('runs a fixed number of tasks at once, and sources take turns', async () => {
  const { begun, work, endOne, running } = workshop()
  const queue = createFairQueue({ atOnce: 2, waiting: 100, waitingOfOne: 10 })
  const done = [
    ...['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => queue.run('a', work(name))),
    ...['b1', 'b2'].map((name) => queue.run('b', work(name))),
    queue.run('c', work('c1')),
  ]
  for (let count = 0; count < 8; count++) {
    expect(running()).toBeLessThanOrEqual(2)
    await endOne()
  }
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
  expect(await Promise.all(done)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'])
})

test('only a source with too many waiting tasks is refused', async () => {
  const { work, endOne } = workshop()
  const queue = createFairQueue({ atOnce: 1, waiting: 100, waitingOfOne: 2 })
  const done = ['a1', 'a2', 'a3', 'a4'].map((name) => outcome(queue.run('a', work(name))))
  const other = queue.run('b', work('b1'))
  expect(await done[3]).toEqual(new QueueFull('source'))
  for (let count = 0; count < 4; count++) await endOne()
  expect(await Promise.all(done.slice(0, 3))).toEqual(['a1', 'a2', 'a3'])
  expect(await other).toBe('b1')
})

test('a full queue drops the newest task of the source with the most waiting tasks', async () => {
  const { work, endOne } = workshop()
  const queue = createFairQueue({ atOnce: 1, waiting: 4, waitingOfOne: 10 })
  const greedy = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => outcome(queue.run('a', work(name))))
  const b = outcome(queue.run('b', work('b1')))
  expect(await greedy[4]).toEqual(new QueueFull('all'))
  const c = outcome(queue.run('c', work('c1')))
  expect(await greedy[3]).toEqual(new QueueFull('all'))
  // Only `a` has two waiting tasks, so `d` gets a place of `a`. Now every source has one waiting task, and `e` gets no place.
  const d = outcome(queue.run('d', work('d1')))
  expect(await greedy[2]).toEqual(new QueueFull('all'))
  expect(await outcome(queue.run('e', work('e1')))).toEqual(new QueueFull('all'))
  for (let count = 0; count < 5; count++) await endOne()
  expect(await Promise.all([greedy[0], greedy[1], b, c, d])).toEqual(['a1', 'a2', 'b1', 'c1', 'd1'])
})

test('a failed task makes room for the next', async () => {
  const queue = createFairQueue({ atOnce: 1, waiting: 4, waitingOfOne: 4 })
  const fails = queue.run('a', () => Promise.reject(new Error('no')))
  await expect(fails).rejects.toThrow('no')
  const throws = queue.run('a', () => {
    throw new Error('at once')
  })
  await expect(throws).rejects.toThrow('at once')
  expect(await queue.run('a', async () => 1)).toBe(1)
})
