import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addUtcDays,
  assertDateRange,
  daysBetween,
  formatDate,
  formatMonth,
  nextChange,
  parseUtcDay,
  startOfUtcDay,
} from './dates.ts'

const at = (text: string) => new Date(text)
const INVALID = new Date(Number.NaN)
const dates = fc.date({ min: at('1970-01-01'), max: at('2100-01-01'), noInvalidDate: true })

describe('formatDate', () => {
  test.each([
    ['2026-11-03T00:00:00Z', 'Nov 3, 2026'],
    ['2026-11-03T23:59:59Z', 'Nov 3, 2026'],
    ['2026-11-03T23:30:00-05:00', 'Nov 4, 2026'],
    ['2024-02-29T12:00:00Z', 'Feb 29, 2024'],
    ['2026-12-31T00:00:00Z', 'Dec 31, 2026'],
    ['2026-01-01T00:00:00Z', 'Jan 1, 2026'],
  ])('%s is %s', (text, expected) => {
    expect(formatDate(at(text))).toBe(expected)
  })

  test('an invalid date is refused', () => {
    expect(() => formatDate(INVALID)).toThrow(RangeError)
  })
})

describe('parseUtcDay', () => {
  test.each([
    ['2026-11-03', '2026-11-03'],
    [' 2026-11-03 ', '2026-11-03'],
    ['2024-02-29', '2024-02-29'],
    ['2026-11-03T23:59:59.999Z', '2026-11-03'],
    ['2026-11-03T02:00', '2026-11-03'],
    ['2026-11-03T22:00', '2026-11-03'],
    ['2026-11-03 12:00:00', '2026-11-03'],
    ['2026-11-03T23:30:00-05:00', '2026-11-04'],
    ['2026-11-03T01:00:00+0200', '2026-11-02'],
  ])('%s is the day %s', (text, expected) => {
    expect(parseUtcDay(text)).toEqual(at(`${expected}T00:00:00Z`))
  })

  test.each([
    '',
    'soon',
    '2026',
    '2026-11',
    '2026-13-01',
    '2026-02-30',
    '2026-02-30T10:00:00Z',
    '2025-02-29',
    '03.11.2026',
    '11/03/2026',
    '2026-11-03T25:00:00Z',
    '2026-11-03junk',
  ])('%j is not a day', (text) => {
    expect(parseUtcDay(text)).toBeNull()
  })

  test('reads back every formatted day', () => {
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseUtcDay(date.toISOString())).toEqual(startOfUtcDay(date))
      }),
    )
  })
})

describe('daysBetween', () => {
  test.each([
    ['2026-11-03T00:00:00Z', '2026-11-03T23:59:00Z', 0],
    ['2026-11-03T23:59:00Z', '2026-11-04T00:01:00Z', 1],
    ['2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z', 2],
    ['2024-02-28T00:00:00Z', '2024-03-01T00:00:00Z', 2],
    ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 365],
  ])('from %s to %s are %i', (from, to, expected) => {
    expect(daysBetween(at(from), at(to))).toBe(expected)
  })

  test('undoes addUtcDays', () => {
    fc.assert(
      fc.property(dates, fc.nat(5000), (date, days) => {
        expect(daysBetween(date, addUtcDays(date, days))).toBe(days)
      }),
    )
  })
})

describe('assertDateRange', () => {
  test.each([
    ['ends before it starts', at('2026-11-04'), at('2026-11-03')],
    ['has no start', INVALID, at('2026-11-03')],
    ['has no end', at('2026-11-03'), INVALID],
  ])('a range that %s is refused, by daysBetween too', (_, from, to) => {
    expect(() => assertDateRange(from, to)).toThrow(RangeError)
    expect(() => daysBetween(from, to)).toThrow(RangeError)
  })

  test('a range of one instant is a range', () => {
    expect(() => assertDateRange(at('2026-11-03'), at('2026-11-03'))).not.toThrow()
  })
})

describe('nextChange', () => {
  test.each([
    [[], null],
    [[null, null], null],
    [[null, '2026-11-03', null], '2026-11-03'],
    [['2026-11-05', '2026-11-03', '2026-11-04'], '2026-11-03'],
  ])('of %j is %j', (texts, expected) => {
    expect(nextChange(...texts.map((text) => (text === null ? null : at(text))))).toEqual(expected === null ? null : at(expected))
  })
})

test('formatMonth says month and year in UTC', () => {
  expect(formatMonth(new Date('2026-11-30T23:59:59Z'))).toBe('Nov 2026')
  expect(() => formatMonth(new Date(Number.NaN))).toThrow(RangeError)
})
