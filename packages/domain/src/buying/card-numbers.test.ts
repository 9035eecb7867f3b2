import { describe, expect, test } from 'vitest'
import { hasCardNumber, holdsCardNumber } from './card-numbers.ts'

describe('hasCardNumber', () => {
  test.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '4242\u00a04242\u202f4242 4242',
    '４２４２４２４２４２４２４２４２',
    'my card: 3782 822463 10005, thanks',
    'pm_5555555555554444',
    '4242424242424242 12/40 123',
    '42424242424242421240123',
    '4222222222222',
    '6304000000000000000',
  ])('finds %j', (text) => {
    expect(hasCardNumber(text)).toBe(true)
  })

  test.each([
    '',
    'pm_1QxYz2AbCdEfGh3IjKl4',
    '424242424242',
    '4242424242424241',
    '4242 a 4242 b 4242 c 4242',
    '2026-11-22T10:00:00Z',
  ])('finds none in %j', (text) => {
    expect(hasCardNumber(text)).toBe(false)
  })

  test('is quick on a long text', () => {
    expect(hasCardNumber('1 '.repeat(6) + 'a'.repeat(100_000) + '12 34 '.repeat(2))).toBe(false)
    expect(hasCardNumber('0'.repeat(12).concat('x').repeat(50_000))).toBe(false)
  }, 2_000)
})

describe('holdsCardNumber', () => {
  test.each([
    { payment_method: '4242424242424242' },
    { payment_method: 4242424242424242 },
    { payment_method: 'pm_1', card: { number: ['4242 4242 4242 4242'] } },
    { '4242424242424242': true },
  ])('finds it in %j', (body) => {
    expect(holdsCardNumber(body)).toBe(true)
  })

  test.each([null, undefined, true, {}, { payment_method: 'pm_1', months: 12 }])('finds none in %j', (body) => {
    expect(holdsCardNumber(body)).toBe(false)
  })

  test('follows any depth', () => {
    let body: unknown = '4242424242424242'
    for (let depth = 0; depth < 100_000; depth++) body = [body]
    expect(holdsCardNumber(body)).toBe(true)
  })
})
