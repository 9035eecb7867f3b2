import { expect, test } from 'vitest'
import { createInstants } from './instants.ts'

const at = (time: number) => new Date(time)

test('removes ids whose instant has passed, the earliest first, each once', () => {
  const instants = createInstants()
  for (const [id, time] of [
    ['a', 30],
    ['b', 10],
    ['c', 20],
    ['d', 10],
  ] as const)
    instants.set(id, at(time))
  expect(instants.next()).toEqual(at(10))
  expect(instants.removeUntil(at(9))).toEqual([])
  expect(instants.removeUntil(at(20))).toEqual(['b', 'd', 'c'])
  expect(instants.removeUntil(at(20))).toEqual([])
  expect(instants.next()).toEqual(at(30))
})

test('knows the last instant of each', () => {
  const instants = createInstants()
  instants.set('a', at(10))
  instants.set('a', at(10))
  instants.set('a', at(40))
  instants.set('b', at(20))
  instants.set('b', null)
  instants.set('unknown', null)
  expect(instants.next()).toEqual(at(40))
  expect(instants.removeUntil(at(100))).toEqual(['a'])
  expect(instants.next()).toBeNull()
})
