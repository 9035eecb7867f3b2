import type { StarCounts } from '@marketplace/domain/ratings'

/** A review of an application, verified by the operator. */
export type ReviewRecord = { id: string; name: string; rate: number; review: string; createdAt: Date }

/** The ratings that accounts gave to an application. Those from its catalogue are not included. */
export type ApplicationRatings = {
  /** The number of ratings with one to five stars, including those whose text is not shown. */
  counts: StarCounts
  /** The number of shown reviews. */
  reviewCount: number
  /** The newest shown reviews. */
  reviews: ReviewRecord[]
}
