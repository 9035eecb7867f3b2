import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { duePeriods, firstDueAt, periodIndexAt, periodStart } from './periods.ts'

const starts = (anchor: string, months: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    periodStart({ anchor: new Date(anchor), months }, index)
      .toISOString()
      .slice(0, 10),
  )

describe('periodStart', () => {
  test.each([
    ['2026-01-31T09:30:00Z', 1, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2027-11-30T09:30:00Z', 1, ['2027-11-30', '2027-12-30', '2028-01-30', '2028-02-29', '2028-03-30']],
    ['2028-02-29T09:30:00Z', 12, ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['2026-08-31T23:59:59.999Z', 3, ['2026-08-31', '2026-11-30', '2027-02-28', '2027-05-31']],
  ])('from %s each %i months', (anchor, months, expected) => {
    expect(starts(anchor, months, expected.length)).toEqual(expected)
  })

  test('keeps the time of day in UTC over a change to summer time', () => {
    expect(periodStart({ anchor: new Date('2026-03-28T01:30:00.250Z'), months: 1 }, 1).toISOString()).toBe(
      '2026-04-28T01:30:00.250Z',
    )
  })

  test.each([0, 13, 1.5, -1])('refuses %d months', (months) => {
    expect(() => periodStart({ anchor: new Date(0), months }, 1)).toThrow(RangeError)
  })
})

const anchors = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
const schedules = fc.record({ anchor: anchors, months: fc.integer({ min: 1, max: 12 }) })

test('an instant lies in the period that has begun, before the next one', () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 0, max: 20 * 365 * 86_400 }), (schedule, seconds) => {
      const at = new Date(schedule.anchor.getTime() + seconds * 1_000)
      const index = periodIndexAt(schedule, at) ?? -1
      expect(periodStart(schedule, index).getTime()).toBeLessThanOrEqual(at.getTime())
      expect(periodStart(schedule, index + 1).getTime()).toBeGreaterThan(at.getTime())
    }),
  )
  expect(periodIndexAt({ anchor: new Date(1_000), months: 1 }, new Date(999))).toBeNull()
})

describe('duePeriods', () => {
  const schedule = { anchor: new Date('2026-01-31T00:00:00Z'), months: 1 }
  test.each([
    ['2026-01-31T00:00:00Z', 0, [], []],
    ['2026-02-27T23:59:59Z', 0, [], []],
    ['2026-02-28T00:00:00Z', 0, [1], []],
    ['2026-07-31T00:00:00Z', 0, [1, 2, 3], [4, 5, 6]],
    ['2026-07-31T00:00:00Z', 6, [], []],
    ['2026-01-31T00:00:00Z', -1, [0], []],
  ])('at %s after period %i', (now, settled, charge, waive) => {
    expect(duePeriods(schedule, settled, new Date(now))).toEqual({ charge, waive })
  })

  test('settles each period once and in order, at any times and with any outages', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 200 * 86_400 }), { maxLength: 30 })
    fc.assert(
      fc.property(schedules, gaps, (random, outages) => {
        let at = random.anchor.getTime()
        const settled: number[] = []
        for (const gap of outages) {
          const { charge, waive } = duePeriods(random, settled.at(-1) ?? -1, new Date(at))
          settled.push(...charge, ...waive)
          at += gap * 1_000
        }
        expect(settled).toEqual(settled.map((_, index) => index))
      }),
    )
  })
})

test('a trial moves the first payment', () => {
  expect(firstDueAt(new Date('2026-02-20T10:00:00Z'), 14).toISOString()).toBe('2026-03-06T10:00:00.000Z')
})
