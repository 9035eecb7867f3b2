import type { StarCounts } from '@marketplace/domain/ratings'

/** What somebody wrote of an application, once the operator has verified it. */
export type ReviewRecord = { id: string; name: string; rate: number; review: string; createdAt: Date }

/** What accounts think of an application; what its catalogue carried is not in it. */
export type ApplicationRatings = {
  /** How many gave one to five stars, those included whose text is not shown. */
  counts: StarCounts
  /** How many texts are shown in all. */
  reviewCount: number
  /** The newest of them. */
  reviews: ReviewRecord[]
}
