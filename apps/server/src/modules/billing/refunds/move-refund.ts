import { percentOf } from '@marketplace/domain/buying/tax'
import { REFUND, type RefundCommand } from '@marketplace/domain/buying/refunds'
import { stepOf } from '@marketplace/domain/buying/transitions'
import type { Transaction } from '../../../db/transaction.ts'
import { type AuditAction, recordAudit } from '../../audit/index.ts'
import { bookMovements, type SaleRecord } from '../ledger/repository.ts'
import { issueCorrection, type Line } from '../invoices/issue.ts'
import { findInvoiceOf } from '../invoices/repository.ts'
import { changeRefund, type RefundRecord } from './repository.ts'

const lineOf = (sale: SaleRecord, { total, tax, reason }: RefundRecord): Line => {
  const net = total - tax
  return {
    description: `${reason === 'dispute' ? 'Charged back' : 'Refund'}: ${sale.description}`,
    unit_price: net,
    quantity: 1,
    discount: 0,
    net,
    tax_rate: percentOf(sale.taxRate),
    tax,
    total,
    period_start: sale.periodStart.toISOString(),
    period_end: sale.periodEnd?.toISOString() ?? null,
  }
}

/** Corrects the invoice of a sale, or the credit note of a refund, with another document about the refund's amount. */
const correct = async (
  transaction: Transaction,
  about: Parameters<typeof findInvoiceOf>[1],
  sale: SaleRecord,
  refund: RefundRecord,
  now: Date,
): Promise<void> => {
  const corrected = await findInvoiceOf(transaction, about)
  if (!corrected) throw new Error(`Refund ${refund.id} has no document to correct: ${JSON.stringify(about)}`)
  await issueCorrection(transaction, corrected, refund.id, lineOf(sale, refund), now)
}

const ACTIONS = {
  send: 'refund.pending',
  succeed: 'refund.succeeded',
  fail: 'refund.failed',
  cancel: 'refund.cancelled',
} as const satisfies Record<RefundCommand, AuditAction>

/**
 * Moves a refund to its next state and books it. When it succeeds, the amount leaves the books with a credit note; if the bank returns it,
 * the amount enters them again. When a dispute ends, its frozen amount is released. A repeated or impossible step does nothing. The sale
 * must be locked.
 */
export const moveRefund = async (
  transaction: Transaction,
  refund: RefundRecord,
  sale: SaleRecord,
  command: RefundCommand,
  { now, providerRefundId = refund.providerRefundId }: { now: Date; providerRefundId?: string | null },
): Promise<void> => {
  const step = stepOf(REFUND, refund.state, command)
  if (step.kind !== 'moved') {
    if (providerRefundId !== refund.providerRefundId) await changeRefund(transaction, refund.id, { providerRefundId })
    return
  }
  await changeRefund(transaction, refund.id, { state: step.to, providerRefundId, updatedAt: now })
  await recordAudit(transaction, {
    action: ACTIONS[command],
    at: now,
    who: { accountId: refund.requestedBy, organizationId: refund.organizationId },
    subject: refund.id,
    details: { sale: sale.id, total: refund.total, reason: refund.reason },
  })
  const move = (kind: 'refund' | 'dispute', id: string, direction: 'in' | 'out') =>
    bookMovements(transaction, [{ kind, id, sale, amounts: refund, direction }], now)
  if (refund.reason === 'dispute' && refund.state === 'pending') await move('dispute', `${refund.id}:ended`, 'in')
  if (command === 'succeed') {
    await move('refund', refund.id, 'out')
    await correct(transaction, { attemptId: sale.attemptId }, sale, refund, now)
  }
  if (refund.state === 'succeeded') {
    await move('refund', `${refund.id}:returned`, 'in')
    await correct(transaction, { refundId: refund.id }, sale, refund, now)
  }
}
