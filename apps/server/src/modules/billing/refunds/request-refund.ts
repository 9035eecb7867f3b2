import { leftOf, refundPart } from '@marketplace/domain/buying/refunds'
import { newId } from '../../../core/ids.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { findTaken, insertRefunds, lockSales, type RefundRecord } from './repository.ts'

export type RefundRequest = {
  saleId: string
  /** Tax included; null for the whole remaining amount. */
  cents: number | null
  reason: 'requested' | 'rolled_back' | 'taken_down'
  note: string | null
  /** The account that requests it; null for the marketplace itself. */
  requestedBy: string | null
}

/** Why nothing is refunded. `disputed`: a bank is deciding about the payment, and meanwhile the provider refunds nothing. */
export type RefundRefusal = { refused: 'unknown_sale' | 'not_an_amount' | 'nothing_left' | 'too_much' | 'disputed' }

/**
 * Requests a refund of a part of a sale. After the commit the runner sends it to the provider: at once if the caller runs it, otherwise
 * within a minute.
 */
export const requestRefund = async (
  transaction: Transaction,
  { saleId, cents, reason, note, requestedBy }: RefundRequest,
  now: Date,
): Promise<RefundRecord | RefundRefusal> => {
  const [sale] = await lockSales(transaction, { id: saleId })
  if (!sale) return { refused: 'unknown_sale' }
  const taken = await findTaken(transaction, [sale.id])
  if (taken.some((refund) => refund.reason === 'dispute' && refund.state === 'pending')) return { refused: 'disputed' }
  const left = leftOf(sale, taken)
  const wanted = cents ?? left.total
  if (left.total === 0) return { refused: 'nothing_left' }
  if (!Number.isSafeInteger(wanted) || wanted <= 0) return { refused: 'not_an_amount' }
  if (wanted > left.total) return { refused: 'too_much' }
  const refund: RefundRecord = {
    ...refundPart(left, wanted),
    id: newId(),
    organizationId: sale.organizationId,
    saleId: sale.id,
    reason,
    note,
    requestedBy,
    state: 'requested',
    providerRefundId: null,
    generation: 0,
    leaseUntil: now,
    createdAt: now,
    updatedAt: now,
  }
  await insertRefunds(transaction, [refund])
  await recordAudit(transaction, {
    action: 'refund.requested',
    at: now,
    who: { accountId: requestedBy, organizationId: sale.organizationId },
    subject: refund.id,
    details: { sale: sale.id, total: refund.total, reason },
  })
  return refund
}
