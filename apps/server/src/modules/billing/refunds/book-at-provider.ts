import { leftOf, refundPart, type RefundCommand } from '@marketplace/domain/buying/refunds'
import { spreadCents } from '@marketplace/domain/buying/spread'
import { newId } from '../../../core/ids.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Dispute, Refund } from '../../../ports/payments.ts'
import { recordAudit } from '../../audit/index.ts'
import { bookMovements, type SaleRecord } from '../ledger/repository.ts'
import { moveRefund } from './move-refund.ts'
import { findByProviderId, findRefund, findTaken, insertRefunds, lockSales, type RefundRecord } from './repository.ts'

export const COMMANDS: Readonly<Record<Refund['state'], RefundCommand>> = {
  pending: 'send',
  succeeded: 'succeed',
  failed: 'fail',
  canceled: 'cancel',
}

const DISPUTE_COMMANDS: Readonly<Record<Dispute['state'], RefundCommand>> = { open: 'send', won: 'cancel', lost: 'succeed' }

/** How long (ms) until the provider is asked again about a refund or dispute that is not decided yet. */
const LOOK_AGAIN_MS = 3_600_000

/**
 * Adds rows for money that was moved at the provider without the marketplace. Such a movement does not name a sale, so its amount is spread
 * over the sales of the payment, in proportion to what is left of each. The amount of a dispute may be larger than what is left, because
 * banks count the original payment without later refunds. Then only what is left is booked, and reconciliation reports the rest. In all
 * other cases a larger amount means that a refund by the marketplace is under way: then this throws, and the provider sends its webhook
 * again later.
 */
const spread = async (
  transaction: Transaction,
  sales: readonly SaleRecord[],
  { id, amount }: Pick<Refund, 'id' | 'amount'>,
  reason: 'provider' | 'dispute',
  now: Date,
): Promise<RefundRecord[]> => {
  const taken = await findTaken(
    transaction,
    sales.map((sale) => sale.id),
  )
  const lefts = sales.map((sale) =>
    leftOf(
      sale,
      taken.filter(({ saleId }) => saleId === sale.id),
    ),
  )
  const left = lefts.reduce((sum, { total }) => sum + total, 0)
  const isUnderWay = taken.some(({ state }) => state === 'requested')
  if (amount > left && (reason !== 'dispute' || isUnderWay))
    throw new Error(`${id} at the payment provider is ${amount} cents, and ${left} are left of what was sold`)
  const shares = spreadCents(
    Math.min(amount, left),
    lefts.map(({ total }) => total),
  )
  const rows = sales.flatMap((sale, index): RefundRecord[] => {
    const [share, rest] = [shares[index] ?? 0, lefts[index]]
    if (share === 0 || !rest) return []
    return [
      {
        ...refundPart(rest, share),
        id: newId(),
        organizationId: sale.organizationId,
        saleId: sale.id,
        reason,
        note: null,
        requestedBy: null,
        state: reason === 'dispute' ? 'pending' : 'requested',
        providerRefundId: id,
        generation: 0,
        leaseUntil: new Date(now.getTime() + LOOK_AGAIN_MS),
        createdAt: now,
        updatedAt: now,
      },
    ]
  })
  await insertRefunds(transaction, rows)
  return rows
}

const moveAll = async (
  transaction: Transaction,
  refunds: readonly RefundRecord[],
  sales: readonly SaleRecord[],
  command: RefundCommand,
  now: Date,
): Promise<void> => {
  for (const refund of refunds) {
    const sale = sales.find(({ id }) => id === refund.saleId)
    if (!sale) throw new Error(`Refund ${refund.id} is of a sale that this payment did not pay for`)
    await moveRefund(transaction, refund, sale, command, { now })
  }
}

/**
 * Books a refund at the provider, whether the marketplace or the provider's own console made it. Booking the same refund again changes
 * nothing. `refund` must be freshly read from the provider, not taken from a webhook. Call it last in its transaction, like recordSales.
 */
export const bookProviderRefund = async (transaction: Transaction, refund: Refund, now: Date): Promise<void> => {
  if (refund.intentId === null) throw new Error(`${refund.id} at the payment provider names no payment`)
  const sales = await lockSales(transaction, { intentId: refund.intentId })
  // The payment was not made by this marketplace. Reconciliation reports it.
  if (sales.length === 0) return
  const command = COMMANDS[refund.state]
  const own = refund.metadata.refund === undefined ? null : await findRefund(transaction, refund.metadata.refund)
  const sale = sales.find(({ id }) => id === own?.saleId)
  if (own && sale) return moveRefund(transaction, own, sale, command, { now, providerRefundId: refund.id })
  const known = await findByProviderId(transaction, refund.id)
  // A refund that failed before the marketplace knew of it has moved no money.
  if (known.length === 0 && (command === 'fail' || command === 'cancel')) return
  const rows = known.length > 0 ? known : await spread(transaction, sales, refund, 'provider', now)
  await moveAll(transaction, rows, sales, command, now)
}

/**
 * Books a dispute at the provider. An open dispute freezes its amount, a won one releases it, and a lost one becomes a refund. Call it last
 * in its transaction, like recordSales.
 */
export const bookDispute = async (transaction: Transaction, dispute: Dispute, now: Date): Promise<void> => {
  const sales = await lockSales(transaction, { captureId: dispute.captureId })
  if (sales.length === 0) return
  const known = await findByProviderId(transaction, dispute.id)
  // A dispute that was won before the marketplace knew of it has frozen nothing.
  if (known.length === 0 && dispute.state === 'won') return
  const rows = known.length > 0 ? known : await freeze(transaction, sales, dispute, now)
  await moveAll(transaction, rows, sales, DISPUTE_COMMANDS[dispute.state], now)
}

const freeze = async (
  transaction: Transaction,
  sales: readonly SaleRecord[],
  dispute: Dispute,
  now: Date,
): Promise<RefundRecord[]> => {
  const rows = await spread(transaction, sales, dispute, 'dispute', now)
  // Everything was refunded before, so there is nothing to freeze.
  if (rows.length === 0) return rows
  const movements = rows.flatMap((refund) => {
    const sale = sales.find(({ id }) => id === refund.saleId)
    return sale ? [{ kind: 'dispute' as const, id: refund.id, sale, amounts: refund, direction: 'out' as const }] : []
  })
  await bookMovements(transaction, movements, now)
  for (const { id, organizationId, saleId, total } of rows)
    await recordAudit(transaction, {
      action: 'dispute.opened',
      at: now,
      who: { accountId: null, organizationId },
      subject: id,
      details: { sale: saleId, total, dispute: dispute.id },
    })
  return rows
}
