import type { Transaction } from '../../db/transaction.ts'
import { type Attempt, type AttemptSubject, recordSales } from '../billing/index.ts'
import { assertPublished, type ChargeRecord, lockBuyer, lockCharge, readCharge, stillBillsFor } from '../charges/index.ts'
import type { Member } from '../clients/index.ts'
import { lockInstallable } from '../installs/index.ts'
import { deliverCharge, takeBackCharges, tryDelivery } from './deliver-charge.ts'
import type { DeliveryDependencies } from './dependencies.ts'
import { isFree, saleOf, settleCharge, tellPaid } from './settle-charge.ts'

/** The paying account, as each transaction has locked it. */
const buyers = new WeakMap<Transaction, Member | null>()

/** The subject of an attempt at the first payment of a charge, or at the start of its trial. */
export const chargeSubject = (kind: ChargeRecord['kind'], dependencies: DeliveryDependencies): AttemptSubject => {
  const { tellApplication } = dependencies
  const read = async (transaction: Transaction, { subjectId }: Attempt): Promise<ChargeRecord> => {
    const charge = await readCharge(transaction, kind, subjectId)
    if (!charge) throw new Error(`there is no ${kind} ${subjectId}`)
    return charge
  }
  return {
    lock: async (transaction, attempt) => {
      buyers.set(transaction, await lockBuyer(transaction, attempt))
      await lockCharge(transaction, kind, attempt.subjectId)
    },

    deliver: async (transaction, attempt, at) => {
      const charge = await read(transaction, attempt)
      // The charge was cancelled during the payment.
      if (charge.state !== 'processed') return null
      const buyer = buyers.get(transaction) ?? null
      if (!buyer || !(await stillBillsFor(transaction, buyer, charge))) return null
      const { applicationId, planId } = charge
      if (applicationId !== null && planId !== null) await lockInstallable(transaction, charge.organizationId, [applicationId])
      const given = await tryDelivery(transaction, async (savepoint) => {
        if (planId === null) await assertPublished(savepoint, charge, at)
        await deliverCharge(savepoint, dependencies, charge, { buyer, at })
      })
      return given ? { capture: attempt.amount } : null
    },

    settle: async (transaction, attempt, at) => {
      const charge = await read(transaction, attempt)
      await settleCharge(transaction, charge, attempt, at)
      await tellPaid(transaction, tellApplication, charge, { total: attempt.amount, at })
      if (isFree(charge)) return
      const { discount, couponCode } = charge
      const coupon = { discount, couponCode: discount > 0 ? couponCode : null }
      const sale = saleOf(charge, { ...coupon, taxRate: attempt.taxRate ?? 0 }, at)
      await recordSales(transaction, attempt, [sale], at)
    },

    release: async (transaction, attempt, _, at) => {
      const charge = await read(transaction, attempt)
      await takeBackCharges(transaction, tellApplication, [charge], {
        organizationId: charge.organizationId,
        at,
      })
    },
  }
}
