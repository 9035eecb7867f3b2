import { commissionOf } from '@marketplace/domain/buying/commission'
import { taxOf } from '@marketplace/domain/buying/tax'
import { newId } from '../../../core/ids.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { issueInvoice } from '../invoices/issue.ts'
import type { BuyerPlace } from '../tax/tax-for.ts'
import type { InvoiceRecord, PaidAttempt } from '../invoices/repository.ts'
import { bookMovementsAtEnd, insertSales, type SaleRecord } from '../ledger/repository.ts'

/** A sold item with its price; tax, total and commission follow from it. Periods are counted from 0. */
export type SaleLine = Pick<
  SaleRecord,
  | 'chargeKind'
  | 'chargeId'
  | 'period'
  | 'periodStart'
  | 'periodEnd'
  | 'applicationId'
  | 'developerId'
  | 'description'
  | 'unitPrice'
  | 'quantity'
  | 'discount'
  | 'taxRate'
  | 'commissionPercent'
  | 'couponCode'
>

/**
 * Records the purchase that an attempt has paid for: a sale for each line, ledger entries, and the invoice. Call it last in the transaction
 * that records the capture, because it locks the invoice numbers until the commit, and the transaction that holds this lock must not wait
 * for anything else. `named` is the place whose tax was paid, if the buyer stated one. Throws if the lines do not add up to the captured
 * amount.
 */
export const recordSales = async (
  transaction: Transaction,
  attempt: PaidAttempt,
  lines: readonly SaleLine[],
  at: Date,
  named: BuyerPlace | null = null,
): Promise<{ sales: SaleRecord[]; invoice: InvoiceRecord }> => {
  const sales = lines.map((line): SaleRecord => {
    const net = line.unitPrice * line.quantity - line.discount
    const tax = taxOf(net, line.taxRate)
    return {
      ...line,
      id: newId(),
      organizationId: attempt.organizationId,
      attemptId: attempt.id,
      net,
      tax,
      total: net + tax,
      commission: commissionOf(net, line.commissionPercent),
      captureId: attempt.captureId,
      soldAt: at,
    }
  })
  const total = sales.reduce((sum, sale) => sum + sale.total, 0)
  if (total !== attempt.captureAmount)
    throw new Error(`Attempt ${attempt.id} captured ${attempt.captureAmount} cents, and its sales are ${total}`)
  await insertSales(transaction, sales)
  const movements = sales.map((sale) => ({ kind: 'sale' as const, id: sale.id, sale, amounts: sale, direction: 'in' as const }))
  await bookMovementsAtEnd(transaction, movements, at)
  return { sales, invoice: await issueInvoice(transaction, attempt, sales, { at, named }) }
}
