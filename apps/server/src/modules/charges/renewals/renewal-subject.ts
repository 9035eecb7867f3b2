import { periodStart } from '@marketplace/domain/buying/periods'
import { failureOf, unsettledPeriods } from '@marketplace/domain/buying/renewal'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { type Attempt, type AttemptSubject, lockCard, readCard, recordSales } from '../../billing/index.ts'
import { moveCharge } from '../life/move-charge.ts'
import type { RecurrentRecord } from '../records/records.ts'
import { changeRecurrent, lockCharge, readCharge } from '../records/repository.ts'
import { tellOfCharge } from '../life/tell-charge.ts'
import type { TellDependencies } from './dependencies.ts'
import { failRenewal } from './fail-renewal.ts'
import { publicationOf, retryPayment, suspends } from './renew-due.ts'
import { insertPeriod } from '../life/repository.ts'
import { findSettledAfter } from './repository.ts'
import { goOn, scheduleOf, waivePeriods } from './start-renewal.ts'

/** The charge and period that an attempt pays for: `<charge>:<index>`. */
const subjectOf = ({ subjectId }: Attempt): { id: string; period: number } => {
  const [, id = '', period = ''] = /^(.+):(\d+)$/.exec(subjectId) ?? []
  return { id, period: Number(period) }
}

/** Whether the organization now has another card than the one that an attempt has tried. */
const isCardReplaced = async (transaction: Transaction, { organizationId, cardId }: Attempt): Promise<boolean> => {
  const present = (await readCard(transaction, organizationId))?.providerCardId ?? null
  return present !== null && present !== cardId
}

const PAYABLE: ReadonlySet<RecurrentRecord['state']> = new Set(['active', 'past_due', 'frozen'])

/** The payment of a charge's period without the buyer being present. */
export const renewalSubject = (dependencies: TellDependencies): AttemptSubject => {
  const read = async (transaction: Transaction, attempt: Attempt): Promise<RecurrentRecord> => {
    const charge = await readCharge(transaction, 'recurrent_charge', subjectOf(attempt).id)
    if (!charge) throw new Error(`there is no charge for the renewal ${attempt.subjectId}`)
    return charge
  }
  return {
    lock: async (transaction, attempt, effect) => {
      // If a failure and a new card come at the same time, the lock makes the second transaction see the first. So either the failure or
      // the job of the card tries the new card.
      if (effect === 'release') await lockCard(transaction, attempt.organizationId)
      await lockCharge(transaction, 'recurrent_charge', subjectOf(attempt).id)
    },

    // Nothing has to be delivered, because a renewal continues an existing right. But no capture may begin after a cancellation.
    deliver: async (transaction, attempt, now) => {
      const charge = await read(transaction, attempt)
      const { period } = subjectOf(attempt)
      const settled = await findSettledAfter(transaction, charge.id, charge.settledPeriod)
      const isOpen = PAYABLE.has(charge.state) && period > charge.settledPeriod && !settled.includes(period)
      const publication = isOpen ? await publicationOf(transaction, charge, now) : null
      if (!isOpen || suspends(publication)) return null
      return { capture: attempt.amount, ...(publication !== null && { facts: { publication } }) }
    },

    settle: async (transaction, attempt, now) => {
      const charge = await read(transaction, attempt)
      const { period } = subjectOf(attempt)
      const schedule = scheduleOf(charge)
      const [startsAt, endsAt] = [periodStart(schedule, period), periodStart(schedule, period + 1)]
      const { id, settledPeriod } = charge
      // Periods that passed while the charge was frozen are not charged.
      const settled = await findSettledAfter(transaction, id, settledPeriod)
      const passed = unsettledPeriods(schedule, { last: settledPeriod, settled }, now).filter((index) => index < period)
      const waived = await waivePeriods(transaction, charge, passed, 'frozen', now)
      const paid = await moveCharge(transaction, waived, 'pay', { who: null, at: now })
      await insertPeriod(transaction, {
        chargeId: id,
        index: period,
        startsAt,
        endsAt,
        outcome: 'charged',
        attemptId: attempt.id,
        settledAt: now,
      })
      const renewed = await goOn(transaction, { ...paid, firstFailedAt: null, retries: 0, frozenAt: null }, now)
      await changeRecurrent(transaction, renewed, { firstFailedAt: null, retries: 0, frozenAt: null })
      await recordAudit(transaction, {
        action: 'charge.renewed',
        at: now,
        who: { accountId: null, organizationId: charge.organizationId },
        subject: id,
        details: { period, total: attempt.amount },
      })
      const collected = { event: 'payment_collected', total: attempt.amount, accountId: null, at: now } as const
      await tellOfCharge(transaction, dependencies.tellApplication, renewed, collected)
      const line = {
        chargeKind: 'recurrent_charge',
        chargeId: id,
        period,
        periodStart: startsAt,
        periodEnd: endsAt,
        applicationId: charge.applicationId,
        developerId: charge.developerId,
        description: charge.name,
        unitPrice: charge.price,
        quantity: charge.quantity,
        discount: 0,
        taxRate: attempt.taxRate ?? 0,
        commissionPercent: charge.commissionPercent,
        couponCode: null,
      } as const
      await recordSales(transaction, attempt, [line], now)
    },

    release: async (transaction, attempt, why, now) => {
      const charge = await read(transaction, attempt)
      if (!PAYABLE.has(charge.state)) return
      // The job of the new card has skipped this charge, because its payment was under way.
      if (why !== 'released' && (await isCardReplaced(transaction, attempt)))
        return retryPayment(transaction, dependencies, charge, now)
      // A buyer who tried the payment has seen the error, so the scheduled next step does not change.
      if (attempt.accountId !== null) return
      if (why !== 'released')
        return failRenewal(transaction, dependencies, charge, failureOf(attempt.failureCode, attempt.failureFinal ?? false), now)
      // When the capture should have begun, the charge could no longer be paid. It is made due at once, so that the next run decides what
      // to do.
      if (charge.state !== 'frozen') await changeRecurrent(transaction, charge, { dueAt: now })
    },
  }
}
