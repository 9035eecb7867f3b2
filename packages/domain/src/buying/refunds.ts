import { spreadCents } from './spread.ts'
import type { Transitions } from './transitions.ts'

/** `pending`: the provider has it, and its bank has not decided. A dispute is pending until the bank decides. */
export type RefundState = 'requested' | 'pending' | 'succeeded' | 'failed' | 'cancelled'
export type RefundCommand = 'send' | 'succeed' | 'fail' | 'cancel'

/** A refund (docs/product/buying.md, Refunds). A bank may give a refund back that had succeeded. */
export const REFUND: Transitions<RefundState, RefundCommand> = {
  requested: { send: 'pending', succeed: 'succeeded', fail: 'failed', cancel: 'cancelled' },
  pending: { send: 'pending', succeed: 'succeeded', fail: 'failed', cancel: 'cancelled' },
  succeeded: { fail: 'failed' },
  failed: {},
  cancelled: {},
}

/** A sale, or what is left of one, in cents. `total` includes the tax; `commission` is part of the net price. */
export type Refundable = { total: number; tax: number; commission: number }

/** What is left of a sale after these refunds. */
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
 * The part of what is left of a sale that so many cents return, with their share of tax and commission. The last part takes whatever is
 * left, so that parts in any order add up to the sale exactly, also if some of them failed and were given back. Throws a RangeError for a
 * part that is not whole cents, is 0, or is more than is left.
 */
export const refundPart = ({ total, tax, commission }: Refundable, cents: number): Refundable => {
  if (!(cents > 0 && cents <= total)) throw new RangeError(`${cents} cents cannot be refunded: ${total} are left`)
  const [taxPart = 0, commissionPart = 0] = spreadCents(cents, [tax, commission, total - tax - commission])
  return { total: cents, tax: taxPart, commission: commissionPart }
}
