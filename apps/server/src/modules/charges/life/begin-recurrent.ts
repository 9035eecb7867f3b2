import { firstDueAt, periodStart } from '@marketplace/domain/buying/periods'
import type { Transaction } from '../../../db/transaction.ts'
import { startTrial } from '../entitlements/entitle.ts'
import type { RecurrentRecord } from '../records/records.ts'
import { moveCharge } from './move-charge.ts'
import { insertPeriodAtEnd } from './repository.ts'

/**
 * Makes a processed charge active, and begins its periods. With a trial, periods are counted from the end of the trial, and nothing is
 * paid yet. Otherwise `attemptId` is the attempt that paid for the first period. If another charge has used up the trial meanwhile, the
 * first payment is due at once. To prevent that, call startTrial before promising the trial.
 */
export const beginRecurrent = async (
  transaction: Transaction,
  charge: RecurrentRecord,
  at: Date,
  attemptId: string | null,
): Promise<RecurrentRecord> => {
  if (charge.state !== 'processed' || charge.anchorAt !== null)
    throw new Error(`the periods of charge ${charge.id} have begun already`)
  const done = { who: null, at }
  if (charge.trialDays > 0) {
    const ends = (await startTrial(transaction, charge, at)) ? firstDueAt(at, charge.trialDays) : at
    return moveCharge(transaction, charge, 'pay', done, { anchorAt: ends, trialEndsAt: ends, dueAt: ends })
  }
  const schedule = { anchor: at, months: charge.months }
  const paid = { chargeId: charge.id, index: 0, startsAt: at, endsAt: periodStart(schedule, 1), settledAt: at }
  await insertPeriodAtEnd(
    transaction,
    charge.test ? { ...paid, outcome: 'waived', reason: 'test', attemptId } : { ...paid, outcome: 'charged', attemptId },
  )
  return moveCharge(transaction, charge, 'pay', done, { anchorAt: at, settledPeriod: 0, dueAt: paid.endsAt })
}
