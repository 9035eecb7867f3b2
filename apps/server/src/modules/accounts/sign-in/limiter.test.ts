import { describe, expect, test } from 'vitest'
import { createLimiter } from './limiter.ts'

const at = (seconds: number) => new Date(seconds * 1_000)

describe('createLimiter', () => {
  test('allows a fixed number of hits in a window that begins with the first', () => {
    const limiter = createLimiter({ max: 3, seconds: 30 })
    expect([0, 1, 29, 29.9, 30].map((second) => limiter.hit('a', at(second)))).toEqual([true, true, true, false, true])
  })

  test('tells whether a key is full without counting a hit', () => {
    const limiter = createLimiter({ max: 2, seconds: 30 })
    expect(limiter.isFull('a', at(0))).toBe(false)
    limiter.hit('a', at(0))
    limiter.hit('a', at(0))
    expect([limiter.isFull('a', at(29)), limiter.isFull('b', at(29)), limiter.isFull('a', at(30))]).toEqual([true, false, false])
  })

  test('forgets when it is told to', () => {
    const limiter = createLimiter({ max: 1, seconds: 30 })
    limiter.hit('a', at(0))
    limiter.forget('a')
    expect(limiter.isFull('a', at(0))).toBe(false)
  })

  test('holds a bounded number of keys, the newest ones', () => {
    const limiter = createLimiter({ max: 1, seconds: 30 })
    for (let key = 0; key <= 20_000; key++) limiter.hit(String(key), at(0))
    expect([limiter.isFull('0', at(1)), limiter.isFull('1', at(1)), limiter.isFull('20000', at(1))]).toEqual([false, true, true])
  })
})
