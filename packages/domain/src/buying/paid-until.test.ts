import { expect, test } from 'vitest'
import { paidSince, paidUntil } from './paid-until.ts'

const anchor = new Date('2026-01-31T10:00:00Z')

test.each([
  [null, -1, null, null],
  [anchor, -1, null, '2026-01-31T10:00:00.000Z'],
  [anchor, 0, '2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  [anchor, 2, '2026-03-31T10:00:00.000Z', '2026-04-30T10:00:00.000Z'],
])('anchored %s, settled %i', (anchorAt, settledPeriod, since, until) => {
  const settled = { anchorAt, months: 1, trialEndsAt: null, settledPeriod }
  expect(paidSince(settled)?.toISOString() ?? null).toBe(since)
  expect(paidUntil(settled)?.toISOString() ?? null).toBe(until)
})
