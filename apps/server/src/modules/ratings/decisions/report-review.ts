import type { ReportReason } from '@marketplace/contracts/ratings/review-rules'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { RatingDependencies } from '../votes/rate-application.ts'
import { insertReport, lockReview } from './repository.ts'

/** Reports a shown review. Each account counts once, so only reports of several people add up. */
export const reportReview = async (
  { database, clock, lockCaller }: RatingDependencies,
  asking: Caller,
  id: string,
  { reason, note }: { reason: ReportReason; note: string | null },
): Promise<void> => {
  await inTransaction(database, async (transaction) => {
    const { accountId, actor } = await lockCaller(transaction, asking)
    if (actor) throw new ApiError('RATING_BY_SUPPORT')
    const review = await lockReview(transaction, id)
    if (!review?.verifiedAt) throw new ApiError('REVIEW_NOT_FOUND')
    if (review.accountId === accountId) throw new ApiError('REVIEW_OWN')
    const report = { ratingId: id, accountId, reason, note, createdAt: clock.now() }
    if (!(await insertReport(transaction, report))) throw new ApiError('REVIEW_REPORTED')
  })
}
