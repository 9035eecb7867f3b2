import { expect, test } from 'vitest'
import { testClock } from '../../../../test/harness.ts'
import type { Caller } from '../../../core/caller.ts'
import { createRecentCallers } from './recent-callers.ts'

const callerWith = (tokenHash: string) => ({ tokenHash }) as Caller

test('callers are kept for a minute after they were found', () => {
  const clock = testClock('2026-11-22T12:00:00.000Z')
  const recent = createRecentCallers(clock)
  recent.remember(callerWith('a'))
  clock.set('2026-11-22T12:00:59.999Z')
  expect(recent.recall('a')).toEqual(callerWith('a'))
  clock.set('2026-11-22T12:01:00.000Z')
  expect(recent.recall('a')).toBeNull()
  recent.remember(callerWith('a'))
  expect(recent.recall('a')).toEqual(callerWith('a'))
  recent.forget('a')
  expect(recent.recall('a')).toBeNull()
})

test('at most a thousand are kept', () => {
  const recent = createRecentCallers(testClock('2026-11-22T12:00:00.000Z'))
  for (let index = 0; index < 1_500; index++) recent.remember(callerWith(String(index)))
  expect(Array.from({ length: 1_500 }, (_, index) => recent.recall(String(index))).filter((each) => each !== null)).toHaveLength(
    1_000,
  )
})
