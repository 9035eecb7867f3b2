import { periodStart } from '@marketplace/domain/buying/periods'
import type { Transaction } from '../../db/transaction.ts'
import type { Attempt, SaleLine } from '../billing/index.ts'
import { beginRecurrent, type ChargeRecord, moveCharge, tellOfCharge } from '../charges/index.ts'
import type { TellApplication } from '../webhooks/index.ts'

/** Marks a charge as paid, or its trial as begun, and starts its periods. */
export const settleCharge = async (transaction: Transaction, charge: ChargeRecord, attempt: Attempt, at: Date): Promise<void> => {
  if (charge.kind === 'direct_charge') await moveCharge(transaction, charge, 'pay', { who: null, at })
  else await beginRecurrent(transaction, charge, at, attempt.id)
}

/** Whether a charge begins without a payment. */
export const isFree = (charge: ChargeRecord): boolean =>
  charge.test || (charge.kind === 'recurrent_charge' && charge.trialDays > 0)

/** The entry in the books for the first payment of a charge. */
export const saleOf = (
  charge: ChargeRecord,
  { discount, taxRate, couponCode }: Pick<SaleLine, 'discount' | 'taxRate' | 'couponCode'>,
  at: Date,
): SaleLine => ({
  chargeKind: charge.kind,
  chargeId: charge.id,
  period: 0,
  periodStart: at,
  periodEnd: charge.kind === 'recurrent_charge' ? periodStart({ anchor: at, months: charge.months }, 1) : null,
  applicationId: charge.applicationId,
  developerId: charge.developerId,
  description: charge.name,
  unitPrice: charge.price,
  quantity: charge.quantity,
  discount,
  taxRate,
  commissionPercent: charge.commissionPercent,
  couponCode,
})

/** Sends the application of a charge the event that it was paid, or that its trial has begun. */
export const tellPaid = async (
  transaction: Transaction,
  tellApplication: TellApplication,
  charge: ChargeRecord,
  { total, at }: { total: number; at: Date },
): Promise<void> => {
  const { accountId } = charge
  const about = { accountId, at }
  if (isFree(charge) && charge.kind === 'recurrent_charge')
    return tellOfCharge(transaction, tellApplication, charge, { ...about, event: 'payment_trialstarted' })
  await tellOfCharge(transaction, tellApplication, charge, { ...about, event: 'payment_activated' })
  await tellOfCharge(transaction, tellApplication, charge, { ...about, event: 'payment_collected', total })
}
