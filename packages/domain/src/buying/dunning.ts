import { DAY_MS } from '../dates.ts'

/** Days after the first failure on which a renewal is tried again. */
export const RETRY_DAYS = [1, 3, 7] as const
/** Days after the first failure after which the charge is frozen, and after which a frozen trial is cancelled. */
export const FREEZE_DAYS = 14
export const CANCEL_TRIAL_DAYS = 14

/** Why a payment failed: `final` and `authentication` are never tried again, since only the buyer can help. */
export type PaymentFailure = 'declined' | 'final' | 'authentication'

/**
 * What is due next for a renewal that failed: a retry or the freeze, and when. `retries` counts those that were made since the first
 * failure.
 */
export const nextAfterFailure = (
  firstFailedAt: Date,
  retries: number,
  failure: PaymentFailure,
): { kind: 'retry' | 'freeze'; at: Date } => {
  const day = failure === 'declined' ? RETRY_DAYS[retries] : undefined
  const [kind, days] = day === undefined ? (['freeze', FREEZE_DAYS] as const) : (['retry', day] as const)
  return { kind, at: new Date(firstFailedAt.getTime() + days * DAY_MS) }
}
