import { commissionOf } from '@marketplace/domain/buying/commission'
import { taxOf } from '@marketplace/domain/buying/tax'
import { newId } from '../../../core/ids.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { issueInvoice } from '../invoices/issue.ts'
import type { BuyerPlace } from '../tax/tax-for.ts'
import type { InvoiceRecord, PaidAttempt } from '../invoices/repository.ts'
import { bookMovementsAtEnd, insertSales, type SaleRecord } from '../ledger/repository.ts'

/** What is sold and at which price; tax, total and commission follow from it. Periods are counted from 0. */
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
 * Writes what an attempt paid for into the books: a sale for each line, its ledger entries and the attempt's invoice. Call it last in the
 * transaction that records the capture: it locks the row of the invoice numbers until the commit, and whoever holds that must not wait for
 * anything else. `named` is the place whose tax was paid, if the buyer said one. Throws if the lines add up to anything but what was captured.
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
