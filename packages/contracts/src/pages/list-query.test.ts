import { describe, expect, test } from 'vitest'
import {
  EMPTY_QUERY,
  isFiltered,
  type ListQuery,
  parseListQuery,
  toggleFilter,
  withoutFilter,
  writeListQuery,
} from './list-query.ts'
import { paths } from './paths.ts'

const parse = (text: string) => parseListQuery(new URLSearchParams(text))

describe('an address', () => {
  test.each<[string, Partial<ListQuery>]>([
    ['', {}],
    ['?payment=free,once', { filters: { payment: ['free', 'once'] } }],
    ['?payment=free&payment=once&language=', { filters: { payment: ['free', 'once'] } }],
    ['?language=,de,,en,de,', { filters: { language: ['de', 'en'] } }],
    ['?verified=true&sortBy=price&page=3', { verified: true, sortBy: 'price', page: 3 }],
    ['?verified=1&sortBy=&page=0', {}],
    ['?query=%20sales%20force%20&page=2', { text: 'sales force', page: 2 }],
    ['?query=%20', {}],
    ['?page=1e3', {}],
    ['?page=-1', {}],
    ['?page=999999', {}],
    ['?utm_source=mail&unknown=1', {}],
    ['?country=c%C3%B4te%2Cperu', { filters: { country: ['côte', 'peru'] } }],
  ])('%j is read', (text, expected) => {
    expect(parse(text)).toEqual({ ...EMPTY_QUERY, ...expected })
  })

  test('that is very long is cut', () => {
    const { filters, sortBy } = parse(
      `?language=${Array.from({ length: 5000 }, (_, i) => `v${i}`).join(',')}&country=${'x'.repeat(9000)}&sortBy=${'y'.repeat(9000)}`,
    )
    expect(filters.language).toHaveLength(60)
    expect(filters.country).toBeUndefined()
    expect(sortBy).toHaveLength(80)
  })

  test('that is cut in the middle of a character can still be written', () => {
    const query = parse(`?query=${'x'.repeat(199)}😀&language=${'a,'.repeat(2399)}b😀`)
    expect(() => writeListQuery(query)).not.toThrow()
  })

  test('is written in one way, with commas, without empty values and defaults', () => {
    expect(writeListQuery()).toBe('')
    expect(writeListQuery({ ...EMPTY_QUERY, filters: { payment: [] } })).toBe('')
    expect(
      writeListQuery({ page: 2, sortBy: 'price', verified: true, filters: { language: ['de', 'en'], categories: ['crm'] } }),
    ).toBe('?categories=crm&language=de,en&verified=true&sortBy=price&page=2')
    expect(writeListQuery({ filters: { country: ['a&b=c', 'd,e'] } })).toBe('?country=a%26b%3Dc,d%2Ce')
  })

  test('that was written is read back', () => {
    const query: ListQuery = {
      filters: { language: ['日本', 'en'], payment: ['free'] },
      verified: true,
      sortBy: 'price',
      page: 4,
    }
    expect(parse(writeListQuery(query))).toEqual(query)
  })
})

describe('choosing', () => {
  const query: ListQuery = { filters: { payment: ['free'], language: ['de'] }, verified: false, sortBy: 'price', page: 5 }
  test('adds and removes a value, and returns to the first page', () => {
    expect(toggleFilter(query, 'payment', 'once')).toEqual({
      ...query,
      filters: { payment: ['free', 'once'], language: ['de'] },
      page: 1,
    })
    expect(toggleFilter(query, 'payment', 'free')).toEqual({ ...query, filters: { language: ['de'] }, page: 1 })
    expect(withoutFilter(query, 'language')).toEqual({ ...query, filters: { payment: ['free'] }, page: 1 })
    expect(isFiltered(query)).toBe(true)
    expect(isFiltered(parse('?sortBy=price'))).toBe(false)
  })
  test('a category leads to its page from the root of the applications, elsewhere to the root with a filter', () => {
    expect(paths.chooseCategory('/apps/', 'crm', { ...query, filters: { ...query.filters, categories: ['cms'] } })).toBe(
      '/apps/crm/?payment=free&language=de&sortBy=price',
    )
    expect(paths.chooseCategory('/apps/cms/', 'crm', query)).toBe('/apps/?categories=crm&payment=free&language=de&sortBy=price')
    expect(paths.chooseCategory('/saas-deals/', 'crm', EMPTY_QUERY)).toBe('/apps/?categories=crm')
  })
})
