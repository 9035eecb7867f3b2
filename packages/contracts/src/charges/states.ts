/** States of a recurrent charge: docs/product/buying.md, Recurrent charges. The transitions are in the domain package. */
export const RECURRENT_STATES = [
  'pending',
  'accepted',
  'processed',
  'active',
  'past_due',
  'frozen',
  'declined',
  'cancelled',
] as const
export type RecurrentState = (typeof RECURRENT_STATES)[number]

/** The states that clients of the billing API see: `processed` is shown as accepted, `past_due` as active. */
export const RECURRENT_STATUSES = ['pending', 'accepted', 'active', 'declined', 'cancelled', 'frozen'] as const
export type RecurrentStatus = (typeof RECURRENT_STATUSES)[number]

/** States of a direct charge. */
export const DIRECT_STATES = ['pending', 'accepted', 'processed', 'success', 'failed', 'declined'] as const
export type DirectState = (typeof DIRECT_STATES)[number]
