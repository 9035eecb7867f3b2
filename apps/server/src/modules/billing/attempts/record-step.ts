import { addMs } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { redeemCoupon, releaseCoupon } from '../coupons/redemptions/repository.ts'
import { type Attempt, type AttemptSubject, LEASE_MS, NOT_DELIVERED, type ReleaseReason } from './attempt.ts'
import { changeAttemptAtEnd, changeHeldAttempt, changeHeldAttemptAtEnd, lockAttempt } from './repository.ts'
import type { Changes, PaymentStepResult } from './steps.ts'

/** Another process has taken over the attempt, and will repeat this step. */
export class LeaseLost extends Error {}

type Delivered = { effect?: 'settle' | 'release' | undefined; facts?: Readonly<Record<string, string>> | undefined }

/** Delivers what a locked attempt pays for, and records the result. */
const deliver = async (
  transaction: Transaction,
  subject: AttemptSubject,
  asRead: Attempt,
  now: Date,
): Promise<Delivered & { changed: Attempt }> => {
  const held = await lockAttempt(transaction, asRead.id)
  if (held?.leaseToken !== asRead.leaseToken || held.state !== asRead.state || held.generation !== asRead.generation)
    throw new LeaseLost()
  const { changes, ...delivered } = await deliverHeld(transaction, subject, held, now)
  return { changed: await changeAttemptAtEnd(transaction, held, changesAt(changes, now)), ...delivered }
}

const deliverHeld = async (
  transaction: Transaction,
  subject: AttemptSubject,
  attempt: Attempt,
  now: Date,
): Promise<Delivered & { changes: Changes }> => {
  const delivered = await subject.deliver(transaction, attempt, now)
  if (delivered === null) {
    const changes = { failureCode: NOT_DELIVERED, failureFinal: false }
    return attempt.amount === 0
      ? { changes: { ...changes, state: 'released' }, effect: 'release' }
      : { changes: { ...changes, state: 'releasing' } }
  }
  const { capture, facts } = delivered
  if (!Number.isInteger(capture) || capture < 0 || capture > attempt.amount)
    throw new RangeError(`${capture} of ${attempt.amount} cents cannot be captured`)
  if (capture > 0) return { changes: { state: 'capturing', captureAmount: capture }, facts }
  return attempt.amount === 0
    ? { changes: { state: 'captured', captureAmount: 0 }, effect: 'settle' }
    : { changes: { state: 'releasing', captureAmount: 0 } }
}

/** A coupon is used up by a capture, or by a purchase that the coupon made free. */
const endCoupon = (transaction: Transaction, { id, amount, state, captureAmount }: Attempt, now: Date): Promise<void> =>
  state === 'captured' && (amount === 0 || captureAmount !== 0)
    ? redeemCoupon(transaction, id, now)
    : releaseCoupon(transaction, id, now)

const ENDS: readonly string[] = ['captured', 'released', 'declined', 'abandoned'] satisfies Attempt['state'][]
export const hasEnded = ({ state }: Pick<Attempt, 'state'>): boolean => ENDS.includes(state)

export type Recording = {
  database: Database
  subject: AttemptSubject
  /** The attempt at the beginning of the step. */
  attempt: Attempt
  token: string
  found: Extract<PaymentStepResult, { kind: 'record' }>
  now: Date
}

/** The changed columns of an attempt's row. */
const changesAt = (changes: Changes, now: Date) => ({
  ...changes,
  updatedAt: now,
  ...(changes.state !== undefined && hasEnded({ state: changes.state })
    ? { endedAt: now, leaseToken: null }
    : { leaseUntil: addMs(now, LEASE_MS) }),
})

const auditState = async (
  transaction: Transaction,
  before: Attempt,
  changed: Attempt,
  now: Date,
  facts: Delivered['facts'] = {},
): Promise<void> => {
  const { state, failureCode: code } = changed
  if (state === before.state) return
  await recordAudit(transaction, {
    action: `payment.${state}`,
    at: now,
    who: changed,
    subject: changed.id,
    details: { kind: changed.subjectKind, of: changed.subjectId, ...facts, ...(code !== null && { code }) },
  })
}

/** Records the result of a step together with the subject's effect. Throws LeaseLost. */
export const recordStep = ({ database, subject, attempt, token, found, now }: Recording): Promise<Attempt> =>
  inTransaction(database, async (transaction) => {
    const asRead = { ...attempt, leaseToken: token }
    if (!found.effect) {
      const recorded = await changeHeldAttemptAtEnd(transaction, asRead, changesAt(found.changes, now), () => new LeaseLost())
      await auditState(transaction, attempt, recorded, now)
      return recorded
    }
    await subject.lock(transaction, attempt, found.effect)
    const { changed, effect, facts }: Delivered & { changed: Attempt | null } =
      found.effect === 'deliver'
        ? await deliver(transaction, subject, asRead, now)
        : { changed: await changeHeldAttempt(transaction, asRead, changesAt(found.changes, now)), effect: found.effect }
    if (!changed) throw new LeaseLost()
    if (effect === 'settle') await subject.settle(transaction, changed, now)
    if (effect === 'release') await subject.release(transaction, changed, changed.state as ReleaseReason, now)
    if (hasEnded(changed)) await endCoupon(transaction, changed, now)
    await auditState(transaction, attempt, changed, now, facts)
    return changed
  })
