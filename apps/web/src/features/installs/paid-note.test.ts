import type { RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { expect, test } from 'vitest'
import { paidNote } from './use-paid-note.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')

test.each([
  [
    { trial_ends_at: null, next_charge_at: '2026-12-22T10:00:00Z' },
    'Alpha is not renewed any more, and not charged again. Until Dec 22, 2026, to which it is paid, you can install it again without paying. Nothing is paid back.',
  ],
  [
    { trial_ends_at: '2026-12-06T10:00:00Z', next_charge_at: '2026-12-06T10:00:00Z' },
    'The trial of Alpha is not paid for afterwards: nothing is ever charged. Until Dec 6, 2026 you can install it again.',
  ],
  ...[null, '2026-11-20T10:00:00Z'].map((next): [object, string] => [
    { trial_ends_at: null, next_charge_at: next },
    'Alpha is not charged again, and what is still to be paid is not charged either. To use it again, you have to buy it again.',
  ]),
])('%j', (charge, said) => expect(paidNote(charge as RecurrentCharge, 'Alpha', NOW)).toBe(said))
