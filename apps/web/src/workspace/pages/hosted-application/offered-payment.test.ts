import type { PaymentIntent } from '@marketplace/app-frame/payments'
import { expect, test } from 'vitest'
import { notPicked, type OfferedPayment, type OfferedPaymentEvent, offeredPaymentAfter } from './offered-payment.ts'

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
const pending: OfferedPaymentEvent = { kind: 'pending', intent: INTENT, isQuiet: false }
const yearly: OfferedPaymentEvent = { kind: 'pending', intent: YEARLY, isQuiet: false }
const quiet: OfferedPaymentEvent = { kind: 'pending', intent: INTENT, isQuiet: true }
const offered = (id: string, type: PaymentIntent['type'] = 'recurrent_charge'): OfferedPaymentEvent => ({
  kind: 'offered',
  charge: { id, type },
})
const wanted = (months: number): OfferedPaymentEvent => ({ kind: 'wanted', months })
const after = (...events: OfferedPaymentEvent[]) => events.reduce<OfferedPayment | null>(offeredPaymentAfter, null)
const OPEN: OfferedPayment = { intent: INTENT, chargeId: null, wanted: null, isOpen: true, replaced: [] }
const CLOSED: OfferedPayment = { ...OPEN, isOpen: false }

test.each<[what: string, events: OfferedPaymentEvent[], expected: OfferedPayment | null]>([
  ['announced', [pending], OPEN],
  ['offered', [pending, offered('a')], { ...OPEN, chargeId: 'a' }],
  ['a charge that nobody announced', [offered('a')], null],
  ['a charge of another kind', [pending, offered('a', 'direct_charge')], OPEN],
  ['a second charge', [pending, offered('a'), offered('b')], { ...OPEN, chargeId: 'a' }],
  ['another announcement while one is being paid', [pending, offered('a'), yearly], { ...OPEN, chargeId: 'a' }],
  ['another cycle was picked', [pending, offered('a'), wanted(12)], { ...OPEN, chargeId: 'a', wanted: 12 }],
  [
    'and is offered',
    [pending, offered('a'), wanted(12), yearly, offered('b')],
    { ...OPEN, intent: YEARLY, chargeId: 'b', replaced: ['a'] },
  ],
  [
    'and back, with the charge of before',
    [pending, offered('a'), wanted(12), yearly, offered('b'), wanted(1), pending, offered('a')],
    { ...OPEN, chargeId: 'a', replaced: ['b'] },
  ],
  ['no cycle can be picked before there is a charge', [pending, wanted(12)], OPEN],
  ['ended', [pending, offered('a'), { kind: 'ended' }], null],
  ['announced where it may open no dialog', [quiet], CLOSED],
  ['of what stands in a notice the newest counts', [quiet, offered('a'), quiet, offered('b')], { ...CLOSED, chargeId: 'b' }],
  ['what the buyer opens is the newest', [quiet, offered('a'), { kind: 'opened' }], { ...OPEN, chargeId: 'a' }],
  ['an open one is replaced by no announcement for a notice', [pending, offered('a'), quiet], { ...OPEN, chargeId: 'a' }],
  [
    'another cycle is offered in the open dialog',
    [quiet, offered('a'), { kind: 'opened' }, wanted(12), quiet, offered('b')],
    { ...OPEN, chargeId: 'b', replaced: ['a'] },
  ],
])('%s', (_what, events, expected) => {
  expect(after(...events)).toEqual(expected)
})

test.each<[what: string, events: OfferedPaymentEvent[], expected: string[]]>([
  ['none of one that was offered once', [pending, offered('a')], []],
  ['that of another cycle', [pending, offered('a'), wanted(12), yearly, offered('b')], ['a']],
  ['that whose other cycle never came', [pending, offered('a'), wanted(12)], ['a']],
  ['that whose other cycle was announced only', [pending, offered('a'), wanted(12), yearly], ['a']],
])('who pays for no charge: %s', (_what, events, expected) => {
  const transaction = after(...events)
  expect(transaction && notPicked(transaction)).toEqual(expected)
})
