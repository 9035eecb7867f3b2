import { APPLICATION_SORTS, DEVELOPER_SORTS } from '@marketplace/contracts/core/enumerations'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareApplications,
  compareDevelopers,
  firstApplications,
  parseApplicationSort,
  sortApplications,
  type SortableApplication,
  type SortableDeveloper,
} from './sorting.ts'

const NOW = new Date('2026-11-03T12:00:00Z')

const application = (id: string, changes: Partial<SortableApplication> = {}): SortableApplication => ({
  id,
  name: 'Parcel Post',
  customProps: {},
  installations: null,
  rating: { rate: 0, votes: 0 },
  publishedAt: null,
  payment: null,
  ...changes,
})
const price = (cents: number, frequency: 'once' | 'monthly' | 'hourly' = 'monthly') => ({
  price: cents,
  oldPrice: null,
  discountPercent: null,
  frequency,
})
const discount = (discountPercent: number) => ({ discountFrom: '2026-11-01', discountTo: '2026-11-30', discountPercent })
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join(' ')

describe('sortApplications', () => {
  test.each([
    [
      'recommended: order descending, then installations, then name',
      'recommended',
      [
        application('b', { name: 'Zebra', customProps: { order: 5 }, installations: 1 }),
        application('e', { name: 'Zebra' }),
        application('c', { customProps: { order: '5' }, installations: 0 }),
        application('d', { name: 'Aardvark', customProps: { order: 'soon' } }),
        application('f', { customProps: { order: -1 }, installations: 1000 }),
        application('a', { customProps: { order: 10 } }),
      ],
    ],
    [
      'alphabetically: ignoring case, numbers as numbers, then id',
      'alphabetically',
      [
        application('e', { name: 'Zoo' }),
        application('c', { name: 'App 10' }),
        application('d', { name: 'échange' }),
        application('b', { name: 'App 2' }),
        application('a2', { name: 'APP 1' }),
        application('a1', { name: 'app 1' }),
      ],
    ],
    [
      'price: ascending after discounts, free first',
      'price',
      [
        application('d', { payment: price(1200) }),
        application('c', { payment: price(2000), customProps: discount(50) }),
        application('b', { payment: price(900) }),
        application('a2', { name: 'Q', payment: price(0) }),
        application('a1', { name: 'P', payment: null }),
      ],
    ],
    [
      'price: as a month of it, however it is paid',
      'price',
      [
        application('d', { payment: price(1000, 'hourly') }),
        application('b', { payment: price(9000, 'once') }),
        application('c', { payment: price(800, 'monthly') }),
        application('a', { payment: price(90, 'hourly') }),
      ],
    ],
    [
      'popularity: installations, then rating, then votes',
      'popularity',
      [
        application('d', { installations: 10, rating: { rate: 4, votes: 50 } }),
        application('c', { installations: 10, rating: { rate: 4, votes: 60 } }),
        application('b', { installations: 10, rating: { rate: 4.5, votes: 2 } }),
        application('e', { installations: null, rating: { rate: 5, votes: 900 } }),
        application('a', { installations: 11 }),
      ],
    ],
    [
      'published: newest first, never last',
      'published',
      [
        application('c', { publishedAt: new Date('2020-01-01') }),
        application('d', { publishedAt: null }),
        application('a', { publishedAt: new Date('2026-10-01') }),
        application('b', { publishedAt: new Date('2026-09-30') }),
      ],
    ],
  ] as const)('%s', (_, sort, given) => {
    const sorted = sortApplications(given, sort, NOW)
    expect(ids(sorted)).toBe(ids(given.toSorted((a, b) => (a.id < b.id ? -1 : 1))))
    expect(ids(given.toSorted(compareApplications(sort, NOW)))).toBe(ids(sorted))
  })

  test('leaves the given list as it is', () => {
    const given = [application('b'), application('a')]
    sortApplications(given, 'alphabetically', NOW)
    expect(ids(given)).toBe('b a')
  })

  test('a discount counts only while it runs', () => {
    const given = [
      application('a', { payment: price(1000) }),
      application('b', { payment: price(1200), customProps: discount(50) }),
    ]
    expect(ids(sortApplications(given, 'price', NOW))).toBe('b a')
    expect(ids(sortApplications(given, 'price', new Date('2026-12-01')))).toBe('a b')
  })
})

// There are only a few values, so that ties are common: most mistakes of an order appear at ties.
const names = fc.oneof(
  fc.constantFrom('App 2', 'app 10', 'APP 2', 'Ärger', 'arger', '', '0', '00'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
)
const arbitrary = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'A', '1'),
  name: names,
  customProps: fc.oneof(fc.constant({}), fc.record({ order: fc.constantFrom(0, -0, 1, '1', 'x', null, Number.NaN) })),
  installations: fc.option(fc.nat(2)),
  rating: fc.record({ rate: fc.constantFrom(0, 4, 4.5), votes: fc.nat(2) }),
  publishedAt: fc.option(fc.constantFrom(NOW, new Date(0))),
  payment: fc.option(fc.nat(2).map((cents) => price(cents))),
})

describe.each(APPLICATION_SORTS)('%s is a total order', (sort) => {
  const compare = compareApplications(sort, NOW)

  test('reflexive, antisymmetric, and 0 only for the same id', () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, (a, b) => {
        expect(compare(a, a)).toBe(0)
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0)
        if (a.id !== b.id) expect(compare(a, b)).not.toBe(0)
      }),
      { numRuns: 500 },
    )
  })

  test('transitive', () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, arbitrary, (a, b, c) => {
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 1000 },
    )
  })

  test('the same list in any order sorts the same, as the comparator does', () => {
    const lists = fc
      .uniqueArray(arbitrary, { selector: ({ id }) => id })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
    fc.assert(
      fc.property(lists, ([list, shuffled]) => {
        expect(sortApplications(shuffled, sort, NOW)).toEqual(sortApplications(list, sort, NOW))
        expect(sortApplications(list, sort, NOW)).toEqual(list.toSorted(compare))
      }),
    )
  })

  test('the first few are those that sort first', () => {
    fc.assert(
      fc.property(fc.array(arbitrary), fc.nat(7), (list, most) => {
        expect(firstApplications(list, sort, NOW, most)).toEqual(sortApplications(list, sort, NOW).slice(0, most))
      }),
    )
  })
})

describe('parseApplicationSort', () => {
  test.each(APPLICATION_SORTS)('%s is itself', (sort) => {
    expect(parseApplicationSort(sort)).toBe(sort)
  })

  test.each(['', 'Price', 'toString', 'newest', null, undefined])('%j is recommended', (value) => {
    expect(parseApplicationSort(value)).toBe('recommended')
  })
})

describe('compareDevelopers', () => {
  const developer = (id: string, name: string, productsNumber: number): SortableDeveloper => ({ id, name, productsNumber })

  test.each([
    ['developerName', 'a b c d'],
    ['productsNumber', 'd c a b'],
  ] as const)('%s', (sort, expected) => {
    const given = [
      developer('d', 'Zephyr', 9),
      developer('b', 'northwind', 2),
      developer('a', 'Northwind', 2),
      developer('c', 'Works 2', 3),
    ]
    expect(ids(given.toSorted(compareDevelopers(sort)))).toBe(expected)
  })

  test.each(DEVELOPER_SORTS)('%s is antisymmetric and 0 only for the same id', (sort) => {
    const developers = fc.record({ id: fc.constantFrom('a', 'b', 'c'), name: names, productsNumber: fc.nat(2) })
    const compare = compareDevelopers(sort)
    fc.assert(
      fc.property(developers, developers, (a, b) => {
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0)
        if (a.id !== b.id) expect(compare(a, b)).not.toBe(0)
      }),
    )
  })
})
