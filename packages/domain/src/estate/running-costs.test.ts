import { describe, expect, test } from 'vitest'
import { nextYearOf, type RunningCharge, runningCost } from './running-costs.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const charge = (given: Partial<RunningCharge> = {}): RunningCharge => ({
  state: 'active',
  price: 1_200,
  quantity: 5,
  months: 1,
  test: false,
  next: null,
  anchorAt: new Date('2026-11-10T00:00:00Z'),
  trialEndsAt: null,
  settledPeriod: 0,
  ...given,
})

test.each<[string, Partial<RunningCharge>, number]>([
  ['seats × price', {}, 6_000],
  ['a year by twelve', { price: 12_000, quantity: 1, months: 12 }, 1_000],
  ['a year that is no multiple of twelve, rounded', { price: 1_000, quantity: 1, months: 12 }, 83],
  ['a quarter by three', { price: 900, quantity: 1, months: 3 }, 300],
  ['fewer seats from the next renewal on', { next: { price: 1_200, quantity: 3, months: 1 } }, 3_600],
  ['a cheaper plan from the next renewal on', { next: { price: 500, quantity: 1, months: 1 } }, 500],
  ['a yearly plan from the next renewal on', { next: { price: 20_400, quantity: 1, months: 12 } }, 1_700],
  ['an overdue one', { state: 'past_due' }, 6_000],
  ['nothing for a test', { test: true }, 0],
  ...['pending', 'accepted', 'processed', 'frozen', 'declined', 'cancelled'].map(
    (state): [string, Partial<RunningCharge>, number] => [`nothing while it is ${state}`, { state }, 0],
  ),
  ['nothing before it began', { anchorAt: null }, 0],
])('a month costs %s', (_, given, expected) => expect(runningCost(charge(given), NOW).monthly).toBe(expected))

test('the next payment is at the end of what was paid', () => {
  expect(runningCost(charge(), NOW)).toMatchObject({
    inTrial: false,
    next: { at: new Date('2026-12-10T00:00:00Z'), amount: 6_000 },
  })
})

test('a trial costs nothing until it ends', () => {
  const ends = new Date('2026-12-01T00:00:00Z')
  const tried = charge({ anchorAt: ends, trialEndsAt: ends, settledPeriod: -1 })
  expect(runningCost(tried, NOW)).toEqual({ monthly: 6_000, inTrial: true, next: { at: ends, amount: 6_000 } })
  expect(runningCost(tried, ends).inTrial).toBe(false)
})

describe('the next 12 months', () => {
  const amounts = (...charges: RunningCharge[]) => nextYearOf(charges, NOW).map(({ amount }) => amount)
  const sum = (...charges: RunningCharge[]) => amounts(...charges).reduce((total, amount) => total + amount, 0)

  test.each<[string, Partial<RunningCharge>, number]>([
    ['eleven renewals after this month’s', {}, 66_000],
    ['a yearly one falls due once', { months: 12, anchorAt: new Date('2026-03-10T00:00:00Z') }, 6_000],
    ['a yearly one that was paid this month is due after them', { months: 12 }, 0],
    ['what is overdue counts in the first month', { state: 'past_due', settledPeriod: -1 }, 72_000],
    ['nothing that is cancelled', { state: 'cancelled' }, 0],
  ])('%s', (_, given, expected) => expect(sum(charge(given))).toBe(expected))

  test('begin with this month and add up', () => {
    expect(nextYearOf([], NOW).map(({ month }) => month.toISOString().slice(0, 7))).toEqual([
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
      '2027-03',
      '2027-04',
      '2027-05',
      '2027-06',
      '2027-07',
      '2027-08',
      '2027-09',
      '2027-10',
    ])
    expect(amounts(charge(), charge({ price: 100, quantity: 1 })).slice(0, 3)).toEqual([0, 6_100, 6_100])
  })
})
