import type { PublicationStatus } from '@marketplace/contracts/core/enumerations'
import { isFreezeDue, splitMissed, unsettledPeriods } from '@marketplace/domain/buying/renewal'
import { publicationStatus } from '@marketplace/domain/publication-status'
import type { OrganizationId } from '../../../core/caller.ts'
import { ApiError } from '../../../core/api-error.ts'
import type { Queryable } from '../../../db/client.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { assertSeesPayment } from '../agreement/agreed-rate.ts'
import { moveCharge } from '../life/move-charge.ts'
import type { RecurrentRecord } from '../records/records.ts'
import { changeRecurrent, lockCharge } from '../records/repository.ts'
import { tellOfCharge } from '../life/tell-charge.ts'
import type { RenewalDependencies, TellDependencies } from './dependencies.ts'
import { freezeCharge } from './fail-renewal.ts'
import { tellPayers } from './notices.ts'
import {
  type Due,
  findDue,
  findRenewalByBuyer,
  findRenewed,
  findSettledAfter,
  findUnpaid,
  isBeingPaid,
  lockDue,
} from './repository.ts'
import { isToBeReplaced, replaceCharge } from './replace-charge.ts'
import { goOn, LOOK_AGAIN_MS, scheduleOf, startRenewal, waivePeriods } from './start-renewal.ts'

const MOST_AT_ONCE = 200

/** The publication status of a charge's application; PRIVATE if only its developer uses it. Null if the charge has no application. */
export const publicationOf = async (
  database: Queryable,
  { applicationId }: Pick<RecurrentRecord, 'applicationId'>,
  now: Date,
): Promise<PublicationStatus | 'PRIVATE' | null> => {
  const application = applicationId === null ? null : await findRenewed(database, applicationId)
  if (!application) return null
  return application.private ? 'PRIVATE' : publicationStatus(application, now)
}

/** Whether charges of an application are suspended because customers cannot see it any more. Then nothing is charged. */
export const suspends = (publication: PublicationStatus | 'PRIVATE' | null): boolean =>
  publication !== null && publication !== 'PRIVATE' && publication !== 'PUBLISHED'

/** Whether a charge is suspended because of its application. */
export const isSuspended = async (
  database: Queryable,
  charge: Pick<RecurrentRecord, 'applicationId'>,
  now: Date,
): Promise<boolean> => suspends(await publicationOf(database, charge, now))

/** Ends a frozen charge whose trial has ended, if no card was added within 14 days. */
const endFrozenTrial = async (
  transaction: Transaction,
  dependencies: RenewalDependencies,
  charge: RecurrentRecord,
  at: Date,
): Promise<void> => {
  if (await isBeingPaid(transaction, charge.id)) return
  const cancelled = await moveCharge(transaction, charge, 'cancel', { who: null, at })
  await tellPayers(transaction, dependencies, cancelled, { kind: 'cancelled' }, at)
  const event = { event: 'payment_cancelled', accountId: null, at } as const
  await tellOfCharge(transaction, dependencies.tellApplication, cancelled, event)
}

/** Activates a charge again after all its unpaid periods were waived. If it stayed overdue, it would be frozen although nothing is owed. */
const waiveOverdue = async (transaction: Transaction, waived: RecurrentRecord, at: Date): Promise<void> =>
  void (await moveCharge(transaction, waived, 'waive', { who: null, at }))

/** Does the due work of a locked charge. */
const renew = async (
  transaction: Transaction,
  dependencies: RenewalDependencies,
  charge: RecurrentRecord,
  at: Date,
): Promise<void> => {
  const { id, state, firstFailedAt, dueAt, settledPeriod } = charge
  if (state === 'frozen') return endFrozenTrial(transaction, dependencies, charge, at)
  if (state !== 'active' && state !== 'past_due') return void (await changeRecurrent(transaction, charge, { dueAt: null }))
  if (await isBeingPaid(transaction, id))
    return void (await changeRecurrent(transaction, charge, { dueAt: new Date(at.getTime() + LOOK_AGAIN_MS) }))
  const settled = await findSettledAfter(transaction, id, settledPeriod)
  const unsettled = unsettledPeriods(scheduleOf(charge), { last: settledPeriod, settled }, at)
  if (charge.test) return void (await waivePeriods(transaction, charge, unsettled, 'test', at))
  if (await isSuspended(transaction, charge, at))
    return waiveOverdue(transaction, await waivePeriods(transaction, charge, unsettled, 'suspended', at), at)
  if (firstFailedAt && dueAt && isFreezeDue(firstFailedAt, dueAt)) return freezeCharge(transaction, dependencies, charge, at)
  const { charge: period, waive } = splitMissed(unsettled)
  if (period !== null && firstFailedAt === null && (await isToBeReplaced(transaction, charge)))
    return renew(transaction, dependencies, await replaceCharge(transaction, dependencies, charge, at), at)
  if (period === null) return void (await goOn(transaction, charge, at))
  const current = await waivePeriods(transaction, charge, waive, 'outage', at)
  await startRenewal(transaction, dependencies, current, period, { at })
}

/** Does the due work of these charges. Adds the error of each charge that failed to `errors`. */
const renewSome = async (
  dependencies: RenewalDependencies,
  due: readonly Due[],
  errors: unknown[],
  signal: AbortSignal,
): Promise<void> => {
  const { database, clock } = dependencies
  for (const { id } of due) {
    if (signal.aborted) return
    try {
      await inTransaction(database, async (transaction) => {
        const at = clock.now()
        const charge = await lockDue(transaction, id, at)
        if (charge) await renew(transaction, dependencies, charge, at)
      })
    } catch (error) {
      errors.push(error)
    }
  }
}

/**
 * Does all due work: starts renewals and retries, freezes unpaid charges, cancels trials without a card. Several processes may run it at
 * once, but each charge is handled by one of them. A failure of one charge does not delay the others.
 */
export const renewDue = async (dependencies: RenewalDependencies, signal: AbortSignal): Promise<void> => {
  const { database, clock } = dependencies
  const now = clock.now()
  const errors: unknown[] = []
  for (let last: Due | null | undefined = null; last !== undefined && !signal.aborted;) {
    const due: Due[] = await findDue(database, now, MOST_AT_ONCE, last)
    await renewSome(dependencies, due, errors, signal)
    last = due.at(-1)
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} charges could not be renewed`)
}

const isOverdue = ({ state }: RecurrentRecord): boolean => state === 'past_due' || state === 'frozen'

/** The next period to pay: the oldest unpaid one, or the current one if the charge is frozen. Null if nothing is unpaid. */
const unpaidPeriod = async (transaction: Transaction, charge: RecurrentRecord, at: Date): Promise<number | null> => {
  const settled = await findSettledAfter(transaction, charge.id, charge.settledPeriod)
  const unsettled = unsettledPeriods(scheduleOf(charge), { last: charge.settledPeriod, settled }, at)
  return (charge.state === 'frozen' ? unsettled.at(-1) : unsettled[0]) ?? null
}

/** Tries at once to pay for a locked charge with the organization's new card, unless it is being paid or its application is suspended. */
export const retryPayment = async (
  transaction: Transaction,
  dependencies: TellDependencies,
  charge: RecurrentRecord,
  at: Date,
): Promise<void> => {
  const period = await unpaidPeriod(transaction, charge, at)
  if (period === null) return
  if ((await isBeingPaid(transaction, charge.id)) || (await isSuspended(transaction, charge, at))) return
  await startRenewal(transaction, dependencies, charge, period, { at })
}

/**
 * Tries at once to pay an organization's overdue charges, because it has a new card. If a payment with the previous card is under way, the
 * new card is tried when that payment fails.
 */
export const retryUnpaid = async (dependencies: RenewalDependencies, organizationId: OrganizationId): Promise<void> => {
  const { database, clock } = dependencies
  for (const id of await findUnpaid(database, organizationId))
    await inTransaction(database, async (transaction) => {
      const charge = await lockCharge(transaction, 'recurrent_charge', id)
      if (charge && isOverdue(charge)) await retryPayment(transaction, dependencies, charge, clock.now())
    })
}

/**
 * Pays the overdue period while its buyer is present and can confirm at the bank. Returns the id of the attempt: the one that waits for the
 * bank, or a new one. Null if the period is too cheap to be charged, and was waived. Throws CHARGE_STATE if nothing is overdue, and
 * PRICE_CHANGED if the payment is another total than the payer has seen.
 */
export const payOverdue = async (
  transaction: Transaction,
  dependencies: TellDependencies,
  charge: RecurrentRecord,
  paying: { at: Date; payer: string; said?: number | undefined },
): Promise<string | null> => {
  const { at, payer: accountId, said } = paying
  const waiting = await findRenewalByBuyer(transaction, charge.id)
  if (waiting) {
    await assertSeesPayment(transaction, charge, waiting, { accountId, said })
    return waiting.id
  }
  if (await isBeingPaid(transaction, charge.id)) throw new ApiError('PAYMENT_RUNNING')
  const period = isOverdue(charge) ? await unpaidPeriod(transaction, charge, at) : null
  if (period === null) throw new ApiError('CHARGE_STATE', { state: charge.state.replace('_', ' ') })
  if (await isSuspended(transaction, charge, at)) throw new ApiError('NOT_FOR_SALE')
  return startRenewal(transaction, dependencies, charge, period, paying)
}
