import { expect, test } from 'vitest'
import type { EstateApplication } from '@marketplace/contracts/estate/schemas'
import { costWords, nextWords, usedWords } from './estate-words.ts'

const cost = (given: Partial<EstateApplication['cost']> = {}): EstateApplication['cost'] => ({
  monthly: 0,
  in_trial: false,
  trial_ends_at: null,
  next_renewal: null,
  ends_at: null,
  paid_once: false,
  refunded: false,
  payment_needed: false,
  charges: [],
  ...given,
})
const at = '2026-12-01T10:00:00.000Z'

test.each<[Partial<EstateApplication['cost']>, string, string | null]>([
  [{}, 'Free', null],
  [{ paid_once: true }, 'Bought once', null],
  [{ paid_once: true, refunded: true }, 'Bought once, refunded', null],
  [{ monthly: 6_000, next_renewal: { at, amount: 6_000 } }, '$60/mo', 'Renews Dec 1, 2026'],
  [
    { monthly: 6_000, in_trial: true, trial_ends_at: at, next_renewal: { at, amount: 6_000 } },
    '$60/mo after the trial',
    'Trial ends Dec 1, 2026',
  ],
  [{ ends_at: at }, 'Not renewed', 'Ends Dec 1, 2026'],
  [{ payment_needed: true, ends_at: at }, 'Waits for a payment', 'Ends Dec 1, 2026'],
])('%j is %s, and next: %s', (given, costs, next) => {
  expect(costWords(cost(given))).toBe(costs)
  expect(nextWords(cost(given))).toBe(next)
})

test.each<[EstateApplication['usage'], string]>([
  [{ measured: false, last_used_at: null, recorded_since: at, unused: false }, 'Not measured'],
  [{ measured: true, last_used_at: null, recorded_since: at, unused: true }, 'None since Dec 1, 2026'],
  [{ measured: true, last_used_at: at, recorded_since: at, unused: false }, 'Dec 1, 2026'],
])('%j was last used: %s', (usage, words) => expect(usedWords(usage)).toBe(words))
