import type { DirectState, RecurrentState } from '@marketplace/contracts/charges/states'
import { type Transitions } from './transitions.ts'

/** How many days an application may have a charge paid after its buyer has agreed to it. */
export const AGREED_DAYS = 14

/**
 * `pay` and `fail` are results of a payment at the provider. `waive`: every unpaid period was waived. `freeze` follows after 14 days without a
 * payment. `expire`: the charge was accepted, and not activated within AGREED_DAYS.
 */
export type RecurrentCommand =
  | 'accept'
  | 'decline'
  | 'expire'
  | 'cancel'
  | 'activate'
  | 'pay'
  | 'waive'
  | 'fail'
  | 'refuse'
  | 'freeze'

/** A recurrent charge (docs/product/buying.md, Recurrent charges). Declined and cancelled are final. */
export const RECURRENT: Transitions<RecurrentState, RecurrentCommand> = {
  pending: { accept: 'accepted', decline: 'declined', cancel: 'cancelled' },
  accepted: { activate: 'processed', decline: 'declined', expire: 'declined', cancel: 'cancelled' },
  // If activation is repeated while the payment is under way, it continues the same attempt.
  processed: { activate: 'processed', pay: 'active', refuse: 'declined', cancel: 'cancelled' },
  active: { activate: 'active', pay: 'active', fail: 'past_due', freeze: 'frozen', cancel: 'cancelled' },
  past_due: { activate: 'past_due', pay: 'active', waive: 'active', fail: 'past_due', freeze: 'frozen', cancel: 'cancelled' },
  frozen: { pay: 'active', fail: 'frozen', cancel: 'cancelled' },
  declined: {},
  cancelled: {},
}

export type DirectCommand = 'accept' | 'decline' | 'expire' | 'activate' | 'pay' | 'refuse'

/** A direct charge: paid once. Success, failed and declined are final. */
export const DIRECT: Transitions<DirectState, DirectCommand> = {
  pending: { accept: 'accepted', decline: 'declined' },
  accepted: { activate: 'processed', expire: 'failed' },
  processed: { activate: 'processed', pay: 'success', refuse: 'failed' },
  success: { activate: 'success' },
  failed: {},
  declined: {},
}

/**
 * The status that clients of the billing API see: a charge whose payment is under way is shown as accepted, and an overdue charge keeps its
 * access.
 */
export const shownStatus = (state: RecurrentState): Exclude<RecurrentState, 'processed' | 'past_due'> => {
  if (state === 'processed') return 'accepted'
  return state === 'past_due' ? 'active' : state
}

/** Whether the buyer may use what was bought. If not, as with frozen charges, a page asks for payment instead. */
export const keepsAccess = (state: RecurrentState): boolean => state === 'active' || state === 'past_due'
