import { describe, expect, test } from 'vitest'
import { letters, refusedWith, verdictOf } from '../core/test-shapes.ts'
import {
  FACET_HITS,
  HITS_PER_PAGE,
  MAX_FILTERS_LENGTH,
  MAX_REQUESTS,
  searchParametersSchema,
  searchRequestsSchema,
  VALUES_PER_FACET,
} from './protocol.ts'

type Row = [what: string, given: object, verdict: unknown]
const taken = (parameters: object) => ({ taken: parameters })
const refused = (...fields: string[]) => ({ refused: fields })

describe('parameters as clients write them', () => {
  test.each<Row>([
    ['nothing', {}, taken({})],
    ['a query', { query: 'chat' }, taken({ query: 'chat' })],
    ['a number to look for', { query: 42 }, taken({ query: '42' })],
    ['a yes to look for', { query: true }, taken({ query: 'true' })],
    ['no query', { query: null }, taken({ query: null })],
    ['a list to look for', { query: ['a'] }, refused('query')],
    ['a page', { page: 3 }, taken({ page: 3 })],
    ['a page of an address', { page: '3' }, taken({ page: 3 })],
    ['the page before the first', { page: -1 }, refused('page')],
    ['a part of a page', { page: 1.5 }, refused('page')],
    ['a page in words', { page: 'two' }, refused('page')],
    ['a page beyond all numbers', { page: '9'.repeat(30) }, refused('page')],
    ['facets', { facets: ['a', 'b'] }, taken({ facets: ['a', 'b'] })],
    ['facets with commas', { facets: 'a, b' }, taken({ facets: ['a', 'b'] })],
    ['facets as JSON', { facets: '["a","b"]' }, taken({ facets: ['a', 'b'] })],
    ['facets as half of JSON', { facets: '["a"' }, taken({ facets: ['["a"'] })],
    ['200 facets', { facets: Array.from({ length: 200 }, () => 'a') }, taken({ facets: Array.from({ length: 200 }, () => 'a') })],
    ['more', { facets: Array.from({ length: 201 }, () => 'a') }, refused('facets')],
    ['conditions', { facetFilters: ['a:b', ['c:d', 'c:e']] }, taken({ facetFilters: ['a:b', ['c:d', 'c:e']] })],
    ['conditions as JSON', { facetFilters: '[["a:b"]]' }, taken({ facetFilters: [['a:b']] })],
    ['one condition', { facetFilters: 'a:b' }, taken({ facetFilters: 'a:b' })],
    ['conditions in conditions', { facetFilters: [[['a:b']]] }, refused('facetFilters')],
    ['501 conditions', { numericFilters: Array.from({ length: 501 }, () => 'a>1') }, refused('numericFilters')],
    ['long filters', { filters: letters(MAX_FILTERS_LENGTH) }, taken({ filters: letters(MAX_FILTERS_LENGTH) })],
    ['longer ones', { filters: letters(MAX_FILTERS_LENGTH + 1) }, refused('filters')],
    ['a tag', { highlightPreTag: '<em>' }, taken({ highlightPreTag: '<em>' })],
    ['a very long tag', { highlightPreTag: letters(201) }, refused('highlightPreTag')],
    ['what a newer client sends', { somethingNew: { a: 1 } }, taken({ somethingNew: { a: 1 } })],
  ])('%s', (_, given, verdict) => expect(verdictOf(searchParametersSchema, given)).toEqual(verdict))
})

describe('several requests at once', () => {
  const requests = (count: number) => Array.from({ length: count }, () => ({ indexName: 'apps', query: 'chat' }))
  test.each<[string, object, string[]]>([
    ['one', { requests: requests(1) }, []],
    ['none', { requests: [] }, []],
    ['as many as there may be', { requests: requests(MAX_REQUESTS) }, []],
    ['one more', { requests: requests(MAX_REQUESTS + 1) }, ['requests']],
    ['no list', { requests: {} }, ['requests']],
    ['nothing', {}, ['requests']],
    ['a request of another kind', { requests: [{ type: 'delete' }] }, ['requests.0.type']],
    ['a search in a very long index', { requests: [{ indexName: letters(101) }] }, ['requests.0.indexName']],
    ['parameters of an older client', { requests: [{ params: 'query=chat&page=1' }] }, []],
    ['parameters as an object', { requests: [{ params: { query: 'chat' } }] }, []],
    ['parameters as a list', { requests: [{ params: [] }] }, ['requests.0.params']],
  ])('%s', (_, body, fields) => expect(refusedWith(searchRequestsSchema, {}, body)).toEqual(fields))
})

test('the default numbers are within the maximum', () => {
  for (const { default: usual, most } of [FACET_HITS, HITS_PER_PAGE, VALUES_PER_FACET]) {
    expect(usual).toBeGreaterThan(0)
    expect(usual).toBeLessThan(most)
  }
})
