import { describe, expect, test } from 'vitest'
import { letters, refusedWith, verdictOf } from '../core/test-shapes.ts'
import {
  answerBodySchema,
  decisionBodySchema,
  ratingBodySchema,
  reportBodySchema,
  reviewQueueQuerySchema,
  reviewsQuerySchema,
} from './schemas.ts'

type Row = [what: string, change: object, refused: string[]]
const rated = { rate: 4, review: 'It does what it says.', name: 'Ada' }
const messageOf = (body: object): string | undefined => ratingBodySchema.safeParse(body).error?.issues[0]?.message

describe('a rating', () => {
  test.each<Row>([
    ['of one star', { rate: 1 }, []],
    ['of five', { rate: 5 }, []],
    ['of none', { rate: 0 }, ['rate']],
    ['of six', { rate: 6 }, ['rate']],
    ['of half a star', { rate: 3.5 }, ['rate']],
    ['of a text', { rate: '4' }, ['rate']],
    ['of nothing', { rate: undefined }, ['rate']],
    ['without words', { review: null, name: null }, []],
    ['with words that nobody sees', { review: '\u200b \u200b' }, []],
    ['of ten letters', { review: letters(10) }, []],
    ['of nine', { review: letters(9) }, ['review']],
    ['of 2,000', { review: letters(2_000) }, []],
    ['of 2,001', { review: letters(2_001) }, ['review']],
    ['of 2,000 faces, which are one letter each', { review: '😀'.repeat(2_000) }, []],
    ['that no rule would read', { review: letters(10_001) }, ['review']],
    ['by a name of three letters', { name: 'Ada' }, []],
    ['of two', { name: 'Al' }, ['name']],
    ['of 64', { name: letters(64) }, []],
    ['of 65', { name: letters(65) }, ['name']],
    ['by nobody', { name: '' }, []],
    ['with no word about mail', { mail: undefined }, []],
    ['with a text about mail', { mail: 'no' }, ['mail']],
  ])('%s', (_, change, refused) => expect(refusedWith(ratingBodySchema, rated, change)).toEqual(refused))

  test.each<[object, string]>([
    [{ rate: undefined }, 'This field cannot be blank, please rate the app on a scale from 1-5'],
    [{ rate: 9 }, 'This field cannot be blank, please rate the app on a scale from 1-5'],
    [{ review: 'Too short' }, 'Review cannot be shorter than 10 characters'],
    [{ review: letters(2_001) }, 'Review cannot be longer than 2000 characters'],
    [{ name: 'Al' }, 'Name cannot be shorter than 3 characters'],
    [{ name: letters(65) }, 'Name cannot be longer than 64 characters'],
  ])('%j is refused in the words of the form', (change, message) => expect(messageOf({ ...rated, ...change })).toBe(message))

  test('is kept as people see it, and is mailed about unless its author says no', () => {
    const written = { rate: 5, review: '\u200b It does\r\nwhat it says. ', name: ' Ada \n Lovelace ' }
    expect(verdictOf(ratingBodySchema, written)).toEqual({
      taken: { rate: 5, review: 'It does\nwhat it says.', name: 'Ada Lovelace', mail: true },
    })
    expect(verdictOf(ratingBodySchema, { rate: 5, mail: false })).toEqual({ taken: { rate: 5, mail: false } })
  })
})

describe('an answer of the developer', () => {
  test.each<[string, unknown, string[]]>([
    ['of two letters', 'Hi', []],
    ['of one', 'H', ['answer']],
    ['of none', '', ['answer']],
    ['of letters that nobody sees', '\u200b\u200b\u200b', ['answer']],
    ['of 2,000', letters(2_000), []],
    ['of more', letters(2_001), ['answer']],
    ['of no text', null, ['answer']],
  ])('%s', (_, answer, refused) => expect(refusedWith(answerBodySchema, {}, { answer })).toEqual(refused))
})

describe('a report', () => {
  const report = { reason: 'spam' }
  test.each<Row>([
    ['without a note', {}, []],
    ['with one of 1,000 letters', { note: letters(1_000) }, []],
    ['with a longer one', { note: letters(1_001) }, ['note']],
    ['for another reason', { reason: 'other' }, []],
    ['for none that we know', { reason: 'boring' }, ['reason']],
    ['for none', { reason: undefined }, ['reason']],
  ])('%s', (_, change, refused) => expect(refusedWith(reportBodySchema, report, change)).toEqual(refused))
})

describe('lists of reviews', () => {
  test('begin with the newest twenty', () => {
    expect(verdictOf(reviewsQuerySchema, {})).toEqual({ taken: { sort: 'newest', limit: 20, offset: 0 } })
    expect(verdictOf(reviewQueueQuerySchema, {})).toEqual({ taken: { queue: 'waiting', limit: 20, offset: 0 } })
  })

  test.each<Row>([
    ['a hundred', { limit: '100' }, []],
    ['more', { limit: '101' }, ['limit']],
    ['none', { limit: '0' }, ['limit']],
    ['from the hundred-thousandth on', { offset: '100000' }, []],
    ['further', { offset: '100001' }, ['offset']],
    ['before the first', { offset: '-1' }, ['offset']],
    ['half of one', { limit: '1.5' }, ['limit']],
    ['words', { limit: 'all' }, ['limit']],
  ])('of %s', (_, query, refused) => {
    expect(refusedWith(reviewsQuerySchema, {}, query)).toEqual(refused)
    expect(refusedWith(reviewQueueQuerySchema, {}, query)).toEqual(refused)
  })

  test.each<Row>([
    ['with four stars', { rate: '4' }, []],
    ['with none', { rate: '0' }, ['rate']],
    ['with six', { rate: '6' }, ['rate']],
    ['sorted by stars', { sort: 'highest' }, []],
    ['sorted by chance', { sort: 'random' }, ['sort']],
  ])('%s', (_, query, refused) => expect(refusedWith(reviewsQuerySchema, {}, query)).toEqual(refused))
})

describe('a decision on a text', () => {
  const decision = { decision: 'verify', writtenAt: '2026-11-22T10:00:00.000Z' }
  test.each<Row>([
    ['that was read', {}, []],
    ['of an answer', { of: 'answer' }, []],
    ['of another thing', { of: 'note' }, ['of']],
    ['without the time of the text', { writtenAt: undefined }, ['writtenAt']],
    ['with a time of another zone', { writtenAt: '2026-11-22T11:00:00.000+01:00' }, []],
    ['with a day', { writtenAt: '2026-11-22' }, ['writtenAt']],
    ['with a reason of 500 letters', { decision: 'reject', reason: letters(500) }, []],
    ['with a longer one', { decision: 'reject', reason: letters(501) }, ['reason']],
    ['that there is not', { decision: 'delete' }, ['decision']],
  ])('%s', (_, change, refused) => expect(refusedWith(decisionBodySchema, decision, change)).toEqual(refused))

  test('is about the review unless it says otherwise', () => {
    expect(verdictOf(decisionBodySchema, decision)).toEqual({ taken: { ...decision, of: 'review' } })
  })
})
