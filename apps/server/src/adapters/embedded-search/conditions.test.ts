import { describe, expect, test } from 'vitest'
import type { Filter } from '@marketplace/search/filter'
import { readFacetFilters, readNumericFilters } from './conditions.ts'

const facets = (given: Parameters<typeof readFacetFilters>[0]) => readFacetFilters(given, (facet, value) => ({ facet, value }))
const is = (facet: string, value: string): Filter => ({ facet, value })
const number = (name: string, comparison: string, than: number) => ({ number: name, is: comparison, than })
const range = (name: string, from: number, to: number) => ({ all: [number(name, '>=', from), number(name, '<=', to)] })

describe('facetFilters', () => {
  test.each<[string, Parameters<typeof readFacetFilters>[0], Filter[]]>([
    ['all of a list', ['a:1', 'b:2'], [is('a', '1'), is('b', '2')]],
    ['any of an inner list', [['a:1', 'a:2'], 'b:3'], [{ any: [is('a', '1'), is('a', '2')] }, is('b', '3')]],
    ['all but a value', ['a:-1', ['b:-2', 'c:3']], [{ not: is('a', '1') }, { any: [{ not: is('b', '2') }, is('c', '3')] }]],
    ['a value with a dash', [String.raw`a:\-1`], [is('a', '-1')]],
    ['a value with colons and spaces', ['a:b: c'], [is('a', 'b: c')]],
    ['an empty list', [], []],
    ['an empty inner list asks for nothing', [[], 'a:1'], [is('a', '1')]],
    ['a plain string', 'a:1', [is('a', '1')]],
    ['a plain string of several', 'a:1, (b:2,c:3)', [is('a', '1'), { any: [is('b', '2'), is('c', '3')] }]],
  ])('%s', (_, given, filters) => {
    expect(facets(given)).toEqual(filters)
  })

  test.each([['a'], [':1'], ['']])('"%s" is refused', (condition) => {
    expect(() => facets([condition])).toThrow(/^facetFilters: .*is not of the form attribute:value/)
  })

  test('so many that nobody chose them are refused', () => {
    expect(() => facets(Array.from({ length: 501 }, () => 'a:1'))).toThrow(/more than 500/)
    expect(() => facets([Array.from({ length: 501 }, () => 'a:1')])).toThrow(/more than 500/)
  })
})

describe('numericFilters', () => {
  test.each<[Parameters<typeof readNumericFilters>[0], object[]]>([
    [['price<10'], [number('price', '<', 10)]],
    [
      ['price <= 10', 'rating.rate>=4.5'],
      [number('price', '<=', 10), number('rating.rate', '>=', 4.5)],
    ],
    [['price!=0'], [number('price', '!=', 0)]],
    [['price=-1'], [number('price', '=', -1)]],
    [['price:5'], [number('price', '=', 5)]],
    [['price:1 TO 5'], [range('price', 1, 5)]],
    [['price: 1  TO  5 '], [range('price', 1, 5)]],
    [
      [['price<1', 'price>9'], 'a=1'],
      [{ any: [number('price', '<', 1), number('price', '>', 9)] }, number('a', '=', 1)],
    ],
    ['price>1,price<9', [number('price', '>', 1), number('price', '<', 9)]],
  ])('%j', (given, filters) => {
    expect(readNumericFilters(given)).toEqual(filters)
  })

  test.each([
    'price',
    'price<',
    'price<ten',
    '<5',
    'price:1 TO',
    'price:1 TO x',
    'price<1 TO 5',
    'price:1 TO 5 TO 6',
    ' '.repeat(9_999),
  ])('"%.20s" is refused', (condition) => {
    expect(() => readNumericFilters([condition])).toThrow(/compares no number/)
  })
})
