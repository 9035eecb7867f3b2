// What becomes of a text that has to be verified: a review, or the answer to it. docs/product/ratings.md.

export type ReviewState = 'waiting' | 'shown' | 'rejected'
export type ReviewDecision = 'verify' | 'reject' | 'hide'

/** What the operator may decide in each state, and what follows. Another text is waiting again, whatever was decided before. */
export const REVIEW_DECISIONS: Readonly<Record<ReviewState, Partial<Record<ReviewDecision, ReviewState>>>> = {
  waiting: { verify: 'shown', reject: 'rejected' },
  shown: { hide: 'rejected', verify: 'shown' },
  rejected: { verify: 'shown' },
}

/** A kept text is in one of these states; null without a text. */
export const reviewStateOf = (kept: {
  review: string | null
  verifiedAt: Date | null
  rejectedAt: Date | null
}): ReviewState | null => {
  if (kept.review === null) return null
  if (kept.verifiedAt) return 'shown'
  return kept.rejectedAt ? 'rejected' : 'waiting'
}
