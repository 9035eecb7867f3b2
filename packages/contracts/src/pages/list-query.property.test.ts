// Rules that hold for any query that a stranger may write into the address of a list.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageAt } from './addresses.ts'
import { FACET_NAMES, type ListQuery, parseListQuery, toggleFilter, withoutFilter, writeListQuery } from './list-query.ts'
import { paths } from './paths.ts'

/**
 * Texts with blanks, commas, halves of surrogate pairs and characters that addresses escape. Some are longer than the part that is read.
 */
const piece = fc.constantFrom('a', 'B', ' ', ',', '😀', '\ud800', '&', '%', '+', '#', 'é', '=', '\n', '\0')
const word = fc.oneof(
  fc.string({ unit: piece, maxLength: 12 }),
  fc.string({ unit: piece, minLength: 70, maxLength: 90 }),
  fc.string({ unit: piece, minLength: 190, maxLength: 230 }),
)
const name = fc.constantFrom(...FACET_NAMES, 'verified', 'sortBy', 'page', 'query', 'utm_source', '__proto__', 'constructor')
const value = fc.oneof(word, fc.constantFrom('true', '1', '7', '0', '99999', '100000', 'free,once', 'price'))
const parameters = fc.array(fc.tuple(name, value), { maxLength: 14 }).map((pairs) => new URLSearchParams(pairs))
const facet = fc.constantFrom(...FACET_NAMES)
const parse = (text: string) => parseListQuery(new URLSearchParams(text))
const anyQuery = parameters.map(parseListQuery)

describe('the query of a list', () => {
  test('is the same after it was written and read back, so each page has one address', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const written = writeListQuery(query)
        expect(parse(written)).toEqual(query)
        expect(writeListQuery(parse(written))).toBe(written)
      }),
      { numRuns: 500 },
    )
  })

  test('is written in plain characters only, so it cannot change the rest of an address', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        expect(writeListQuery(query)).toMatch(/^(?:\?[\w=&,.~!*'()%-]+)?$/)
        const url = new URL(paths.underApps('crm', query), 'https://shop.example')
        expect([url.hash, pageAt(url.pathname)]).toEqual(['', { page: 'underApps', slug: 'crm' }])
      }),
    )
  })

  test('keeps its values within the limits', () => {
    fc.assert(
      fc.property(anyQuery, ({ filters, sortBy, text = '', page }) => {
        for (const values of Object.values(filters)) {
          expect(values.length).toBeGreaterThan(0)
          expect(new Set(values).size).toBe(values.length)
          for (const each of values) expect([each.trim(), each.length <= 80, each.includes(',')]).toEqual([each, true, false])
        }
        for (const each of [sortBy ?? '', text]) expect(each.trim()).toBe(each)
        expect([text.length <= 200, (sortBy ?? '').length <= 80]).toEqual([true, true])
        expect(page).toBeGreaterThanOrEqual(1)
        expect(page).toBeLessThanOrEqual(99_999)
      }),
    )
  })

  test('has only known filters, whatever the address names', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        for (const key of Object.keys(query.filters)) expect(FACET_NAMES).toContain(key)
        expect(Object.getPrototypeOf(query.filters)).toBe(Object.prototype)
      }),
    )
  })
})

describe('choosing a value of a filter', () => {
  const plain = fc.stringMatching(/^[a-z]{1,8}$/)
  test('twice restores the query, at the first page', () => {
    fc.assert(
      fc.property(anyQuery, facet, plain, (query, which, chosen) => {
        fc.pre(!(query.filters[which] ?? []).includes(chosen))
        const once = toggleFilter(query, which, chosen)
        expect(once.filters[which]).toContain(chosen)
        expect(toggleFilter(once, which, chosen)).toEqual({ ...query, page: 1 })
      }),
    )
  })

  test('changes no other filter, no order and no text, and does not modify the given query', () => {
    fc.assert(
      fc.property(anyQuery, facet, plain, (query, which, chosen) => {
        const before = structuredClone(query)
        for (const next of [toggleFilter(query, which, chosen), withoutFilter(query, which)]) {
          expect({ ...next, filters: withoutFilter(next, which).filters, page: 0 }).toEqual({
            ...query,
            filters: withoutFilter(query, which).filters,
            page: 0,
          })
          expect(next.page).toBe(1)
        }
        expect(query).toEqual(before)
      }),
    )
  })

  test('of the category keeps every other filter, and replaces the category that was chosen before', () => {
    fc.assert(
      fc.property(anyQuery, plain, fc.constantFrom('/apps/', '/apps/crm/', '/saas-deals/'), (query, slug, current) => {
        const url = new URL(paths.chooseCategory(current, slug, query), 'https://shop.example')
        const chosen: ListQuery = parse(url.search)
        expect(withoutFilter(chosen, 'categories').filters).toEqual(withoutFilter(query, 'categories').filters)
        expect([chosen.page, chosen.sortBy, chosen.verified]).toEqual([1, query.sortBy, query.verified])
        expect([url.pathname, chosen.filters.categories]).toEqual(
          current === '/apps/' ? [`/apps/${slug}/`, undefined] : ['/apps/', [slug]],
        )
      }),
    )
  })
})
