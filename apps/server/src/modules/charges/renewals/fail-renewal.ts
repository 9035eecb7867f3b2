import { CANCEL_TRIAL_DAYS, nextAfterFailure, type PaymentFailure } from '@marketplace/domain/buying/dunning'
import { addUtcDays } from '@marketplace/domain/dates'
import type { Transaction } from '../../../db/transaction.ts'
import { moveCharge } from '../life/move-charge.ts'
import type { RecurrentRecord } from '../records/records.ts'
import { changeRecurrent } from '../records/repository.ts'
import type { TellDependencies } from './dependencies.ts'
import { tellPayers } from './notices.ts'

/** Freezes a charge: the application asks for a payment instead of working. After an unpaid trial the charge is cancelled in 14 days. */
export const freezeCharge = async (
  transaction: Transaction,
  dependencies: TellDependencies,
  charge: RecurrentRecord,
  at: Date,
): Promise<void> => {
  const isTrial = charge.settledPeriod < 0 && charge.trialEndsAt !== null && charge.firstFailedAt === null
  const frozen = await moveCharge(transaction, charge, 'freeze', { who: null, at })
  const dueAt = isTrial ? addUtcDays(at, CANCEL_TRIAL_DAYS) : null
  await changeRecurrent(transaction, frozen, { dueAt })
  const notice = isTrial ? ({ kind: 'trial-ended-without-card', at } as const) : ({ kind: 'frozen' } as const)
  await tellPayers(transaction, dependencies, frozen, notice, at)
}

/** Handles a failed renewal: schedules a retry, or freezes the charge on the 14th day. A frozen charge stays frozen. */
export const failRenewal = async (
  transaction: Transaction,
  dependencies: TellDependencies,
  charge: RecurrentRecord,
  failure: PaymentFailure,
  at: Date,
): Promise<void> => {
  if (charge.state === 'frozen') return tellPayers(transaction, dependencies, charge, { kind: 'frozen' }, at)
  const firstFailedAt = charge.firstFailedAt ?? at
  const retries = charge.firstFailedAt === null ? 0 : charge.retries + 1
  const next = nextAfterFailure(firstFailedAt, retries, failure)
  const overdue = await moveCharge(transaction, charge, 'fail', { who: null, at })
  await changeRecurrent(transaction, overdue, { firstFailedAt, retries, dueAt: next.at })
  await tellPayers(
    transaction,
    dependencies,
    overdue,
    failure === 'authentication'
      ? { kind: 'confirm', firstFailedAt }
      : { kind: 'failed', at, firstFailedAt, retryAt: next.kind === 'retry' ? next.at : null },
    at,
  )
}
