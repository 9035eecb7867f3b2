import { ApiError } from '../../../core/api-error.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { type Attempt, STOPPED, type SubjectOf } from './attempt.ts'
import { changeAttempt, lockLiveAttempt } from './repository.ts'

/**
 * Ends the attempt for a subject in the caller's transaction, before anything is captured: `run` cancels its intent after the commit. Null
 * if no attempt lives. Throws PAYMENT_RUNNING where the provider may be taking the money right now. Call it after the locks of
 * the subject itself.
 */
export const stopAttempt = async (transaction: Transaction, subject: SubjectOf, now: Date): Promise<Attempt | null> => {
  const attempt = await lockLiveAttempt(transaction, subject)
  if (!attempt || attempt.state === 'releasing') return attempt
  if (attempt.state !== 'action_required') throw new ApiError('PAYMENT_RUNNING')
  const stopped = await changeAttempt(transaction, attempt.id, {
    state: 'releasing',
    failureCode: STOPPED,
    failureFinal: false,
    // Whoever holds the lease has asked about another state.
    leaseToken: null,
    leaseUntil: now,
    updatedAt: now,
  })
  await recordAudit(transaction, {
    action: 'payment.releasing',
    at: now,
    who: attempt,
    subject: attempt.id,
    details: { kind: subject.kind, of: subject.id, code: STOPPED },
  })
  return stopped
}
