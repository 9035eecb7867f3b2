import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import type { RatingSummary } from '@marketplace/contracts/ratings/schemas'

const STARS = [5, 4, 3, 2, 1] as const

/**
 * Returns the page with ratings from the API's answer. The reviews stay as they are: a rating changes no other review, and the person's own
 * review is not public before its check.
 */
export const withRatings = (page: ApplicationPage, { rate, votes, histogram }: RatingSummary): ApplicationPage => {
  if (votes === 0) return { ...page, rating: null, reviews: null }
  const rounded = Math.round(rate * 10) / 10
  const shares = STARS.map((stars) => ({ stars, ...histogram[`_${stars}`] }))
  // Imported votes may have no stars. Then the bars would show only some of the votes.
  const isComplete = shares.reduce((sum, share) => sum + share.votes, 0) === votes
  const { reviewCount, reviews, page: shown } = page.reviews ?? { reviewCount: 0, reviews: [], page: 1 }
  return {
    ...page,
    rating: { rate: rounded, votes },
    reviews: { rate: rounded, votes, histogram: isComplete ? shares : null, reviewCount, reviews, page: shown },
  }
}
