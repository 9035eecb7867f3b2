import { spreadCents } from './spread.ts'
import type { Transitions } from './transitions.ts'

/** `pending`: the provider has accepted the refund, and the bank has not decided yet. A dispute is pending until the bank decides. */
export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed' | 'cancelled'
export type RefundCommand = 'send' | 'succeed' | 'fail' | 'cancel'

/** The transitions of a refund (docs/product/buying.md, Refunds). A bank may return the money of a refund that had succeeded. */
export const REFUND: Transitions<RefundState, RefundCommand> = {
  requested: { send: 'pending', succeed: 'succeeded', fail: 'failed', cancel: 'cancelled' },
  pending: { send: 'pending', succeed: 'succeeded', fail: 'failed', cancel: 'cancelled' },
  succeeded: { fail: 'failed' },
  failed: {},
  cancelled: {},
}

/** A sale, or what is left of one, in cents. `total` includes the tax; `commission` is part of the net price. */
export type Refundable = { total: number; tax: number; commission: number }

/** The rest of a sale after these refunds. */
export const leftOf = (sale: Refundable, refunds: readonly Refundable[]): Refundable =>
  refunds.reduce(
    (left, { total, tax, commission }) => ({
      total: left.total - total,
      tax: left.tax - tax,
      commission: left.commission - commission,
    }),
    { total: sale.total, tax: sale.tax, commission: sale.commission },
  )

/**
 * The part of a sale's rest that a refund of `cents` takes, with its share of tax and commission. The last part takes the whole rest, so
 * that parts in any order add up to the sale exactly, even if some failed and came back. Throws a RangeError for an amount that is not
 * whole cents, is 0, or exceeds the rest.
 */
export const refundPart = ({ total, tax, commission }: Refundable, cents: number): Refundable => {
  if (!(cents > 0 && cents <= total)) throw new RangeError(`${cents} cents cannot be refunded: ${total} are left`)
  const [taxPart = 0, commissionPart = 0] = spreadCents(cents, [tax, commission, total - tax - commission])
  return { total: cents, tax: taxPart, commission: commissionPart }
}
