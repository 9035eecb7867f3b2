import { monthsOf } from '@marketplace/domain/buying/quote'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { type Attempt, type AttemptSubject, recordSales } from '../../billing/index.ts'
import type { Member } from '../../clients/index.ts'
import { lockBuyer, stillBillsFor } from '../life/buyer.ts'
import { tellOfCharge } from '../life/tell-charge.ts'
import type { RecurrentRecord } from '../records/records.ts'
import { changeRecurrent, lockCharge, readCharge } from '../records/repository.ts'
import type { TellDependencies } from '../renewals/dependencies.ts'
import { findPlan, findRenewed } from '../renewals/repository.ts'
import { type ChangeRecord, endChange, findChange } from './repository.ts'

/** Applies a change to a charge. In a trial the change may set another length of the period, because no period has begun. */
export const applyChange = async (
  transaction: Transaction,
  charge: RecurrentRecord,
  { id, planId, quantity, price, scheduled, accountId }: ChangeRecord,
  at: Date,
): Promise<RecurrentRecord> => {
  const plan = await findPlan(transaction, planId)
  const application = charge.applicationId === null ? null : await findRenewed(transaction, charge.applicationId)
  if (!plan || !application) throw new Error(`change ${id} is to plan ${planId}, which is gone`)
  const { organizationId } = charge
  await recordAudit(transaction, {
    action: 'charge.changed',
    at,
    who: { accountId, organizationId },
    subject: charge.id,
    details: { change: id, plan: planId, quantity, price },
  })
  return changeRecurrent(transaction, charge, {
    planId,
    name: `${application.name}, ${plan.name}`,
    perAccount: plan.pricingType === 'per-agent',
    months: monthsOf(plan.billingCycle) ?? charge.months,
    quantity,
    price,
    scheduled,
    updatedAt: at,
  })
}

/** The paying account, as the transaction that delivers has locked it. */
const buyers = new WeakMap<Transaction, Member | null>()

/** The payment for a change of plan or seats that begins at once. */
export const changeSubject = ({ tellApplication }: Pick<TellDependencies, 'tellApplication'>): AttemptSubject => {
  const read = async (transaction: Transaction, { subjectId }: Attempt) => {
    const change = await findChange(transaction, subjectId)
    const charge = change && (await readCharge(transaction, 'recurrent_charge', change.chargeId))
    if (!change || !charge) throw new Error(`there is no change ${subjectId}`)
    return { change, charge }
  }
  return {
    lock: async (transaction, attempt, effect) => {
      const { subjectId } = attempt
      if (effect === 'deliver') buyers.set(transaction, await lockBuyer(transaction, attempt))
      const change = await findChange(transaction, subjectId)
      if (change) await lockCharge(transaction, 'recurrent_charge', change.chargeId)
    },

    // The charge does not renew during this payment, but it may have been cancelled. No capture may begin after a cancellation.
    deliver: async (transaction, attempt) => {
      const { charge } = await read(transaction, attempt)
      const isAllowed = await stillBillsFor(transaction, buyers.get(transaction) ?? null, charge)
      return isAllowed && charge.state === 'active' ? { capture: attempt.amount } : null
    },

    settle: async (transaction, attempt, at) => {
      const { change, charge } = await read(transaction, attempt)
      const { startsAt, endsAt, full, credit, taxRate, description, total, accountId } = change
      if (startsAt === null) throw new Error(`change ${change.id} has no period`)
      const changed = await applyChange(transaction, charge, change, at)
      await endChange(transaction, change.id, 'applied', at)
      const told = { accountId, at }
      await tellOfCharge(transaction, tellApplication, changed, { ...told, event: 'payment_activated' })
      if (total > 0) await tellOfCharge(transaction, tellApplication, changed, { ...told, event: 'payment_collected', total })
      const line = {
        chargeKind: 'change',
        chargeId: change.id,
        period: 0,
        periodStart: startsAt,
        periodEnd: endsAt,
        applicationId: charge.applicationId,
        developerId: charge.developerId,
        description,
        unitPrice: full,
        quantity: 1,
        discount: credit,
        taxRate,
        commissionPercent: charge.commissionPercent,
        couponCode: null,
      } as const
      await recordSales(transaction, attempt, [line], at)
    },

    release: async (transaction, attempt, _, at) => {
      const { change, charge } = await read(transaction, attempt)
      await endChange(transaction, change.id, 'failed', at)
      await recordAudit(transaction, {
        action: 'charge.change-failed',
        at,
        who: { accountId: change.accountId, organizationId: charge.organizationId },
        subject: charge.id,
        details: { change: change.id, code: attempt.failureCode },
      })
    },
  }
}
