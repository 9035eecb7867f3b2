import { describe, expect, test } from 'vitest'
import { searchRequestSchema } from '@marketplace/contracts/search/protocol'
import { readParameters, readRequest } from './read-requests.ts'

const read = (given: object, index: string | null = 'apps') => readRequest(searchRequestSchema.parse(given), index)

describe('a request', () => {
  test.each([
    ['as fields', { query: 'a', page: 1, facets: ['x'] }],
    ['in params, as an object', { params: { query: 'a', page: 1, facets: ['x'] } }],
    ['in params, as a query string', { params: 'query=a&page=1&facets=%5B%22x%22%5D' }],
    ['with a facet as a plain string', { params: 'query=a&page=1&facets=x' }],
    ['with numbers as texts', { query: 'a', page: '1', facets: 'x' }],
    ['in params first', { query: 'b', page: 7, facets: ['y'], params: 'query=a&page=1&facets=x' }],
    [
      'beside what is not known',
      { query: 'a', page: 1, facets: ['x'], clickAnalytics: true, userToken: 'u', params: 'ruleContexts=z' },
    ],
    ['beside nothings', { query: 'a', page: 1, facets: ['x'], filters: null, attributesToRetrieve: null, params: null }],
  ])('%s', (_, given) => {
    expect(read(given)).toEqual({ indexName: 'apps', query: 'a', page: 1, facets: ['x'] })
  })

  test('is about the index it names, or else the one in the address', () => {
    expect(read({ indexName: 'partners' })).toEqual({ indexName: 'partners' })
    expect(read({ indexName: 'partners' }, null)).toEqual({ indexName: 'partners' })
    expect(() => read({}, null)).toThrow('indexName is missing')
  })

  test('reads lists of conditions in a query string', () => {
    const params = `facetFilters=${encodeURIComponent('[["a:1","a:2"],"b:3"]')}&numericFilters=${encodeURIComponent('["price>1"]')}`
    expect(readParameters({ params })).toEqual({ facetFilters: [['a:1', 'a:2'], 'b:3'], numericFilters: ['price>1'] })
  })

  test.each([
    ['page=x', /params: page is not valid/],
    ['facetFilters=%5B%5B%5B%22a%22%5D%5D%5D', /params: facetFilters is not valid/],
    [`filters=${'a'.repeat(10_001)}`, /params: filters is not valid/],
  ])('with params of %.20s is refused', (params, reason) => {
    expect(() => readParameters({ params })).toThrow(reason)
  })

  test.each([
    { page: -1 },
    { page: 1.5 },
    { page: 'x' },
    { hitsPerPage: {} },
    { query: ['a'] },
    { query: {} },
    { facets: [1] },
    { facets: {} },
    { facetFilters: [[['a:1']]] },
    { facetFilters: 3 },
    { numericFilters: [1] },
    { filters: [] },
    { filters: 'a'.repeat(10_001) },
    { facetFilters: Array.from({ length: 501 }, () => 'a:1') },
    { highlightPreTag: 'x'.repeat(201) },
    { attributesToRetrieve: Array.from({ length: 201 }, () => 'a') },
    { indexName: 'x'.repeat(101) },
    { type: 'other' },
    { params: 5 },
    { params: { page: -1 } },
  ])('%.60j is refused', (given) => {
    expect(searchRequestSchema.safeParse(given).success).toBe(false)
  })

  test('of any length is read to where a query ends', () => {
    expect(readParameters({ query: 'a'.repeat(100_000) }).query).toHaveLength(512)
  })
})
