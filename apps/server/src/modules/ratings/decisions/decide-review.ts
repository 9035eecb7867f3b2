import type { DecisionBody } from '@marketplace/contracts/ratings/schemas'
import { ADMINISTRATOR_ROLES, hasPermission } from '@marketplace/domain/permissions'
import { REVIEW_DECISIONS, type ReviewState, reviewStateOf } from '@marketplace/domain/review-states'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import type { NewMail } from '../../mail/index.ts'
import { findPeople } from '../../organizations/index.ts'
import type { RatingDependencies } from '../votes/rate-application.ts'
import {
  closeReports,
  type Decided,
  findAbout,
  findAnswer,
  type LockedReview,
  lockReview,
  type ReviewAbout,
  saveAnswerDecision,
  saveReviewDecision,
} from './repository.ts'
import { writeAnsweredMail, writeNewReviewMail, writePublishedMail, writeRejectedMail } from './review-mails.ts'

/** The most people of a developer's organization who get a mail about a review. */
const MOST_TOLD = 10

const STATE_WORDS: Readonly<Record<ReviewState, string>> = {
  waiting: 'waiting to be verified',
  shown: 'shown',
  rejected: 'rejected',
}

/** The text to decide on, and its kind of action in the audit. */
const textOf = async (transaction: Transaction, review: LockedReview, of: DecisionBody['of']) => {
  if (of === 'review') return { ...review, text: review.review }
  const answer = await findAnswer(transaction, review.id)
  if (!answer) throw new ApiError('ANSWER_NOT_FOUND')
  return { ...answer, createdAt: answer.writtenAt, text: answer.answer }
}

/**
 * Decides on a review, or on the answer to it. The decision is refused if the text was changed since the operator read it. In the same
 * transaction, mails are queued for the author, and for the developer if the review is published.
 */
export const decideReview = async (
  { database, clock, publicUrl, lockCaller, queueMail }: RatingDependencies,
  asking: Caller,
  id: string,
  { of, decision, reason, writtenAt }: DecisionBody,
): Promise<ReviewState> => {
  const now = clock.now()
  return inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    if (!hasPermission(caller.scopes, 'operate')) throw new ApiError('FORBIDDEN')
    const review = await lockReview(transaction, id)
    if (!review) throw new ApiError('REVIEW_NOT_FOUND')
    const kept = await textOf(transaction, review, of)
    if ((kept.writtenAt ?? kept.createdAt).toISOString() !== new Date(writtenAt).toISOString())
      throw new ApiError('REVIEW_CHANGED')
    const before = reviewStateOf({ ...kept, review: kept.text })
    const after = before && REVIEW_DECISIONS[before][decision]
    if (!after) throw new ApiError('REVIEW_STATE', { state: STATE_WORDS[before ?? 'waiting'] })

    const decided: Decided =
      after === 'shown'
        ? { verifiedAt: kept.verifiedAt ?? now, rejectedAt: null, rejection: null }
        : { verifiedAt: null, rejectedAt: now, rejection: reason || null }
    if (of === 'review') {
      await saveReviewDecision(transaction, id, decided)
      await closeReports(transaction, id, now)
    } else await saveAnswerDecision(transaction, id, decided)
    await recordAudit(transaction, {
      action: after === 'shown' ? `${of}.verified` : before === 'shown' ? `${of}.hidden` : `${of}.rejected`,
      at: now,
      who: caller,
      subject: id,
      details: { decision },
    })
    if (before !== after) {
      const about = await findAbout(transaction, id)
      const mails = await mailsAbout(transaction, about, review, {
        of,
        before,
        after,
        reason: reason || null,
        publicUrl,
        text: kept.text,
      })
      await queueMail(transaction, mails, now)
    }
    return after
  })
}

type Change = {
  of: DecisionBody['of']
  before: ReviewState
  after: ReviewState
  reason: string | null
  publicUrl: string
  text: string | null
}

const mailsAbout = async (
  transaction: Transaction,
  about: ReviewAbout,
  { rate, name, review, wantsMail }: LockedReview,
  { of, before, after, reason, publicUrl, text }: Change,
): Promise<NewMail[]> => {
  const author = wantsMail ? (about.author?.email ?? null) : null
  if (of === 'answer') return after === 'shown' && author ? [writeAnsweredMail(about, author, publicUrl, text ?? '')] : []
  if (after !== 'shown')
    return author ? [writeRejectedMail(about, author, publicUrl, { reason, wasShown: before === 'shown' })] : []
  const organizationId = about.developer?.organizationId
  const told = organizationId
    ? await findPeople(transaction, organizationId, { product: about.application.product, roles: ADMINISTRATOR_ROLES })
    : []
  return [
    ...(author ? [writePublishedMail(about, author, publicUrl)] : []),
    ...told
      .slice(0, MOST_TOLD)
      .map(({ email }) => writeNewReviewMail(about, email, publicUrl, { name, rate, review: review ?? '' })),
  ]
}
