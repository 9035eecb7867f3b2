// What people think of an application: the votes that a catalogue carried over, and those given here, counted together.

/** Mean of all votes from 1 to 5, unrounded; 0 where nobody has voted. */
export type RatingTotal = { rate: number; votes: number }

/** How many gave one, two, three, four and five stars. */
export type StarCounts = readonly [number, number, number, number, number]

/** What a catalogue says. `histogram` counts the votes for one to five stars, `votes` in all; null where they are not known. */
export type CarriedRating = { rate: number; votes: number; histogram: readonly number[] | null }

export type RatingShare = { stars: number; votes: number; percent: number }

export type RatingBreakdown = RatingTotal & {
  /** From five stars down to one: the votes whose stars are known, and their percent of these. */
  histogram: RatingShare[]
  /** Whether the stars of every vote are known. */
  complete: boolean
}

const STARS = [5, 4, 3, 2, 1] as const

/**
 * The carried rating with the votes given here added: `stars` is the sum of theirs. Without any of them it is the carried rate to
 * the last digit.
 */
export const addVotes = (carried: RatingTotal, own: { votes: number; stars: number }): RatingTotal => {
  const votes = carried.votes + own.votes
  if (votes === 0) return { rate: 0, votes }
  if (own.votes === 0) return { rate: carried.rate, votes }
  return { rate: (carried.rate * carried.votes + own.stars) / votes, votes }
}

/** Shares of a whole in whole percent that add up to 100, by largest remainder; all 0 where the whole is nothing. */
const percentages = (counts: readonly number[]): number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const percents = counts.map((count) => Math.floor((count * 100) / total))
  const missing = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  // Whole numbers throughout: two remainders that are the same must not differ in their last digit. Of these the first wins.
  const byRemainder = counts.map((count, index) => ({ index, remainder: (count * 100) % total }))
  byRemainder.sort((a, b) => b.remainder - a.remainder)
  for (const { index } of byRemainder.slice(0, missing)) percents[index] = (percents[index] ?? 0) + 1
  return percents
}

/** The summary of a carried rating and the votes given here (section 3, "Ratings"). */
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
