// Ratings of an application. Votes from a catalogue ("carried") and votes given in the marketplace ("own") are counted together.
// docs/product/ratings.md has the rules, docs/decisions/0011 and 0047 the reasons.

/** `rate` is the unrounded mean, from 1 to 5; 0 without votes. */
export type RatingTotal = { rate: number; votes: number }

/** Votes with one, two, three, four and five stars. */
export type StarCounts = readonly [number, number, number, number, number]

/** The rating in a catalogue. `histogram` has the votes for one to five stars, which add up to `votes`; null if they are unknown. */
export type CarriedRating = { rate: number; votes: number; histogram: readonly number[] | null }

export type RatingShare = { stars: number; votes: number; percent: number }

export type RatingBreakdown = RatingTotal & {
  /** From five stars down to one: the number of votes whose stars are known, and their share of all such votes in whole percent. */
  histogram: RatingShare[]
  /** Whether the stars of every vote are known. */
  complete: boolean
}

const STARS = [5, 4, 3, 2, 1] as const

/**
 * The sums of the accounts' votes on an application. `counts` has every vote. `settled` and `fresh` hold the votes' weights, and their
 * stars times weights; `fresh` is for organizations that installed it less than FRESH_DAYS ago. `prior` is the catalogue's mean.
 */
export type OwnRatings = { counts: StarCounts; settled: Weighed; fresh: Weighed; prior: number }
export type Weighed = { weight: number; stars: number }

/** A rating is computed as if this many further votes had been given at the prior. */
export const PRIOR_VOTES = 3
/** An install is fresh for this many days. */
const FRESH_DAYS = 30
/** After this many days, a vote has its full weight. */
const FULL_DAYS = 90
const FIRST_WEIGHT = 0.1
/** Together, fresh votes weigh at most this share of everything else. So they can move a rating by at most an eleventh of the distance. */
const FRESH_SHARE = 0.1
/** The prior of a catalogue without ratings. */
export const NEUTRAL_PRIOR = 4

const NO_WEIGHT: Weighed = { weight: 0, stars: 0 }
export const noRatings = (prior: number = NEUTRAL_PRIOR): OwnRatings => ({
  counts: [0, 0, 0, 0, 0],
  settled: NO_WEIGHT,
  fresh: NO_WEIGHT,
  prior,
})

/** The weight of all votes of an organization after so many days with the application, and whether these votes are settled. */
export const weightAfter = (days: number): { weight: number; settled: boolean } => ({
  weight: FIRST_WEIGHT + (1 - FIRST_WEIGHT) * Math.min(1, Math.max(0, days) / FULL_DAYS),
  settled: days >= FRESH_DAYS,
})

/**
 * The rating that is shown. `votes` counts each account once; `rate` uses the votes' weights (docs/decisions/0047). Without own votes the
 * carried rate is returned unchanged.
 */
export const ratingOfVotes = (carried: RatingTotal, { counts, settled, fresh, prior }: OwnRatings): RatingTotal => {
  const own = counts.reduce((sum, votes) => sum + votes, 0)
  const votes = carried.votes + own
  if (votes === 0) return { rate: 0, votes }
  if (own === 0) return { rate: carried.rate, votes }
  const isCarried = carried.votes > 0
  const base = isCarried ? Math.max(carried.votes, PRIOR_VOTES) : PRIOR_VOTES
  const weight = base + settled.weight
  const stars = base * (isCarried ? carried.rate : prior) + settled.stars
  const counted = fresh.weight > 0 ? Math.min(1, (weight * FRESH_SHARE) / fresh.weight) : 0
  const rate = (stars + fresh.stars * counted) / (weight + fresh.weight * counted)
  return { rate: Math.min(5, Math.max(1, rate)), votes }
}

/**
 * The mean of all ratings, towards which ratings with few votes are moved. It has one decimal, so that it seldom changes. Fresh votes do
 * not count.
 */
export const priorOf = ({ weight, stars }: Weighed): number =>
  weight > 0 ? Math.min(5, Math.max(1, Math.round((stars / weight) * 10) / 10)) : NEUTRAL_PRIOR

/** Shares in whole percent that add up to 100 (largest remainder); all 0 if all counts are 0. */
const percentages = (counts: readonly number[]): number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const percents = counts.map((count) => Math.floor((count * 100) / total))
  const missing = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  // Integers only: in floating point, equal remainders could differ in the last digit. Of equal remainders, the first one is rounded up.
  const byRemainder = counts.map((count, index) => ({ index, remainder: (count * 100) % total }))
  byRemainder.sort((a, b) => b.remainder - a.remainder)
  for (const { index } of byRemainder.slice(0, missing)) percents[index] = (percents[index] ?? 0) + 1
  return percents
}

/** Mean, votes and shares of a carried rating together with own votes. */
export const ratingBreakdown = (carried: CarriedRating, own: OwnRatings): RatingBreakdown => {
  const known = STARS.map((stars) => (own.counts[stars - 1] ?? 0) + (carried.histogram?.[stars - 1] ?? 0))
  const percents = percentages(known)
  return {
    ...ratingOfVotes(carried, own),
    histogram: STARS.map((stars, index) => ({ stars, votes: known[index] ?? 0, percent: percents[index] ?? 0 })),
    complete: carried.votes === 0 || carried.histogram !== null,
  }
}
