import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addVotes, ratingBreakdown, type StarCounts } from './ratings.ts'

const NOBODY = { rate: 0, votes: 0, histogram: null }
const percents = (own: StarCounts) => ratingBreakdown(NOBODY, own).histogram.map(({ percent }) => percent)

describe('addVotes', () => {
  test.each([
    ['nobody has voted', { rate: 0, votes: 0 }, { votes: 0, stars: 0 }, { rate: 0, votes: 0 }],
    ['a rate without votes is none', { rate: 4.5, votes: 0 }, { votes: 0, stars: 0 }, { rate: 0, votes: 0 }],
    ['only carried votes', { rate: 4.3, votes: 12 }, { votes: 0, stars: 0 }, { rate: 4.3, votes: 12 }],
    ['only votes given here', { rate: 0, votes: 0 }, { votes: 2, stars: 9 }, { rate: 4.5, votes: 2 }],
    ['each vote counts the same', { rate: 5, votes: 3 }, { votes: 1, stars: 1 }, { rate: 4, votes: 4 }],
    ['a rate without votes weighs nothing', { rate: 1, votes: 0 }, { votes: 1, stars: 5 }, { rate: 5, votes: 1 }],
    ['nothing is rounded', { rate: 4, votes: 2 }, { votes: 1, stars: 5 }, { rate: 13 / 3, votes: 3 }],
  ])('%s', (_, carried, own, expected) => {
    expect(addVotes(carried, own)).toEqual(expected)
  })
})

describe('ratingBreakdown', () => {
  test('goes from five stars down to one, and adds carried and own votes', () => {
    expect(ratingBreakdown({ rate: 4, votes: 5, histogram: [0, 1, 0, 2, 2] }, [1, 0, 0, 0, 4])).toEqual({
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
    expect(ratingBreakdown(carried, own).complete).toBe(expected)
  })

  test('votes whose stars are not known count in the mean and in no share', () => {
    const { rate, votes, histogram } = ratingBreakdown({ rate: 2, votes: 3, histogram: null }, [0, 0, 0, 0, 1])
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
        const { histogram } = ratingBreakdown(NOBODY, own)
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
        const shares = ratingBreakdown(NOBODY, own).histogram
        for (const one of shares)
          for (const other of shares) if (one.votes > other.votes) expect(one.percent).toBeGreaterThanOrEqual(other.percent)
      }),
    )
  })

  test('the mean lies between the given stars, and all votes are counted', () => {
    const carried = fc.record({ rate: fc.double({ min: 1, max: 5, noNaN: true }), votes: count, histogram: fc.constant(null) })
    fc.assert(
      fc.property(carried, counts, (before, own) => {
        const { rate, votes } = ratingBreakdown(before, own)
        expect(votes).toBe(before.votes + own.reduce((sum, one) => sum + one, 0))
        expect(rate).toBeGreaterThanOrEqual(votes === 0 ? 0 : 1)
        expect(rate).toBeLessThanOrEqual(5)
      }),
    )
  })
})
