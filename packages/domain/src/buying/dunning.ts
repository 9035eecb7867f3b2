import { DAY_MS } from '../dates.ts'

/** The days after the first failure on which a renewal is tried again. */
export const RETRY_DAYS = [1, 3, 7] as const
/** The number of days after the first failure until the charge is frozen, and until a frozen trial is cancelled. */
export const FREEZE_DAYS = 14
export const CANCEL_TRIAL_DAYS = 14

/** Why a payment failed: `final` and `authentication` are never tried again, since only the buyer can help. */
export type PaymentFailure = 'declined' | 'final' | 'authentication'

/**
 * The next step for a renewal that failed, a retry or the freeze, and its time. `retries` is the number of retries since the first failure.
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
