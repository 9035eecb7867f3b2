import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bearerToken } from './bearer-token.ts'
import { CallerCounts, limitOf } from './rate-limits.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const counted = (counts: CallerCounts, key: string, windowMs = 60_000): { current: number; ttl: number } => {
  let answer = { current: 0, ttl: 0 }
  counts.incr(key, (_, given) => (answer = given as typeof answer), windowMs)
  return answer
}

describe('the requests of a caller', () => {
  test('are counted from one, and the window runs from the first', () => {
    const counts = new CallerCounts()
    expect(counted(counts, 'ada')).toEqual({ current: 1, ttl: 60_000 })
    vi.advanceTimersByTime(20_000)
    expect(counted(counts, 'ada')).toEqual({ current: 2, ttl: 40_000 })
  })

  test('begin anew when the window has ended', () => {
    const counts = new CallerCounts()
    for (let count = 0; count < 5; count++) counted(counts, 'ada')
    vi.advanceTimersByTime(59_999)
    expect(counted(counts, 'ada').current).toBe(6)
    vi.advanceTimersByTime(1)
    expect(counted(counts, 'ada')).toEqual({ current: 1, ttl: 60_000 })
  })

  test('do not count for others', () => {
    const counts = new CallerCounts()
    counted(counts, 'ada')
    expect(counted(counts, 'bob').current).toBe(1)
  })

  test('of another endpoint are counted apart', () => {
    const counts = new CallerCounts()
    counted(counts, 'ada')
    expect(counted(counts.child(), 'ada').current).toBe(1)
  })

  test('of one moment each get their own number', () => {
    const counts = new CallerCounts()
    const numbers: number[] = []
    for (let count = 0; count < 10; count++) counts.incr('ada', (_, answer) => numbers.push(answer?.current ?? 0), 60_000)
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('of very many callers do not fill the memory: the oldest are forgotten', () => {
    const counts = new CallerCounts()
    counted(counts, 'first')
    for (let count = 0; count < 20_000; count++) counted(counts, `caller ${count}`)
    expect(counted(counts, 'first').current).toBe(1)
    expect(counted(counts, 'caller 19999').current).toBe(2)
  })
})

describe('the counted caller', () => {
  const keyOf = (request: object) => {
    const { keyGenerator } = limitOf({ max: 5, windowSeconds: 60 })
    return keyGenerator?.(request as never)
  }
  test.each<[string, object, string]>([
    ['the account, wherever it is', { caller: { accountId: 'ada' }, ip: '198.51.100.7' }, 'ada'],
    ['the address of who is not signed in', { caller: null, ip: '198.51.100.7' }, '198.51.100.7'],
  ])('%s', (_, request, key) => expect(keyOf(request)).toBe(key))

  test('one network of IPv6 is one caller, however many addresses it has', () => {
    const key = (ip: string) => keyOf({ caller: null, ip })
    expect(key('2001:db8:1:2::1')).toBe(key('2001:db8:1:2:ffff::9'))
    expect(key('2001:db8:1:2::1')).not.toBe(key('2001:db8:9:2::1'))
  })

  test('as often as the endpoint says', () => {
    expect(limitOf({ max: 5, windowSeconds: 60 })).toMatchObject({ max: 5, timeWindow: 60_000 })
  })
})

describe('the token of a request', () => {
  test.each<[string | undefined, string | null]>([
    ['Bearer dal:abc', 'dal:abc'],
    ['bearer dal:abc', 'dal:abc'],
    ['BEARER   dal:abc  ', 'dal:abc'],
    ['Bearer', null],
    ['Bearer ', null],
    ['Bearer a b', null],
    ['Basic dal:abc', null],
    ['dal:abc', null],
    ['', null],
    [undefined, null],
    [`Bearer ${'a'.repeat(500)}`, 'a'.repeat(500)],
    [`Bearer ${'a'.repeat(501)}`, null],
  ])('%s', (authorization, token) => {
    expect(bearerToken({ headers: authorization === undefined ? {} : { authorization } })).toBe(token)
  })
})
