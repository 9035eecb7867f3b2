// Ratings of an application: votes that a catalogue brought ("carried") and votes given in the marketplace ("own") are counted together.
// docs/product/ratings.md has the rules, docs/decisions/0011 the reasons.

/** `rate` is the unrounded mean of all votes, from 1 to 5; 0 without votes. */
export type RatingTotal = { rate: number; votes: number }

/** Votes with one, two, three, four and five stars. */
export type StarCounts = readonly [number, number, number, number, number]

/** The rating in a catalogue. `histogram` has the votes for one to five stars, which add up to `votes`; null if they are unknown. */
export type CarriedRating = { rate: number; votes: number; histogram: readonly number[] | null }

export type RatingShare = { stars: number; votes: number; percent: number }

export type RatingBreakdown = RatingTotal & {
  /** From five stars down to one: the votes with known stars, and their share of all such votes in whole percent. */
  histogram: RatingShare[]
  /** Whether the stars of every vote are known. */
  complete: boolean
}

const STARS = [5, 4, 3, 2, 1] as const

/**
 * Adds own votes to a carried rating; `own.stars` is the sum of their stars. Without own votes the carried rate is returned unchanged, to the
 * last digit.
 */
export const addVotes = (carried: RatingTotal, own: { votes: number; stars: number }): RatingTotal => {
  const votes = carried.votes + own.votes
  if (votes === 0) return { rate: 0, votes }
  if (own.votes === 0) return { rate: carried.rate, votes }
  return { rate: (carried.rate * carried.votes + own.stars) / votes, votes }
}

/** Shares in whole percent that add up to 100 (largest remainder); all 0 if all counts are 0. */
const percentages = (counts: readonly number[]): number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const percents = counts.map((count) => Math.floor((count * 100) / total))
  const missing = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  // Whole numbers only: in floating point two equal remainders could differ in their last digit. Of equal ones the first wins.
  const byRemainder = counts.map((count, index) => ({ index, remainder: (count * 100) % total }))
  byRemainder.sort((a, b) => b.remainder - a.remainder)
  for (const { index } of byRemainder.slice(0, missing)) percents[index] = (percents[index] ?? 0) + 1
  return percents
}

/** Mean, votes and shares of a carried rating and own votes together. */
export const ratingBreakdown = (carried: CarriedRating, own: StarCounts): RatingBreakdown => {
  const given = { votes: 0, stars: 0 }
  const known = STARS.map((stars) => {
    const votes = own[stars - 1] ?? 0
    given.votes += votes
    given.stars += votes * stars
    return votes + (carried.histogram?.[stars - 1] ?? 0)
  })
  const percents = percentages(known)
  return {
    ...addVotes(carried, given),
    histogram: STARS.map((stars, index) => ({ stars, votes: known[index] ?? 0, percent: percents[index] ?? 0 })),
    complete: carried.votes === 0 || carried.histogram !== null,
  }
}
