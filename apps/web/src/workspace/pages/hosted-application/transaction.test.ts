import type { PaymentIntent } from '@marketplace/app-frame/payments'
import { expect, test } from 'vitest'
import { type Transaction, type TransactionEvent, transactionAfter } from './transaction.ts'

const INTENT: PaymentIntent = {
  name: 'Reports',
  price: 900,
  type: 'recurrent_charge',
  icon: null,
  description: null,
  showBillingCyclePicker: true,
  months: 1,
  perAccount: false,
  test: false,
  trialDays: 0,
}
const YEARLY = { ...INTENT, months: 12 }
const pending: TransactionEvent = { kind: 'pending', intent: INTENT }
const offered = (id: string, type: PaymentIntent['type'] = 'recurrent_charge'): TransactionEvent => ({
  kind: 'offered',
  charge: { id, type },
})
const after = (...events: TransactionEvent[]) => events.reduce<Transaction | null>(transactionAfter, null)

test.each<[what: string, events: TransactionEvent[], expected: Transaction | null]>([
  ['announced', [pending], { intent: INTENT, chargeId: null, wanted: null }],
  ['offered', [pending, offered('a')], { intent: INTENT, chargeId: 'a', wanted: null }],
  ['a charge that nobody announced', [offered('a')], null],
  ['a charge of another kind', [pending, offered('a', 'direct_charge')], { intent: INTENT, chargeId: null, wanted: null }],
  ['a second charge', [pending, offered('a'), offered('b')], { intent: INTENT, chargeId: 'a', wanted: null }],
  [
    'another announcement while one is being paid',
    [pending, offered('a'), { kind: 'pending', intent: YEARLY }],
    { intent: INTENT, chargeId: 'a', wanted: null },
  ],
  [
    'another cycle was picked',
    [pending, offered('a'), { kind: 'wanted', months: 12 }],
    { intent: INTENT, chargeId: 'a', wanted: 12 },
  ],
  [
    'and is offered',
    [pending, offered('a'), { kind: 'wanted', months: 12 }, { kind: 'pending', intent: YEARLY }, offered('b')],
    { intent: YEARLY, chargeId: 'b', wanted: null },
  ],
  [
    'no cycle can be picked before there is a charge',
    [pending, { kind: 'wanted', months: 12 }],
    { intent: INTENT, chargeId: null, wanted: null },
  ],
  ['ended', [pending, offered('a'), { kind: 'ended' }], null],
])('%s', (_what, events, expected) => {
  expect(after(...events)).toEqual(expected)
})
