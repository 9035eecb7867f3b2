import type { Answered } from '@marketplace/contracts/ratings/schemas'
import { hasPermission } from '@marketplace/domain/permissions'
import { reviewStateOf } from '@marketplace/domain/review-states'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { holdDeveloper } from '../../catalogue/index.ts'
import type { RatingDependencies } from '../votes/rate-application.ts'
import { deleteAnswerRow, findAnswer, lockReview, saveAnswer } from './repository.ts'

/** Finds a shown review of an application that the caller's organization develops. */
const lockAnswerable = async (transaction: Transaction, { organizationId, scopes, actor }: Caller, id: string): Promise<void> => {
  if (!hasPermission(scopes, 'develop')) throw new ApiError('FORBIDDEN')
  const review = await lockReview(transaction, id)
  if (!review?.verifiedAt) throw new ApiError('REVIEW_NOT_FOUND')
  const developer = await holdDeveloper(transaction, { applicationId: review.applicationId })
  if (developer?.organizationId !== organizationId) throw new ApiError('FORBIDDEN')
  if (actor) throw new ApiError('RATING_BY_SUPPORT')
}

/**
 * Answers a review as its application's developer. A changed text has to be verified again by the operator; an unchanged text keeps its
 * state.
 */
export const answerReview = async (
  { database, clock, lockCaller }: RatingDependencies,
  asking: Caller,
  id: string,
  answer: string,
): Promise<Answered> => {
  const now = clock.now()
  return inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    await lockAnswerable(transaction, caller, id)
    const before = await findAnswer(transaction, id)
    const kept =
      before?.answer === answer ? before : { answer, writtenAt: now, verifiedAt: null, rejectedAt: null, rejection: null }
    if (kept !== before) {
      await saveAnswer(transaction, { ...kept, ratingId: id, accountId: caller.accountId })
      await recordAudit(transaction, { action: 'answer.written', at: now, who: caller, subject: id })
    }
    return {
      answer,
      state: reviewStateOf({ ...kept, review: answer }) ?? 'waiting',
      rejection: kept.rejection,
      createdAt: kept.writtenAt.toISOString(),
    }
  })
}

export const deleteAnswer = async (
  { database, clock, lockCaller }: RatingDependencies,
  asking: Caller,
  id: string,
): Promise<void> => {
  await inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    await lockAnswerable(transaction, caller, id)
    if (!(await deleteAnswerRow(transaction, id))) throw new ApiError('ANSWER_NOT_FOUND')
    await recordAudit(transaction, { action: 'answer.deleted', at: clock.now(), who: caller, subject: id })
  })
}
