import type { OwnRating, RatingSummary, Review } from '@marketplace/contracts/ratings/schemas'
import { noRatings, ratingBreakdown } from '@marketplace/domain/ratings'
import { reviewStateOf } from '@marketplace/domain/review-states'
import type { ApplicationRecord } from '../catalogue/index.ts'
import type { ReviewRecord } from './reviews/records.ts'
import type { OwnRatingRecord } from './votes/records.ts'

/** The ratings of an application in the product API. */
export const presentRatings = (application: ApplicationRecord, reviews: readonly ReviewRecord[]): RatingSummary => {
  const { product, ratingRate, ratingVotes, ratingHistogram, ownRatings } = application
  const { rate, votes, histogram } = ratingBreakdown(
    { rate: ratingRate ?? 0, votes: ratingVotes, histogram: ratingHistogram },
    ownRatings ?? noRatings(),
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
    reviews: reviews.map(presentReview),
  }
}

/** Only the month and the plan of the organization's purchase are shown, so that nobody can recognize the organization. */
export const presentReview = ({ createdAt, installedSince, answer, ...review }: ReviewRecord): Review => ({
  ...review,
  createdAt: createdAt.toISOString(),
  installedSince: installedSince && installedSince.toISOString().slice(0, 7),
  answer: answer && { developer: answer.developer, answer: answer.answer, createdAt: answer.writtenAt.toISOString() },
})

export const presentOwnRating = (kept: OwnRatingRecord): OwnRating => ({
  rate: kept.rate,
  review: kept.review,
  name: kept.name,
  state: reviewStateOf(kept),
  rejection: kept.rejection,
  mail: kept.wantsMail,
  createdAt: kept.createdAt.toISOString(),
  updatedAt: kept.updatedAt.toISOString(),
})
