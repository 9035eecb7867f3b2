import { firstDueAt, periodStart } from '@marketplace/domain/buying/periods'
import type { Transaction } from '../../../db/transaction.ts'
import { startTrial } from '../entitlements/entitle.ts'
import type { RecurrentRecord } from '../records/records.ts'
import { changeRecurrent } from '../records/repository.ts'
import { insertPeriodAtEnd } from './repository.ts'

/**
 * Begins the periods of a charge that has just become active. With a trial, periods are counted from the end of the trial, and nothing is
 * paid yet. Otherwise `attemptId` is the attempt that paid for the first period. If another charge has used up the trial meanwhile, the
 * first payment is due at once. To prevent that, call startTrial before promising the trial.
 */
export const beginRecurrent = async (
  transaction: Transaction,
  charge: RecurrentRecord,
  at: Date,
  attemptId: string | null,
): Promise<RecurrentRecord> => {
  if (charge.anchorAt !== null) throw new Error(`the periods of charge ${charge.id} have begun already`)
  if (charge.trialDays > 0) {
    const ends = (await startTrial(transaction, charge, at)) ? firstDueAt(at, charge.trialDays) : at
    return changeRecurrent(transaction, charge, { anchorAt: ends, trialEndsAt: ends, dueAt: ends, updatedAt: at })
  }
  const schedule = { anchor: at, months: charge.months }
  const paid = { chargeId: charge.id, index: 0, startsAt: at, endsAt: periodStart(schedule, 1), settledAt: at }
  await insertPeriodAtEnd(
    transaction,
    charge.test ? { ...paid, outcome: 'waived', reason: 'test', attemptId } : { ...paid, outcome: 'charged', attemptId },
  )
  return changeRecurrent(transaction, charge, { anchorAt: at, settledPeriod: 0, dueAt: paid.endsAt, updatedAt: at })
}
