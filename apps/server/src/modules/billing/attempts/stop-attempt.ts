import { ApiError } from '../../../core/api-error.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { type Attempt, STOPPED, type SubjectOf } from './attempt.ts'
import { changeAttempt, lockLiveAttempt } from './repository.ts'

/**
 * Ends a subject's attempt in the caller's transaction, before anything is captured. `run` cancels its intent after the commit. Null if
 * there is no live attempt. Throws PAYMENT_RUNNING if the provider may be taking the money right now. Call it after locking the subject
 * itself.
 */
export const stopAttempt = async (transaction: Transaction, subject: SubjectOf, now: Date): Promise<Attempt | null> => {
  const attempt = await lockLiveAttempt(transaction, subject)
  if (!attempt || attempt.state === 'releasing') return attempt
  if (attempt.state !== 'action_required') throw new ApiError('PAYMENT_RUNNING')
  const stopped = await changeAttempt(transaction, attempt.id, {
    state: 'releasing',
    failureCode: STOPPED,
    failureFinal: false,
    // The holder of the lease has asked about the previous state.
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
