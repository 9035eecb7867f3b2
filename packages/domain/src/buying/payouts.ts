import type { PAYOUT_STATES } from '@marketplace/contracts/billing/payout-schemas'
import type { Transitions } from './transitions.ts'

export type PayoutState = (typeof PAYOUT_STATES)[number]
export type PayoutCommand = 'hold' | 'release' | 'send' | 'pay' | 'fail' | 'cancel'

/** A payout (docs/product/buying.md, What developers are owed). A bank may give back what was paid. */
export const PAYOUT: Transitions<PayoutState, PayoutCommand> = {
  pending: { hold: 'held', send: 'in_transit', cancel: 'cancelled' },
  held: { hold: 'held', release: 'pending', cancel: 'cancelled' },
  in_transit: { send: 'in_transit', pay: 'paid', fail: 'failed' },
  paid: { pay: 'paid', fail: 'failed' },
  failed: {},
  cancelled: {},
}

/** Whether what a payout took off the balance has come back. */
export const hasComeBack = (state: PayoutState): boolean => state === 'failed' || state === 'cancelled'
