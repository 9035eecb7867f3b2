import { describe, expect, test } from 'vitest'
import { echoOf, facetHits, pagesOf, valuesPerFacet, windowOf } from './window.ts'

describe('which hits an answer holds', () => {
  test.each([
    ['the first twenty', {}, { from: 0, count: 20, page: 0 }, 10],
    ['another page', { page: 2, hitsPerPage: 30 }, { from: 60, count: 30, page: 2 }, 7],
    ['none beyond the two hundredth', { page: 6, hitsPerPage: 30 }, { from: 180, count: 20 }, 7],
    ['nothing on a page behind that', { page: 7, hitsPerPage: 30 }, { from: 200, count: 0, page: 7 }, 7],
    ['nothing on any page as far out as a number goes', { page: 9e15, hitsPerPage: 1000 }, { from: 200, count: 0 }, 1],
    ['all that can be reached', { hitsPerPage: 5000 }, { from: 0, count: 200, perPage: 1000 }, 1],
    ['none', { hitsPerPage: 0, page: 3 }, { from: 0, count: 0 }, 0],
    ['from an offset', { offset: 5, length: 3, page: 9 }, { from: 5, count: 3, byOffset: true }, 67],
    ['from an offset, as many as usual', { offset: 195 }, { from: 195, count: 5, byOffset: true }, 10],
  ])('%s', (_, parameters, window, pages) => {
    expect(windowOf(parameters)).toMatchObject(window)
    expect(pagesOf(999, windowOf(parameters))).toBe(pages)
  })

  test('pages end where the hits do', () => {
    expect(pagesOf(41, windowOf({}))).toBe(3)
    expect(pagesOf(0, windowOf({}))).toBe(0)
  })
})

test('values of a facet are limited', () => {
  expect([valuesPerFacet({}), valuesPerFacet({ maxValuesPerFacet: 3 }), valuesPerFacet({ maxValuesPerFacet: 9999 })]).toEqual([
    100, 3, 1000,
  ])
})

test.each([
  [undefined, 10],
  [null, 10],
  [0, 1],
  [1, 1],
  [100, 100],
  [101, 100],
])('a search among the values of a facet that wants %s has at most %i', (maxFacetHits, most) => {
  expect(facetHits({ maxFacetHits })).toBe(most)
})

test('the parameters are echoed as a query string, half a character included', () => {
  expect(echoOf({ query: 'a & b', page: 1, facets: ['x'], filters: null })).toBe('query=a%20%26%20b&page=1&facets=%5B%22x%22%5D')
  expect(echoOf({ query: '\ud800' })).toBe('query=%EF%BF%BD')
})
