import type { RatingSummary } from '@marketplace/contracts/ratings/schemas'
import { ratingBreakdown } from '@marketplace/domain/ratings'
import type { ApplicationRecord } from '../catalogue/index.ts'
import type { ApplicationRatings } from './records.ts'

/** The ratings of an application in the product API. */
export const presentRatings = (application: ApplicationRecord, { counts, reviews }: ApplicationRatings): RatingSummary => {
  const { product, ratingRate, ratingVotes, ratingHistogram } = application
  const { rate, votes, histogram } = ratingBreakdown(
    { rate: ratingRate ?? 0, votes: ratingVotes, histogram: ratingHistogram },
    counts,
  )
  const share = (stars: number) => {
    const { percent, votes: own } = histogram.find((one) => one.stars === stars) ?? { percent: 0, votes: 0 }
    return { percent, votes: own }
  }
  return {
    product,
    rate,
    votes,
    histogram: { _1: share(1), _2: share(2), _3: share(3), _4: share(4), _5: share(5) },
    reviews: reviews.map(({ createdAt, ...review }) => ({ ...review, createdAt: createdAt.toISOString() })),
  }
}
