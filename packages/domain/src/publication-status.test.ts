import { PUBLICATION_STATUSES } from '@marketplace/contracts/core/enumerations'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextPublicationChange, publicationStatus } from './publication-status.ts'

const NOW = new Date('2026-11-03T12:00:00Z')
const PAST = new Date('2026-11-01T00:00:00Z')
const FUTURE = new Date('2026-12-01T00:00:00Z')

const timestamps = (submittedAt: Date | null, acceptedAt: Date | null, publishedAt: Date | null) => ({
  submittedAt,
  acceptedAt,
  publishedAt,
})

describe('publicationStatus', () => {
  test.each([
    // the table of docs/product/catalogue.md
    ['submitted, accepted, published', timestamps(PAST, PAST, PAST), 'PUBLISHED'],
    ['submitted, accepted', timestamps(PAST, PAST, null), 'ACCEPTED'],
    ['submitted', timestamps(PAST, null, null), 'IN_REVIEW'],
    ['none', timestamps(null, null, null), 'IN_DEVELOPMENT'],
    // combinations that the table lacks: the highest status whose steps were all taken
    ['published without accepted', timestamps(PAST, null, PAST), 'IN_REVIEW'],
    ['published alone', timestamps(null, null, PAST), 'IN_DEVELOPMENT'],
    ['accepted alone', timestamps(null, PAST, null), 'IN_DEVELOPMENT'],
    ['accepted and published, never submitted', timestamps(null, PAST, PAST), 'IN_DEVELOPMENT'],
    // instants in the future
    ['to be published later', timestamps(PAST, PAST, FUTURE), 'ACCEPTED'],
    ['to be published later, not accepted', timestamps(PAST, null, FUTURE), 'IN_REVIEW'],
    ['published at this very instant', timestamps(PAST, PAST, NOW), 'PUBLISHED'],
    ['imported to be published later, where the other steps follow publishedAt', timestamps(FUTURE, FUTURE, FUTURE), 'ACCEPTED'],
  ])('%s: %o is %s', (_, given, expected) => {
    expect(publicationStatus(given, NOW)).toBe(expected)
  })
})

describe('nextPublicationChange', () => {
  test.each([
    ['accepted and set for later', timestamps(PAST, PAST, FUTURE), FUTURE],
    ['published already', timestamps(PAST, PAST, PAST), null],
    ['published now', timestamps(PAST, PAST, NOW), null],
    ['accepted, without a date', timestamps(PAST, PAST, null), null],
    ['set for later but never accepted', timestamps(PAST, null, FUTURE), null],
    ['an invalid date', timestamps(PAST, PAST, new Date(Number.NaN)), null],
  ])('%s', (_, given, expected) => {
    expect(nextPublicationChange(given, NOW)).toEqual(expected)
  })

  const instants = fc.option(fc.constantFrom(PAST, NOW, FUTURE, new Date('2027-05-05T05:05:05Z')))

  test('is the instant of the change, and nothing changes before it', () => {
    fc.assert(
      fc.property(instants, instants, instants, (submittedAt, acceptedAt, publishedAt) => {
        const given = { submittedAt, acceptedAt, publishedAt }
        const change = nextPublicationChange(given, NOW)
        const later = new Date('2030-01-01T00:00:00Z')
        if (change === null) {
          expect(publicationStatus(given, later)).toBe(publicationStatus(given, NOW))
        } else {
          expect(publicationStatus(given, new Date(change.getTime() - 1))).toBe(publicationStatus(given, NOW))
          expect(publicationStatus(given, change)).toBe('PUBLISHED')
        }
      }),
    )
  })

  test('a status never goes back as time passes', () => {
    const rank = (now: Date, given: ReturnType<typeof timestamps>) => PUBLICATION_STATUSES.indexOf(publicationStatus(given, now))
    fc.assert(
      fc.property(instants, instants, instants, (submittedAt, acceptedAt, publishedAt) => {
        const given = { submittedAt, acceptedAt, publishedAt }
        expect(rank(PAST, given)).toBeLessThanOrEqual(rank(FUTURE, given))
      }),
    )
  })
})
