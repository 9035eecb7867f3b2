import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY_QUERY, type FacetName, type ListQuery } from '@marketplace/contracts/pages/list-query'
import { bitsWhere, countBits } from './bit-set.ts'
import { buildListIndex, type FacetDefinition, knownFilters, MAX_FACET_VALUES, selectFrom, itemsInOrder } from './list-index.ts'

type Item = { id: number; colours: string[]; size: string | null; verified: boolean }

const FACETS: FacetDefinition<Item>[] = [
  {
    name: 'language',
    label: 'Colour',
    order: null,
    valuesOf: ({ colours }) => colours.map((colour) => ({ value: colour, label: colour.toUpperCase() })),
  },
  {
    name: 'country',
    label: 'Size',
    order: ['small', 'large'],
    valuesOf: ({ size }) => (size === null ? [] : [{ value: size, label: size }]),
  },
]

const items: Item[] = [
  { id: 0, colours: ['red'], size: 'small', verified: true },
  { id: 1, colours: ['red', 'blue'], size: 'large', verified: false },
  { id: 2, colours: ['blue'], size: 'small', verified: true },
  { id: 3, colours: [], size: null, verified: false },
  { id: 4, colours: ['red'], size: 'large', verified: true },
]
const index = buildListIndex(items, FACETS, ({ verified }) => verified)
const select = (query: Partial<ListQuery>) => selectFrom(index, index.everything, { ...EMPTY_QUERY, ...query })
const countsOf = (query: Partial<ListQuery>) =>
  Object.fromEntries(
    select(query).filters.facets.map(({ name, choices }) => [name, choices.map(({ value, count }) => `${value} ${count}`)]),
  )

describe('the options of a filter', () => {
  test('its values, by frequency or in their own order, each with its number of results', () => {
    expect(countsOf({})).toEqual({ language: ['red 3', 'blue 2'], country: ['small 2', 'large 2'] })
  })
  test('values of one filter add up, so choosing one does not lower the counts of the others', () => {
    expect(countsOf({ filters: { language: ['blue'] } })).toEqual({
      language: ['red 3', 'blue 2'],
      country: ['small 1', 'large 1'],
    })
    expect(select({ filters: { language: ['red', 'blue'] } }).total).toBe(4)
  })
  test('filters narrow each other down', () => {
    const { total, filters } = select({ filters: { language: ['red'], country: ['large'] }, verified: true })
    expect(total).toBe(1)
    expect(filters.chips.map(({ label }) => label)).toEqual(['RED', 'large', 'Verified'])
    expect(filters.verified).toEqual({ count: 1, chosen: true })
  })
  test('a filter with a single value is not offered, unless it is chosen', () => {
    const scope = bitsWhere(items.length, (place) => place === 0)
    expect(selectFrom(index, scope, EMPTY_QUERY).filters.facets).toEqual([])
    const chosen = selectFrom(index, scope, { filters: { language: ['red'] }, verified: false })
    expect(chosen.filters.facets.map(({ name }) => name)).toEqual(['language'])
  })
  test('a hidden filter is neither offered nor applied', () => {
    const { total, filters } = selectFrom(index, index.everything, { filters: { language: ['blue'] }, verified: false }, [
      'language',
    ])
    expect(total).toBe(items.length)
    expect(filters.facets.map(({ name }) => name)).toEqual(['country'])
  })
  test('at most MAX_FACET_VALUES values', () => {
    const many = Array.from({ length: MAX_FACET_VALUES + 20 }, (_, id) => ({
      id,
      colours: [`c${id}`],
      size: null,
      verified: false,
    }))
    const [facet] = selectFrom(
      buildListIndex(many, FACETS, () => false),
      bitsWhere(many.length, () => true),
      EMPTY_QUERY,
    ).filters.facets
    expect(facet?.choices).toHaveLength(MAX_FACET_VALUES)
  })
})

describe('the filters of an address', () => {
  const known = (filters: ListQuery['filters'], verified = false) =>
    knownFilters(index, { filters, verified }, (value) => value.toLowerCase())
  test('values come in one order, each once, without unknown ones', () => {
    expect(known({ language: ['blue', 'nothing', 'RED', 'red'] })).toEqual({
      filters: { language: ['red', 'blue'] },
      verified: false,
    })
    expect(known({ country: ['nothing'], industry: ['red'] })).toEqual({ filters: {}, verified: false })
  })
  test('verified is kept only if the list has verified items', () => {
    expect(known({}, true).verified).toBe(true)
    const none = buildListIndex(items, FACETS, () => false)
    expect(knownFilters(none, { filters: {}, verified: true }, String).verified).toBe(false)
  })
})

test('items come in the given order, from a number on', () => {
  const order = [4, 3, 2, 1, 0]
  expect(itemsInOrder(index, order, index.verified, 1, 5).map(({ id }) => id)).toEqual([2, 0])
  expect(itemsInOrder(index, order, index.everything, 1, 2).map(({ id }) => id)).toEqual([3, 2])
})

describe('compared with a check of every item', () => {
  const names = ['language', 'country'] as const satisfies readonly FacetName[]
  const item = fc.record({
    colours: fc.uniqueArray(fc.constantFrom('red', 'blue', 'green')),
    size: fc.constantFrom('small', 'large', null),
    verified: fc.boolean(),
  })
  const query = fc.record({
    language: fc.uniqueArray(fc.constantFrom('red', 'blue', 'green')),
    country: fc.uniqueArray(fc.constantFrom('small', 'large')),
    verified: fc.boolean(),
  })
  const has = (candidate: Item, name: FacetName, value: string) =>
    name === 'language' ? candidate.colours.includes(value) : candidate.size === value

  test('the same items match, and every count is right', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 70 }), query, (given, { verified, ...wanted }) => {
        const list = given.map((one, id) => ({ id, ...one }))
        const made = buildListIndex(list, FACETS, (one) => one.verified)
        const asked = knownFilters(made, { filters: wanted, verified }, String)
        const passes = (one: Item, except: FacetName | null) =>
          (!asked.verified || one.verified) &&
          names.every(
            (name) => name === except || !asked.filters[name] || asked.filters[name].some((value) => has(one, name, value)),
          )
        const { matches, total, filters } = selectFrom(made, made.everything, asked)
        const expected = list.filter((one) => passes(one, null))
        expect(
          itemsInOrder(
            made,
            list.map(({ id }) => id),
            matches,
            0,
            list.length,
          ),
        ).toEqual(expected)
        expect(total).toBe(expected.length)
        for (const { name, choices } of filters.facets)
          for (const { value, count } of choices)
            expect(count).toBe(list.filter((one) => passes(one, name) && has(one, name, value)).length)
      }),
    )
  })
})

test('a set has the right size at the edges of a word', () => {
  for (const size of [0, 1, 31, 32, 33, 64, 100]) {
    const made = buildListIndex(
      Array.from({ length: size }, () => items[0] as Item),
      FACETS,
      () => true,
    )
    expect(countBits(made.everything)).toBe(size)
    expect(countBits(made.verified)).toBe(size)
  }
})
