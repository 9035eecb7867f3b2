import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SearchDocument } from './document.ts'
import type { Comparison, Filter } from './filter.ts'
import { documentOf, indexOf, searchFacet } from './test-documents.ts'

const index = indexOf([
  documentOf('a', { name: 'Parcel', facets: { colour: ['red', 'blue'], size: ['small'] }, numbers: { price: 100 } }),
  documentOf('b', { name: 'Parcel', facets: { colour: ['red', 'red'], size: ['large'] }, numbers: { price: 300 } }),
  documentOf('c', { name: 'Parcel', facets: { colour: [] }, numbers: {} }),
  documentOf('d', { name: 'Quill', facets: { colour: ['green'] }, numbers: { price: 50 } }),
])
const red = { facet: 'colour', value: 'red' }

describe('filters', () => {
  test.each([
    ['a value', red, ['a', 'b']],
    ['a value that nothing has', { facet: 'colour', value: 'pink' }, []],
    ['a facet that there is not', { facet: 'toString', value: 'red' }, []],
    ['not a value', { not: red }, ['c', 'd']],
    [
      'any of several',
      {
        any: [
          { facet: 'colour', value: 'blue' },
          { facet: 'colour', value: 'green' },
        ],
      },
      ['a', 'd'],
    ],
    ['all of several', { all: [red, { facet: 'size', value: 'small' }] }, ['a']],
    ['any of none', { any: [] }, []],
    ['all of none', { all: [] }, ['a', 'b', 'c', 'd']],
    ['a number', { number: 'price', is: '>=', than: 100 }, ['a', 'b']],
    ['a number that is another', { number: 'price', is: '!=', than: 100 }, ['b', 'd']],
    ['a number that is not that', { not: { number: 'price', is: '=', than: 100 } }, ['b', 'c', 'd']],
    [
      'a range',
      {
        all: [
          { number: 'price', is: '>', than: 50 },
          { number: 'price', is: '<=', than: 100 },
        ],
      },
      ['a'],
    ],
    ['a number that there is not', { number: 'weight', is: '<', than: 1 }, []],
  ] satisfies [string, Filter, string[]][])('%s', (_, filter, expected) => {
    const { ids, total } = index.search({ query: '', filter })
    expect(ids).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  test('do not change how a query is read: it has enough hits without them', () => {
    const names = ['Quill', 'Quill', 'Quill', 'Quill', 'Quill', 'Quilt'].map((name, number) =>
      documentOf(`${number}`, { name, facets: { colour: [name === 'Quilt' ? 'red' : 'blue'] } }),
    )
    expect(indexOf(names).search({ query: 'quill', filter: red }).total).toBe(0)
  })
})

describe('counts', () => {
  test('are those of what is found, the most frequent first', () => {
    const { facets } = index.search({ query: 'parcel', facets: ['colour', 'size', 'weight'] })
    expect(facets).toEqual({ colour: { red: 2, blue: 1 }, size: { large: 1, small: 1 }, weight: {} })
    expect(Object.keys(facets['colour'] ?? {})).toEqual(['red', 'blue'])
  })
  test('depend on the filter, not on the page', () => {
    const { facets } = index.search({ query: '', filter: red, limit: 0, facets: ['size'] })
    expect(facets).toEqual({ size: { large: 1, small: 1 } })
  })
  test('have no more values than asked for', () => {
    expect(index.search({ query: '', facets: ['colour'], maxValuesPerFacet: 1 }).facets).toEqual({ colour: { red: 2 } })
  })
  test('of numbers are their range', () => {
    expect(index.search({ query: 'parcel', facets: ['price', 'colour'] }).stats).toEqual({
      price: { min: 100, max: 300, avg: 200, sum: 400 },
    })
    expect(index.search({ query: 'zzz', facets: ['price'] }).stats).toEqual({})
  })
  test('take names as they are', () => {
    const odd = indexOf([documentOf('a', { facets: { ['__proto__']: ['x'] } })])
    expect(Object.entries(odd.search({ query: '', facets: ['__proto__'] }).facets)).toEqual([['__proto__', { x: 1 }]])
  })
})

describe('values of a facet', () => {
  const places = ['New York', 'York', 'Newcastle', 'New York', 'Kraków', 'Genova'].map((place, number) =>
    documentOf(`${number}`, { name: number < 5 ? 'Parcel' : 'Quill', facets: { place: [place] } }),
  )
  const search = (facetQuery: string, query = '', limit?: number) =>
    searchFacet(indexOf(places), { facet: 'place', facetQuery, query, ...(limit === undefined ? {} : { limit }) }).map(
      ({ value, count, parts }) =>
        `${value} ${count} ${parts.map(({ text, matched }) => (matched ? `[${text}]` : text)).join('')}`,
    )

  test.each([
    ['the beginning of a word', 'yor', ['New York 2 New [Yor]k', 'York 1 [Yor]k']],
    ['several words', 'york new', ['New York 2 [New] [York]']],
    ['accents make no difference', 'krakow', ['Kraków 1 [Kraków]']],
    ['slips where nothing else fits', 'newcaslte', ['Newcastle 1 [Newcastle]']],
    ['nothing that fits', 'zzz', []],
  ])('%s', (_, typed, expected) => {
    expect(search(typed)).toEqual(expected)
  })
  test('of what a query finds, the most frequent first, ten of them or as many as asked for', () => {
    expect(search('', 'quill')).toEqual(['Genova 1 Genova'])
    expect(search('', '', 2)).toEqual(['New York 2 New York', 'Genova 1 Genova'])
    const many = Array.from({ length: 20 }, (_, number) => documentOf(`${number}`, { facets: { place: [`p${number}`] } }))
    expect(searchFacet(indexOf(many), { facet: 'place', facetQuery: '', query: '' })).toHaveLength(10)
  })
})

describe('beside going through the documents one by one', () => {
  const colours = ['red', 'blue', 'green']
  const document = fc.record({
    name: fc.constantFrom('Parcel', 'Quill', 'Parcel Quill'),
    colour: fc.uniqueArray(fc.constantFrom(...colours)),
    price: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  })
  const comparisons: readonly Comparison[] = ['<', '<=', '=', '!=', '>=', '>']
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({ facet: fc.constant('colour'), value: fc.constantFrom(...colours) }),
      fc.record({ number: fc.constant('price'), is: fc.constantFrom(...comparisons), than: fc.integer({ min: 0, max: 5 }) }),
      fc.record({ not: tie('filter') }),
      fc.record({ all: fc.array(tie('filter'), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('filter'), { maxLength: 3 }) }),
    ),
  }))
  const passes = (one: SearchDocument, asked: Filter): boolean => {
    if ('facet' in asked) return (one.facets[asked.facet] ?? []).includes(asked.value)
    if ('not' in asked) return !passes(one, asked.not)
    if ('all' in asked) return asked.all.every((each) => passes(one, each))
    if ('any' in asked) return asked.any.some((each) => passes(one, each))
    const number = one.numbers[asked.number]
    if (number === undefined) return false
    const { than } = asked
    return {
      '<': number < than,
      '<=': number <= than,
      '=': number === than,
      '!=': number !== than,
      '>=': number >= than,
      '>': number > than,
    }[asked.is]
  }

  test('the same pass, and every count and range is true', () => {
    fc.assert(
      fc.property(fc.array(document, { maxLength: 70 }), filter, fc.constantFrom('', 'parcel'), (given, asked, query) => {
        const documents = given.map(({ name, colour, price }, number) =>
          documentOf(`${number}`.padStart(3, '0'), { name, facets: { colour }, numbers: price === undefined ? {} : { price } }),
        )
        const expected = documents.filter((one) => passes(one, asked) && one.fields['name']?.toLowerCase().includes(query))
        const request = { query, filter: asked, limit: 100, facets: ['colour', 'price'], typoTolerance: false }
        const { ids, total, facets, stats } = indexOf(documents).search(request)
        expect([...ids].sort()).toEqual(expected.map(({ id }) => id))
        expect(total).toBe(expected.length)
        for (const colour of colours)
          expect(facets['colour']?.[colour] ?? 0).toBe(expected.filter((one) => one.facets['colour']?.includes(colour)).length)
        const prices = expected.flatMap((one) => one.numbers['price'] ?? [])
        expect(stats['price']?.min).toBe(prices.length === 0 ? undefined : Math.min(...prices))
        expect(stats['price']?.sum).toBe(prices.length === 0 ? undefined : prices.reduce((sum, price) => sum + price, 0))
      }),
      { numRuns: 300 },
    )
  })
})
