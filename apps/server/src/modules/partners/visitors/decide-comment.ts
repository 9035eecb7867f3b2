import { hasPermission } from '@marketplace/domain/permissions'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Clock } from '../../../core/clock.ts'
import { recordAudit } from '../../audit/index.ts'
import type { LockCaller } from '../../clients/index.ts'
import { findComment, type HeldCommentRecord, markComment } from './repository.ts'

export type DecideDependencies = { database: Database; clock: Clock; lockCaller: LockCaller }

/** Shows a comment or removes it from the page, for staff; an earlier decision can be changed. Repeating a decision changes nothing. */
export const decideComment = (
  { database, clock, lockCaller }: DecideDependencies,
  asking: Caller,
  id: string,
  decision: 'verified' | 'rejected',
): Promise<HeldCommentRecord> =>
  inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    if (!hasPermission(caller.scopes, 'operate')) throw new ApiError('FORBIDDEN')
    const now = clock.now()
    const changed = await markComment(transaction, id, decision, now)
    const comment = await findComment(transaction, id)
    if (!comment) throw new ApiError('COMMENT_NOT_FOUND')
    if (changed)
      await recordAudit(transaction, {
        action: `expert-comment.${decision}`,
        at: now,
        who: caller,
        subject: id,
        details: { expert: comment.expertId },
      })
    return comment
  })
