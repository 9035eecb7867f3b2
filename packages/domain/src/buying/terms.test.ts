import { describe, expect, test } from 'vitest'
import { periodName, termsOf, yearlySaving } from './terms.ts'

const renewsAt = new Date('2026-12-22T10:00:00Z')

describe('the terms of a purchase', () => {
  test.each([
    [{ price: 9_600, months: 1, trialDays: 0, renewsAt }, 'Renews on Dec 22, 2026 for $96 each month, until you cancel.'],
    [{ price: 9_600, months: 12, trialDays: 0, renewsAt: null }, '$96 each year, until you cancel.'],
    [
      { price: 1_250, months: 1, trialDays: 14, renewsAt },
      'Free for 14 days. Then $12.50 each month from Dec 22, 2026, until you cancel.',
    ],
    [{ price: 4_900, months: null, trialDays: 0, renewsAt: null }, 'Paid once, with no renewal.'],
    [{ price: 4_900, months: null, trialDays: 7, renewsAt }, 'Free for 7 days. Then $49, once from Dec 22, 2026.'],
    [{ price: 900, months: 3, trialDays: 0, renewsAt: null }, '$9 each 3 months, until you cancel.'],
  ])('%j is %s', (terms, said) => expect(termsOf(terms)).toBe(said))

  test.each([
    [1, 'month'],
    [12, 'year'],
    [3, '3 months'],
  ])('%i months are a %s', (months, name) => expect(periodName(months)).toBe(name))

  test.each([
    [1_000, 10_200, 15],
    [1_000, 12_000, 0],
    [1_000, 13_000, 0],
    [999, 10_189, 15],
    [0, 10, 0],
  ])('%i a month against %i a year saves %i %%', (monthly, yearly, saving) => expect(yearlySaving(monthly, yearly)).toBe(saving))
})
