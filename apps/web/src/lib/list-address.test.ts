import { EMPTY_QUERY } from '@marketplace/contracts/pages/list-query'
import { describe, expect, it } from 'vitest'
import { dataSearch, listSearch } from './list-address.ts'

describe('listSearch', () => {
  const english = { ...EMPTY_QUERY, filters: { language: ['en'] } }
  it.each([
    ['', EMPTY_QUERY, ''],
    ['?payment=&page=1&language=en,', english, '?language=en'],
    ['?language=en', english, '?language=en'],
    ['?utm_source=mail&language=en,,en', english, '?language=en&utm_source=mail'],
    ['?utm_source=mail&payment=', EMPTY_QUERY, '?utm_source=mail'],
    ['?language=en&language=xx&sortBy=nothing', english, '?language=en'],
    ['?page=9999', { ...EMPTY_QUERY, page: 3 }, '?page=3'],
    ['?action=settings&verified=yes', EMPTY_QUERY, '?action=settings'],
  ])('of %s is the query in its own spelling', (search, query, expected) => {
    expect(listSearch(search, query)).toBe(expected)
    expect(listSearch(expected, query)).toBe(expected)
  })
})

describe('dataSearch', () => {
  it.each([
    ['', ''],
    ['?utm_source=mail&utm_term=a%20b', ''],
    ['?page=2&language=en&language=pl', '?language=en,pl&page=2'],
    ['?language=en,pl&page=2&payment=', '?language=en,pl&page=2'],
    ['?page=2&query=a%26b', '?query=a%26b&page=2'],
    ['?action=settings&page=2', '?page=2&action=settings'],
    ['?%E0%A4%A', '?%EF%BF%BD%25A='],
  ])('of %s is what the data depends on', (search, expected) => expect(dataSearch(search)).toBe(expected))
})
