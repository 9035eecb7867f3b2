import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { ApiError } from '../../../core/api-error.ts'
import type { Clock } from '../../../core/clock.ts'
import type { VisitorQuota } from './visitor-quota.ts'
import { holdExperts, insertComment, type NewComment } from './repository.ts'

/** Stores a comment for staff to check. Returns how many seconds the visitor has to wait; the comment is stored only if that is 0. */
export const commentOnExpert = async (
  { database, clock, quota }: { database: Database; clock: Clock; quota: VisitorQuota },
  comment: Omit<NewComment, 'createdAt'>,
  site: string,
): Promise<number> => {
  const now = clock.now()
  const keys = [`${site} ${comment.expertId}`]
  const wait = quota.take(keys, now)
  if (wait > 0) return wait
  try {
    await inTransaction(database, async (transaction) => {
      const [expert] = await holdExperts(transaction, [comment.expertId])
      if (!expert) throw new ApiError('EXPERT_NOT_FOUND')
      if (!(await insertComment(transaction, { ...comment, createdAt: now }))) throw new ApiError('COMMENT_REPEATED')
    })
    return 0
  } catch (error) {
    quota.giveBack(keys, now)
    throw error
  }
}
