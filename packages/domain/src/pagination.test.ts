import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAGE_STEP, pageOf, pageWindow, paginate, parsePage } from './pagination.ts'

const list = (length: number) => Array.from({ length }, (_, index) => index + 1)

describe('paginate', () => {
  test.each([
    [50, 1, { page: 1, pages: 3, total: 50, from: 1, to: 24 }],
    [50, 3, { page: 3, pages: 3, total: 50, from: 49, to: 50 }],
    [48, 2, { page: 2, pages: 2, total: 48, from: 25, to: 48 }],
    [50, 9, { page: 3, pages: 3, total: 50, from: 49, to: 50 }],
    [50, 0, { page: 1, pages: 3, total: 50, from: 1, to: 24 }],
    [50, -2, { page: 1, pages: 3, total: 50, from: 1, to: 24 }],
    [50, 2.9, { page: 2, pages: 3, total: 50, from: 25, to: 48 }],
    [50, Number.NaN, { page: 1, pages: 3, total: 50, from: 1, to: 24 }],
    [50, Number.POSITIVE_INFINITY, { page: 3, pages: 3, total: 50, from: 49, to: 50 }],
    [0, 1, { page: 1, pages: 1, total: 0, from: 0, to: 0 }],
    [0, 5, { page: 1, pages: 1, total: 0, from: 0, to: 0 }],
  ])('%i items, page %d', (length, page, expected) => {
    const { items, ...rest } = paginate(list(length), page, PAGE_STEP)
    expect(rest).toEqual(expected)
    expect(items).toEqual(list(length).slice(Math.max(0, expected.from - 1), expected.to))
  })

  test.each([
    ['no array', null, 24, TypeError],
    ['a string', 'abc', 24, TypeError],
    ['a step that is a string', [], '24', TypeError],
    ['no step', [], undefined, TypeError],
    ['a step of 0', [], 0, RangeError],
    ['a negative step', [], -1, RangeError],
    ['a broken step', [], 2.5, RangeError],
    ['a step that is no number', [], Number.NaN, RangeError],
    ['an endless step', [], Number.POSITIVE_INFINITY, RangeError],
  ])('%s is refused', (_, items, step, error) => {
    expect(() => paginate(items as never[], 1, step as number)).toThrow(error)
  })

  test('the pages together are the list, and their numbers are right', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), fc.integer({ min: 1, max: 30 }), (items, step) => {
        const { pages } = paginate(items, 1, step)
        const all = list(pages).map((page) => paginate(items, page, step))
        expect(all.flatMap((page) => page.items)).toEqual(items)
        for (const page of all) {
          expect(page.items.length).toBeLessThanOrEqual(step)
          expect(page.items).toEqual(page.total === 0 ? [] : items.slice(page.from - 1, page.to))
        }
      }),
    )
  })

  test('any page number is clamped into the list', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.double(), (length, wanted) => {
        const { page, pages, items } = paginate(list(length), wanted, 7)
        expect(page).toBeGreaterThanOrEqual(1)
        expect(page).toBeLessThanOrEqual(pages)
        expect(items.length > 0).toBe(length > 0)
      }),
    )
  })
})

describe('parsePage', () => {
  test.each([
    ['1', 1],
    ['2', 2],
    ['100000', 100_000],
    ['100001', 1],
    ['999999999999', 1],
    ['0', 1],
    ['-1', 1],
    ['+2', 1],
    ['02', 1],
    ['2.5', 1],
    ['1e3', 1],
    ['0x2', 1],
    [' 2', 1],
    ['２', 1],
    ['two', 1],
    ['', 1],
    [null, 1],
    [undefined, 1],
  ])('%j is %i', (value, expected) => {
    expect(parsePage(value)).toBe(expected)
  })
})

describe('pageWindow', () => {
  test.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [1, 10, [1, 2, 'gap', 10]],
    [3, 10, [1, 2, 3, 4, 'gap', 10]],
    [4, 10, [1, 2, 3, 4, 5, 'gap', 10]],
    [5, 10, [1, 'gap', 4, 5, 6, 'gap', 10]],
    [7, 10, [1, 'gap', 6, 7, 8, 9, 10]],
    [10, 10, [1, 'gap', 9, 10]],
    [3, 5, [1, 2, 3, 4, 5]],
  ])('page %i of %i', (page, pages, expected) => {
    expect(pageWindow(page, pages)).toEqual(expected)
  })

  test('rises, contains the ends and the current page, and a gap always hides at least two pages', () => {
    const places = fc
      .integer({ min: 1, max: 500 })
      .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)))
    fc.assert(
      fc.property(places, ([page, pages]) => {
        const shown = pageWindow(page, pages)
        expect(shown.at(0)).toBe(1)
        expect(shown.at(-1)).toBe(pages)
        expect(shown).toContain(page)
        expect(shown.length).toBeLessThanOrEqual(7)
        let last = 0
        for (const [index, entry] of shown.entries()) {
          if (entry === 'gap') expect(Number(shown[index + 1]) - last).toBeGreaterThan(2)
          else if (shown[index - 1] !== 'gap') expect(entry).toBe(last + 1)
          if (entry !== 'gap') last = entry
        }
      }),
    )
  })
})

test('pageOf and paginate have the same numbers', () => {
  for (const total of [0, 1, 24, 25, 100])
    for (const page of [0, 1, 2, 5, 99]) {
      const { items: _, ...place } = paginate(
        Array.from({ length: total }, (__, index) => index),
        page,
        PAGE_STEP,
      )
      expect(pageOf(total, page, PAGE_STEP)).toEqual(place)
    }
})
