import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRequestLimits, type RequestLimits } from './request-limits.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The cache treats time 0 as "no entry", so the clock starts at 1.
  vi.advanceTimersByTime(1)
})
afterEach(() => void vi.useRealTimers())

const forever = () => new Promise<never>(() => {})
const at = async (limited: ReturnType<typeof createRequestLimits>, host: string): Promise<string> => {
  try {
    return await limited.run({ host }, async () => 'done')
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error)
  }
}
const times = async (count: number, ask: () => Promise<string>): Promise<Record<string, number>> => {
  const answers: Record<string, number> = {}
  for (let asked = 0; asked < count; asked++) {
    const answer = await ask()
    answers[answer] = (answers[answer] ?? 0) + 1
  }
  return answers
}

describe('the requests of a minute', () => {
  test('to one host are at most 120, and other hosts have their own', async () => {
    const limited = createRequestLimits()
    expect(await times(125, () => at(limited, 'busy.test'))).toEqual({ done: 120, TOO_MANY_REQUESTS: 5 })
    expect(await at(limited, 'quiet.test')).toBe('done')
  })

  test('are counted from the first one, and refused ones do not prolong it', async () => {
    const limited = createRequestLimits({ atOnce: 9, atOnceAHost: 9, aMinuteAHost: 2, atOnceASite: 9, atOnceAnOwner: 9 })
    const ask = () => at(limited, 'busy.test')
    expect(await ask()).toBe('done')
    vi.advanceTimersByTime(30_000)
    expect(await times(3, ask)).toEqual({ done: 1, TOO_MANY_REQUESTS: 2 })
    vi.advanceTimersByTime(29_000)
    expect(await ask()).toBe('TOO_MANY_REQUESTS')
    vi.advanceTimersByTime(1_100)
    expect(await times(3, ask)).toEqual({ done: 2, TOO_MANY_REQUESTS: 1 })
  })

  test('include those that failed', async () => {
    const limited = createRequestLimits({ atOnce: 9, atOnceAHost: 9, aMinuteAHost: 2, atOnceASite: 9, atOnceAnOwner: 9 })
    const fail = () => limited.run({ host: 'down.test' }, () => Promise.reject(new Error('down')))
    await expect(fail()).rejects.toThrow('down')
    await expect(fail()).rejects.toThrow('down')
    expect(await at(limited, 'down.test')).toBe('TOO_MANY_REQUESTS')
  })
})

describe('the requests at once', () => {
  const begin = (limits: RequestLimits | undefined, hosts: readonly string[]) => {
    const limited = createRequestLimits(limits)
    let begun = 0
    const refused: string[] = []
    for (const host of hosts)
      limited
        .run({ host }, () => {
          begun++
          return forever()
        })
        .catch((error: { reason: string }) => refused.push(error.reason))
    return { limited, begun: () => begun, refused }
  }

  test('to all hosts are at most 32', async () => {
    const hosts = Array.from({ length: 40 }, (_, index) => `${index}.test`)
    const { limited, begun, refused } = begin(undefined, hosts)
    expect(await at(limited, 'one-more.test')).toBe('TOO_MANY_REQUESTS')
    expect(begun()).toBe(32)
    expect(refused).toEqual(Array.from({ length: 8 }, () => 'TOO_MANY_REQUESTS'))
  })

  test('to one host are at most 4, and leave the others theirs', async () => {
    const { limited, begun } = begin(
      undefined,
      Array.from({ length: 10 }, () => 'slow.test'),
    )
    expect(begun()).toBe(4)
    expect(await at(limited, 'quick.test')).toBe('done')
  })

  test('end with their work, also if it fails', async () => {
    const limited = createRequestLimits({ atOnce: 1, atOnceAHost: 1, aMinuteAHost: 9, atOnceASite: 9, atOnceAnOwner: 9 })
    await expect(limited.run({ host: 'a.test' }, () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(await at(limited, 'a.test')).toBe('done')
    expect(await at(limited, 'b.test')).toBe('done')
  })

  test('of one owner are at most 8, whatever hosts they name, and leave the others theirs', async () => {
    const limited = createRequestLimits()
    const reasons: string[] = []
    for (let index = 0; index < 40; index++)
      limited
        .run({ host: `${index}.evil.test`, owner: 'evil' }, forever)
        .catch(({ reason }: { reason: string }) => reasons.push(reason))
    expect(await limited.run({ host: 'honest.test', owner: 'honest' }, async () => 'done')).toBe('done')
    expect(reasons).toHaveLength(32)
  })
})
