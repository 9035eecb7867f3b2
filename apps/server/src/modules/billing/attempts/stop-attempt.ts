import { ApiError } from '../../../core/api-error.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { type Attempt, STOPPED, type SubjectOf } from './attempt.ts'
import { changeAttempt, lockLiveAttempt } from './repository.ts'

/**
 * Ends a subject's attempt in the caller's transaction, before anything is captured. After the commit, `run` cancels its intent. Null if
 * there is no live attempt. Throws PAYMENT_RUNNING if the provider may be capturing the money at this moment. Lock the subject itself
 * before calling it.
 */
export const stopAttempt = async (transaction: Transaction, subject: SubjectOf, now: Date): Promise<Attempt | null> => {
  const attempt = await lockLiveAttempt(transaction, subject)
  if (!attempt || attempt.state === 'releasing') return attempt
  if (attempt.state !== 'action_required') throw new ApiError('PAYMENT_RUNNING')
  const stopped = await changeAttempt(transaction, attempt.id, {
    state: 'releasing',
    failureCode: STOPPED,
    failureFinal: false,
    // The lease is taken away, because its holder's request to the provider belongs to the previous state.
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
