import { CallError } from '@marketplace/contracts/api/client'
import { expect, test } from 'vitest'
import type { Charge } from '../../../lib/purchases/charge-status.ts'
import { chargeChanges } from './charge-changes.ts'
import { paymentFailure, PriceMoved } from './payment-failure.ts'

const charge = (change: object = {}, total = 956): Charge =>
  ({ quantity: 2, trial_days: 0, taxes: { total_price: total }, ...change }) as Charge

test.each([
  ['nothing', charge(), charge(), []],
  ['the price', charge(), charge({}, 1_488), ['It costs $14.88 now instead of $9.56.']],
  [
    'an agent',
    charge(),
    charge({ quantity: 3 }, 1_434),
    ['It is for 3 agents now instead of 2.', 'It costs $14.34 now instead of $9.56.'],
  ],
  ['a trial that was used up', charge({ trial_days: 14 }), charge(), ['There is no free trial any more.']],
  ['a shorter trial', charge({ trial_days: 14 }), charge({ trial_days: 7 }), ['The free trial is 7 days instead of 14.']],
  [
    'the price of a one-time charge',
    charge({ trial_days: null }),
    charge({ trial_days: null }, 1_000),
    ['It costs $10 now instead of $9.56.'],
  ],
])('what has changed since a charge was shown: %s', (_, before, after, said) =>
  expect(chargeChanges(before, after)).toEqual(said),
)

test('a refusal for another price says that nothing was charged, and both amounts', () => {
  const refusal = new CallError('PRICE_CHANGED', 409, 'The price has changed since it was shown. Nothing was charged.')
  expect(paymentFailure(new PriceMoved(refusal, chargeChanges(charge(), charge({}, 1_488))))).toBe(
    'The price has changed since it was shown. Nothing was charged. It costs $14.88 now instead of $9.56.',
  )
})
