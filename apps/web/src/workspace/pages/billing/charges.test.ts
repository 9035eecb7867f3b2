import type { RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { describe, expect, test } from 'vitest'
import { historyOf, isListedCharge, lossOf, subscriptionStatus, titleOf } from './charges.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const charge = (change: Partial<RecurrentCharge>): RecurrentCharge =>
  ({
    state: 'active',
    months: 1,
    taxes: { total_price: 1_082, tax_value: 82, tax_rate: 8.25 },
    created_at: '2026-11-22T09:59:00Z',
    trial_ends_at: null,
    current_charge_at: '2026-11-22T10:00:00Z',
    cancelled_at: null,
    scheduled: null,
    next_charge_at: '2026-12-22T10:00:00Z',
    entitled_until: null,
    test: false,
    ...change,
  }) as RecurrentCharge

describe('a subscription says how it stands, and what comes next', () => {
  test.each([
    ['is active', {}, 'Renews on Dec 22, 2026 for $10.82 each month.'],
    ['is paid yearly', { months: 12 }, 'Renews on Dec 22, 2026 for $10.82 each year.'],
    ['is a trial', { trial_ends_at: '2026-12-06T10:00:00Z' }, 'Free until Dec 6, 2026, then $10.82 each month.'],
    ['was a trial', { trial_ends_at: '2026-11-21T10:00:00Z' }, 'Renews on Dec 22, 2026 for $10.82 each month.'],
    ['is being paid with a coupon', { state: 'processed', discount: 200 }, '$10.82 for the first month.'],
    ['was bought with a coupon', { discount: 200 }, 'Renews on Dec 22, 2026 for $10.82 each month.'],
    ['is a test', { test: true }, 'Renews on Dec 22, 2026 for nothing (a test).'],
    ['was not paid', { state: 'past_due' }, 'The last payment failed. It still works, and we try again. Look at the card.'],
    ['is frozen', { state: 'frozen' }, 'It does not work until it is paid. Look at the card.'],
    [
      'is cancelled and still paid for',
      { state: 'cancelled', entitled_until: '2026-12-22T10:00:00Z' },
      'It works until Dec 22, 2026, and is not charged again.',
    ],
    ['has ended', { state: 'cancelled', entitled_until: '2026-11-21T10:00:00Z' }, 'It has ended.'],
  ] as const)('one that %s', (_, change, said) => expect(subscriptionStatus(charge(change), NOW).text).toBe(said))

  test('and what waits for an agreement is none', () =>
    expect((['pending', 'accepted', 'declined', 'active'] as const).map((state) => isListedCharge(charge({ state })))).toEqual([
      false,
      false,
      false,
      true,
    ]))

  test('and what ended before it began is none, as an offer whose coupon was removed', () =>
    expect(
      [null, '2026-11-21T10:00:00Z'].map((until) => isListedCharge(charge({ state: 'cancelled', entitled_until: until }))),
    ).toEqual([false, true]))
})

test('what was paid for is named after the application, and after the charge if the application has made it', () => {
  const application = { name: 'Alpha' } as RecurrentCharge['application']
  expect(titleOf({ application, plan_id: 'p', name: 'Alpha, One-time' })).toBe('Alpha')
  expect(titleOf({ application, plan_id: null, name: 'Ten reports' })).toBe('Alpha: Ten reports')
  expect(titleOf({ application: null, plan_id: null, name: 'Ten reports' })).toBe('Ten reports')
})

describe('before it is cancelled it is said what stops when', () => {
  test.each([
    [{}, /^It is not charged again: the \$10\.82 each month end\. Alpha works until Dec 22, 2026, then it stops for everybody/],
    [{ trial_ends_at: '2026-12-06T10:00:00Z' }, /^The trial ends, and nothing is ever charged\. Alpha works until Dec 6, 2026/],
    [{ state: 'accepted' }, /^Your organization does not agree to the \$10\.82 each month any more\. Nothing was charged/],
    [{ state: 'frozen' }, /^Alpha stays without access/],
    [{ next_charge_at: null }, /until the end of what is paid for/],
  ] as const)('%j', (change, said) => expect(lossOf(charge(change as Partial<RecurrentCharge>), 'Alpha', NOW)).toMatch(said))
})

describe('its history has what happened and what comes next, in order', () => {
  const renewed = '2026-12-22 It is renewed, $10.82 each month'
  test.each<[string, Partial<RecurrentCharge>, string[]]>([
    ['just bought', {}, ['2026-11-22 Bought', renewed]],
    [
      'renewed before',
      { created_at: '2026-08-22T10:00:00Z' },
      ['2026-08-22 Bought', '2026-11-22 This period began, $10.82 each month', renewed],
    ],
    [
      'in trial',
      { trial_ends_at: '2026-12-22T10:00:00Z', current_charge_at: null },
      ['2026-11-22 Bought', '2026-12-22 The trial ends', renewed],
    ],
    [
      'after its trial',
      { created_at: '2026-11-01T10:00:00Z', trial_ends_at: '2026-11-15T10:00:00Z', current_charge_at: '2026-11-15T10:00:00Z' },
      ['2026-11-01 Bought', '2026-11-15 The trial ended', '2026-11-15 This period began, $10.82 each month', renewed],
    ],
    [
      'with a change that was put off',
      { scheduled: { plan_id: 'year', quantity: 1, price: 10_000 } },
      ['2026-11-22 Bought', '2026-12-22 It changes, as you chose'],
    ],
    [
      'cancelled and still paid for',
      { state: 'cancelled', cancelled_at: '2026-11-22T09:59:30Z', entitled_until: '2026-12-22T10:00:00Z' },
      ['2026-11-22 Bought', '2026-11-22 Cancelled', '2026-12-22 It stops working'],
    ],
    [
      'cancelled in its trial',
      {
        state: 'cancelled',
        cancelled_at: '2026-11-22T09:59:30Z',
        trial_ends_at: '2026-12-06T10:00:00Z',
        entitled_until: '2026-12-06T10:00:00Z',
      },
      ['2026-11-22 Bought', '2026-11-22 Cancelled', '2026-12-06 It stops working'],
    ],
    [
      'long over',
      {
        state: 'cancelled',
        created_at: '2026-09-01T10:00:00Z',
        current_charge_at: '2026-09-01T10:00:00Z',
        cancelled_at: '2026-09-20T10:00:00Z',
        entitled_until: '2026-10-01T10:00:00Z',
      },
      ['2026-09-01 Bought', '2026-09-20 Cancelled', '2026-10-01 It stopped working'],
    ],
    ['not paid', { state: 'past_due' }, ['2026-11-22 Bought']],
    ['a test', { test: true }, ['2026-11-22 Bought', '2026-12-22 It is renewed, nothing is charged (a test)']],
  ])('%s', (_, change, said) =>
    expect(
      historyOf(charge(change), NOW).map(({ at, title, note }) => `${at.slice(0, 10)} ${title}${note ? `, ${note}` : ''}`),
    ).toEqual(said),
  )
})
