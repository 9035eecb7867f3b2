import type { PAYOUT_STATES } from '@marketplace/contracts/billing/payout-schemas'
import type { Transitions } from './transitions.ts'

export type PayoutState = (typeof PAYOUT_STATES)[number]
export type PayoutCommand = 'hold' | 'release' | 'send' | 'pay' | 'fail' | 'cancel'

/** The transitions of a payout (docs/product/buying.md, What developers are owed). A bank may return the money of a completed payout. */
export const PAYOUT: Transitions<PayoutState, PayoutCommand> = {
  pending: { hold: 'held', send: 'in_transit', cancel: 'cancelled' },
  held: { hold: 'held', release: 'pending', cancel: 'cancelled' },
  in_transit: { send: 'in_transit', pay: 'paid', fail: 'failed' },
  paid: { pay: 'paid', fail: 'failed' },
  failed: {},
  cancelled: {},
}

/** Whether the amount of a payout was returned to the developer's balance. */
export const hasComeBack = (state: PayoutState): boolean => state === 'failed' || state === 'cancelled'
