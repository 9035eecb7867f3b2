import { describe, expect, test } from 'vitest'
import { createTurns, type TurnLimits } from './turns.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A queue whose work ends when the test says so. */
const open = (limits: Partial<TurnLimits> = {}) => {
  let now = 0
  const takeTurn = createTurns({ atOnce: 1, ofOne: 4, ofAll: 6, waitMs: 100, ...limits }, () => now)
  const begun: { caller: string; end: () => void }[] = []
  const refused: string[] = []
  const ask = (caller: string): void => {
    takeTurn(caller, () => new Promise<void>((end) => begun.push({ caller, end }))).catch(({ reason }: { reason: string }) =>
      refused.push(`${caller} ${reason}`),
    )
  }
  return {
    ask,
    refused,
    begun: () => begun.map(({ caller }) => caller),
    /** Ends the oldest running work. */
    next: async () => {
      begun.find((each) => !ended.has(each) && ended.add(each))?.end()
      await turn()
      await turn()
    },
    pass: (ms: number) => {
      now += ms
    },
  }
}
const ended = new Set<object>()

describe('callers have their turns', () => {
  test('one after the other, however much each of them asks', async () => {
    const { ask, begun, next } = open()
    for (const caller of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) ask(caller)
    for (let count = 0; count < 7; count++) await next()
    expect(begun()).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
  })

  test('several at once where that is allowed', async () => {
    const { ask, begun, next } = open({ atOnce: 2 })
    for (const caller of ['a', 'a', 'a', 'b']) ask(caller)
    expect(begun()).toEqual(['a', 'a'])
    await next()
    expect(begun()).toEqual(['a', 'a', 'a'])
    await next()
    expect(begun()).toEqual(['a', 'a', 'a', 'b'])
  })

  test('also after work that fails', async () => {
    const takeTurn = createTurns({ atOnce: 1, ofOne: 4, ofAll: 6, waitMs: 100 })
    const failing = takeTurn('a', () => Promise.reject(new Error('on purpose')))
    const after = takeTurn('b', async () => 'done')
    await expect(failing).rejects.toThrow('on purpose')
    expect(await after).toBe('done')
  })
})

describe('a turn is refused', () => {
  test('to a caller who has too much waiting, and to nobody else for it', () => {
    const { ask, refused } = open({ ofAll: 20 })
    for (const caller of ['a', 'a', 'a', 'a', 'a', 'a', 'b']) ask(caller)
    return turn().then(() => expect(refused).toEqual(['a too-many']))
  })

  test('to who has most waiting, when all places are taken and somebody with less comes', async () => {
    const { ask, refused, begun, next } = open()
    for (const caller of ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c', 'd']) ask(caller)
    await turn()
    expect(refused).toEqual(['a too-many', 'a too-many'])
    for (let count = 0; count < 9; count++) await next()
    expect(begun()).toEqual(['a', 'a', 'b', 'c', 'd', 'a', 'b'])
  })

  test('to who comes when everybody has as little waiting', async () => {
    const { ask, refused } = open()
    for (const caller of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) ask(caller)
    await turn()
    expect(refused).toEqual(['h busy'])
  })

  test('to who has waited for too long', async () => {
    const { ask, refused, begun, next, pass } = open()
    for (const caller of ['a', 'b']) ask(caller)
    pass(101)
    ask('c')
    await next()
    expect(refused).toEqual(['b busy'])
    expect(begun()).toEqual(['a', 'c'])
  })
})
