import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  NEUTRAL_PRIOR,
  noRatings,
  type OwnRatings,
  priorOf,
  ratingBreakdown,
  ratingOfVotes,
  type StarCounts,
  weightAfter,
} from './ratings.ts'

const NOBODY = { rate: 0, votes: 0, histogram: null }
const percents = (own: StarCounts) => ratingBreakdown(NOBODY, votesOf(own)).histogram.map(({ percent }) => percent)

/** Settled votes of full weight, by stars from one to five. */
const votesOf = (counts: StarCounts, prior?: number): OwnRatings => {
  const weight = counts.reduce((sum, votes) => sum + votes, 0)
  const stars = counts.reduce((sum, votes, index) => sum + votes * (index + 1), 0)
  return { ...noRatings(prior), counts, settled: { weight, stars } }
}

describe('ratingOfVotes', () => {
  test.each([
    ['nobody has voted', { rate: 0, votes: 0 }, noRatings(), { rate: 0, votes: 0 }],
    ['a rate without votes is none', { rate: 4.5, votes: 0 }, noRatings(), { rate: 0, votes: 0 }],
    [
      'only carried votes, to the last digit',
      { rate: 4.299999999999999, votes: 12 },
      noRatings(),
      { rate: 4.299999999999999, votes: 12 },
    ],
    ['one vote is drawn towards the prior', { rate: 0, votes: 0 }, votesOf([0, 0, 0, 0, 1], 4), { rate: 17 / 4, votes: 1 }],
    ['many are hardly', { rate: 0, votes: 0 }, votesOf([0, 0, 0, 0, 997], 4), { rate: 4.997, votes: 997 }],
    ['each settled vote counts like a carried one', { rate: 5, votes: 3 }, votesOf([1, 0, 0, 0, 0]), { rate: 4, votes: 4 }],
    ['a carried rate weighs three votes at least', { rate: 5, votes: 1 }, votesOf([1, 0, 0, 0, 0]), { rate: 4, votes: 2 }],
    ['a rate without votes weighs nothing', { rate: 1, votes: 0 }, votesOf([0, 0, 0, 0, 1], 5), { rate: 5, votes: 1 }],
  ])('%s', (_, carried, own, expected) => {
    expect(ratingOfVotes(carried, own)).toEqual(expected)
  })

  test.each([
    [-1, 0.1, false],
    [0, 0.1, false],
    [29.9, 0.399, false],
    [30, 0.4, true],
    [45, 0.55, true],
    [90, 1, true],
    [4000, 1, true],
  ])('after %s days a vote weighs %s', (days, weight, settled) => {
    expect(weightAfter(days)).toEqual({ weight: expect.closeTo(weight, 5), settled })
  })

  test.each([
    [{ weight: 0, stars: 0 }, NEUTRAL_PRIOR],
    [{ weight: 3, stars: 13 }, 4.3],
    [{ weight: 0.5, stars: 0.5 }, 1],
  ])('the prior of %j is %s', (all, prior) => expect(priorOf(all)).toBe(prior))
})

const star = fc.integer({ min: 1, max: 5 })
const share = fc.record({ rate: star, days: fc.double({ min: 0, max: 400, noNaN: true }) })
const carriedRating = fc.oneof(
  fc.constant({ rate: 0, votes: 0 }),
  fc.record({ rate: fc.double({ min: 1, max: 5, noNaN: true }), votes: fc.integer({ min: 1, max: 10_000 }) }),
)
/** The total of one vote from each of these organizations. */
const totalsOf = (votes: readonly { rate: number; days: number }[], prior: number): OwnRatings => {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0]
  const sums = { settled: { weight: 0, stars: 0 }, fresh: { weight: 0, stars: 0 } }
  for (const { rate, days } of votes) {
    const { weight, settled } = weightAfter(days)
    counts[(rate - 1) as 0]++
    const of = sums[settled ? 'settled' : 'fresh']
    of.weight += weight
    of.stars += weight * rate
  }
  return { counts, prior, ...sums }
}
const TINY = 1e-9

describe('the weighted mean', () => {
  const rated = fc.record({
    carried: carriedRating,
    votes: fc.array(share, { minLength: 1, maxLength: 40 }),
    prior: fc.double({ min: 1, max: 5, noNaN: true }),
  })

  test('is from one to five, and counts every vote', () => {
    fc.assert(
      fc.property(rated, ({ carried, votes, prior }) => {
        const shown = ratingOfVotes(carried, totalsOf(votes, prior))
        expect(shown.votes).toBe(carried.votes + votes.length)
        expect(shown.rate).toBeGreaterThanOrEqual(1)
        expect(shown.rate).toBeLessThanOrEqual(5)
      }),
    )
  })

  test('never falls after a vote of five stars or a raised vote, and never rises after a vote of one star', () => {
    fc.assert(
      fc.property(rated, share, ({ carried, votes, prior }, { days }) => {
        const rateOf = (all: readonly { rate: number; days: number }[]) => ratingOfVotes(carried, totalsOf(all, prior)).rate
        const before = rateOf(votes)
        expect(rateOf([...votes, { rate: 5, days }])).toBeGreaterThanOrEqual(before - TINY)
        expect(rateOf([...votes, { rate: 1, days }])).toBeLessThanOrEqual(before + TINY)
        const [first, ...others] = votes
        if (first && first.rate < 5)
          expect(rateOf([{ ...first, rate: first.rate + 1 }, ...others])).toBeGreaterThanOrEqual(before - TINY)
      }),
    )
  })

  test('moves at most an eleventh of the way after a thousand votes of new accounts', () => {
    fc.assert(
      fc.property(rated, star, ({ carried, votes, prior }, rate) => {
        const settled = votes.map((vote) => ({ ...vote, days: vote.days + 30 }))
        const attack = Array.from({ length: 1_000 }, () => ({ rate, days: 0 }))
        const before = ratingOfVotes(carried, totalsOf(settled, prior)).rate
        const after = ratingOfVotes(carried, totalsOf([...settled, ...attack], prior)).rate
        expect(Math.abs(after - before)).toBeLessThanOrEqual(Math.abs(rate - before) / 11 + TINY)
      }),
    )
  })
})

describe('ratingBreakdown', () => {
  test('goes from five stars down to one, and adds carried and own votes', () => {
    expect(ratingBreakdown({ rate: 4, votes: 5, histogram: [0, 1, 0, 2, 2] }, votesOf([1, 0, 0, 0, 4]))).toEqual({
      rate: 4.1,
      votes: 10,
      histogram: [
        { stars: 5, votes: 6, percent: 60 },
        { stars: 4, votes: 2, percent: 20 },
        { stars: 3, votes: 0, percent: 0 },
        { stars: 2, votes: 1, percent: 10 },
        { stars: 1, votes: 1, percent: 10 },
      ],
      complete: true,
    })
  })

  test.each([
    ['nobody has voted', NOBODY, [0, 0, 0, 0, 0], true],
    ['all votes were given here', NOBODY, [0, 0, 0, 0, 3], true],
    ['the catalogue says the stars', { rate: 5, votes: 2, histogram: [0, 0, 0, 0, 2] }, [1, 0, 0, 0, 0], true],
    ['the catalogue does not say the stars', { rate: 5, votes: 2, histogram: null }, [1, 0, 0, 0, 0], false],
  ] as const)('complete if %s', (_, carried, own, expected) => {
    expect(ratingBreakdown(carried, votesOf(own)).complete).toBe(expected)
  })

  test('votes with unknown stars count in the mean and in no share', () => {
    const { rate, votes, histogram } = ratingBreakdown({ rate: 2, votes: 3, histogram: null }, votesOf([0, 0, 0, 0, 1]))
    expect([rate, votes]).toEqual([2.75, 4])
    expect(histogram[0]).toEqual({ stars: 5, votes: 1, percent: 100 })
  })

  test.each([
    // from five stars down to one
    [
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
    ],
    [
      [0, 0, 0, 0, 7],
      [100, 0, 0, 0, 0],
    ],
    [
      [1, 1, 1, 0, 0],
      [0, 0, 34, 33, 33],
    ],
    [
      [0, 0, 1, 2, 3],
      [50, 33, 17, 0, 0],
    ],
    [
      [1, 1, 1, 1, 3],
      [43, 15, 14, 14, 14],
    ],
    [
      [0, 0, 0, 1, 999],
      [100, 0, 0, 0, 0],
    ],
    [
      [1, 0, 0, 0, 199],
      [100, 0, 0, 0, 0],
    ],
    [
      [2, 2, 2, 1, 1],
      [13, 12, 25, 25, 25],
    ],
  ] as const)('%j gives %j', (own, expected) => {
    expect(percents(own)).toEqual(expected)
  })

  const count = fc.nat(1_000_000_000)
  const counts = fc.tuple(count, count, count, count, count)
  const few = fc.nat(30)

  test('percent add up to 100, and each is less than one away from its share', () => {
    fc.assert(
      fc.property(counts, (own) => {
        const total = own.reduce((sum, votes) => sum + votes, 0)
        const { histogram } = ratingBreakdown(NOBODY, votesOf(own))
        expect(histogram.reduce((sum, { percent }) => sum + percent, 0)).toBe(total === 0 ? 0 : 100)
        for (const { votes, percent } of histogram) {
          expect(Number.isInteger(percent)).toBe(true)
          expect(Math.abs(percent - (total === 0 ? 0 : (votes * 100) / total))).toBeLessThan(1)
        }
      }),
    )
  })

  test('more votes never have the smaller percent', () => {
    fc.assert(
      fc.property(fc.tuple(few, few, few, few, few), (own) => {
        const shares = ratingBreakdown(NOBODY, votesOf(own)).histogram
        for (const one of shares)
          for (const other of shares) if (one.votes > other.votes) expect(one.percent).toBeGreaterThanOrEqual(other.percent)
      }),
    )
  })

  test('the mean lies between the given stars, and all votes are counted', () => {
    const carried = fc.record({ rate: fc.double({ min: 1, max: 5, noNaN: true }), votes: count, histogram: fc.constant(null) })
    fc.assert(
      fc.property(carried, counts, (before, own) => {
        const { rate, votes } = ratingBreakdown(before, votesOf(own))
        expect(votes).toBe(before.votes + own.reduce((sum, one) => sum + one, 0))
        expect(rate).toBeGreaterThanOrEqual(votes === 0 ? 0 : 1)
        expect(rate).toBeLessThanOrEqual(5)
      }),
    )
  })
})
