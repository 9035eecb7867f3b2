import { addMs } from '../../../core/clock.ts'
import { MAX_TOTAL, MIN_TOTAL } from '@marketplace/domain/buying/quote'
import type { OrganizationId } from '../../../core/caller.ts'
import { ApiError } from '../../../core/api-error.ts'
import { newId } from '../../../core/ids.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { reserveCoupon } from '../coupons/redemptions/repository.ts'
import { type Attempt, LEASE_MS, type SubjectOf } from './attempt.ts'
import { findPayer, insertAttempt } from './repository.ts'

export type NewAttempt = {
  organizationId: OrganizationId
  /** Null for a renewal. */
  accountId: string | null
  subject: SubjectOf
  /** Cents to reserve; 0 if nothing is due. */
  amount: number
  /** The total in cents that the buyer has seen, which the audit keeps beside the amount; null if it is unknown. */
  shown?: number | null
  /** The tax rate in the amount, if the subject does not store it itself. */
  taxRate?: number
  /** For the buyer's bank statement. */
  description: string
  /** Whether the card is saved for renewals. */
  savesCard: boolean
  /** Whether the cardholder is absent and cannot confirm at the bank. */
  ownerAway?: boolean
  /** The coupon that reduced the amount. */
  couponCode?: string | null
  /** The time at which the attempt ends if the cardholder has not confirmed; by default 15 minutes after the question. */
  expiresAt?: Date | null
  /** Whether the caller runs the attempt right after the commit. Then the attempt starts with a lease. */
  runsAtOnce?: boolean
}

/**
 * Starts the payment for a subject, in the transaction that has made all checks. After the commit the caller runs the attempt; otherwise a
 * later `resume` does. Throws PAYMENT_RUNNING, CARD_NEEDED, COUPON_EXPIRED, COUPON_USED_UP, and TOTAL_TOO_LARGE for an amount that the
 * provider would always refuse.
 */
export const startAttempt = async (transaction: Transaction, asked: NewAttempt, now: Date): Promise<Attempt> => {
  const { organizationId, accountId, subject, amount, shown = null, couponCode = null } = asked
  if (!Number.isInteger(amount) || amount < 0 || (amount > 0 && amount < MIN_TOTAL))
    throw new RangeError(`${amount} cents cannot be paid`)
  if (amount > MAX_TOTAL) throw new ApiError('TOTAL_TOO_LARGE')
  const payer = amount > 0 ? await findPayer(transaction, organizationId) : null
  if (amount > 0 && !payer) throw new ApiError('CARD_NEEDED')
  const attempt = await insertAttempt(transaction, {
    id: newId(),
    organizationId,
    accountId,
    subjectKind: subject.kind,
    subjectId: subject.id,
    amount,
    taxRate: asked.taxRate ?? null,
    description: asked.description,
    customerId: payer?.customerId ?? null,
    cardId: payer?.cardId ?? null,
    savesCard: asked.savesCard,
    ownerAway: asked.ownerAway ?? false,
    state: 'claimed',
    // Without a lease, the first process that runs the attempt takes it. With one, the attempt is due for others after this time.
    leaseToken: asked.runsAtOnce ? newId() : null,
    leaseUntil: addMs(now, LEASE_MS),
    expiresAt: asked.expiresAt ?? null,
    createdAt: now,
    updatedAt: now,
  })
  if (!attempt) throw new ApiError('PAYMENT_RUNNING')
  if (couponCode !== null) await reserveCoupon(transaction, { attemptId: attempt.id, code: couponCode, organizationId }, now)
  await recordAudit(transaction, {
    action: 'payment.started',
    at: now,
    who: attempt,
    subject: attempt.id,
    details: { kind: subject.kind, of: subject.id, amount, ...(shown !== null && { shown }) },
  })
  return attempt
}
