import { describe, expect, test } from 'vitest'
import { letters, refusedWith, verdictOf } from '../core/test-shapes.ts'
import { ACTIVITY_KINDS, ESTATE_FILTERS, ESTATE_SORTS } from './lists.ts'
import { activityQuerySchema, estateQuerySchema, receiptsQuerySchema } from './schemas.ts'

type Row = [what: string, query: object, refused: string[]]

describe('queries about an organization’s applications', () => {
  test('is all of them by name, fifty at once', () => {
    expect(verdictOf(estateQuerySchema, {})).toEqual({ taken: { find: '', sort: 'name', page: 1, limit: 50 } })
  })

  test.each<Row>([
    ['a word', { find: ' chat ' }, []],
    ['a very long word', { find: letters(101) }, ['find']],
    ['one product', { product: 'helpdesk' }, []],
    ['a product that there is not', { product: 'fax' }, ['product']],
    ['a filter that there is not', { show: 'red' }, ['show']],
    ['the second page', { page: '2' }, []],
    ['the page before the first', { page: '0' }, ['page']],
    ['a page that is none', { page: 'two' }, ['page']],
    ['two hundred', { limit: '200' }, []],
    ['more', { limit: '201' }, ['limit']],
    ['none', { limit: '0' }, ['limit']],
    ['an order that there is not', { sort: 'colour' }, ['sort']],
    ['two orders', { sort: '--name' }, ['sort']],
  ])('%s', (_, query, refused) => expect(refusedWith(estateQuerySchema, {}, query)).toEqual(refused))

  test.each(ESTATE_SORTS)('by %s, either way round', (sort) => {
    for (const way of [sort, `-${sort}`])
      expect(verdictOf(estateQuerySchema, { sort: way })).toMatchObject({ taken: { sort: way } })
  })

  test.each(ESTATE_FILTERS)('only those that are %s', (show) => {
    expect(verdictOf(estateQuerySchema, { show })).toMatchObject({ taken: { show } })
  })
})

describe('queries about its activity', () => {
  test.each(ACTIVITY_KINDS)('of the kind %s', (kind) =>
    expect(verdictOf(activityQuerySchema, { kind })).toEqual({ taken: { kind } }),
  )

  test.each<Row>([
    ['everything', {}, []],
    ['from a day on', { from: '2026-11-01' }, []],
    ['from a day that there is not', { from: '2026-02-30' }, ['from']],
    ['from an instant', { from: '2026-11-01T00:00:00Z' }, ['from']],
    ['until a day', { to: '2026-11-30' }, []],
    ['until no day', { to: 'today' }, ['to']],
    ['of a person', { person: 'p1' }, []],
    ['of somebody with a very long id', { person: letters(101) }, ['person']],
    ['of a kind that there is not', { kind: 'secrets' }, ['kind']],
    ['before a row', { before: '17' }, []],
    ['before the first', { before: '0' }, ['before']],
    ['before a number that no row has', { before: String(Number.MAX_SAFE_INTEGER + 1) }, ['before']],
    ['before a part of a row', { before: '1.5' }, ['before']],
    ['before words', { before: 'all' }, ['before']],
  ])('%s', (_, query, refused) => expect(refusedWith(activityQuerySchema, {}, query)).toEqual(refused))
})

describe('which receipts', () => {
  test.each<Row>([
    ['the newest', {}, []],
    ['an older page', { page: '10000' }, []],
    ['one beyond', { page: '10001' }, ['page']],
    ['one before', { page: '-1' }, ['page']],
  ])('%s', (_, query, refused) => expect(refusedWith(receiptsQuerySchema, {}, query)).toEqual(refused))
})
