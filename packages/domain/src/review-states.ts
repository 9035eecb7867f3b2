// The states of a text that the operator verifies: a review, or the answer to a review. docs/product/ratings.md.

export type ReviewState = 'waiting' | 'shown' | 'rejected'
export type ReviewDecision = 'verify' | 'reject' | 'hide'

/**
 * The operator's possible decisions in each state, with the next state. A text that was changed waits for a new decision, whatever the
 * earlier one was.
 */
export const REVIEW_DECISIONS: Readonly<Record<ReviewState, Partial<Record<ReviewDecision, ReviewState>>>> = {
  waiting: { verify: 'shown', reject: 'rejected' },
  shown: { hide: 'rejected', verify: 'shown' },
  rejected: { verify: 'shown' },
}

/** The state of a stored text; null if there is none. */
export const reviewStateOf = (kept: {
  review: string | null
  verifiedAt: Date | null
  rejectedAt: Date | null
}): ReviewState | null => {
  if (kept.review === null) return null
  if (kept.verifiedAt) return 'shown'
  return kept.rejectedAt ? 'rejected' : 'waiting'
}
