import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Comparison, Filter } from '@marketplace/search/filter'
import { SearchRefused } from '../../ports/search.ts'
import { MOST_CONDITIONS, parseFilters } from './parse-filters.ts'

const parse = (text: string): Filter => parseFilters(text, (facet, value) => ({ facet, value }))
const is = (facet: string, value: string): Filter => ({ facet, value })
const [a, b, c] = [is('a', '1'), is('b', '2'), is('c', '3')]

describe('the filter language', () => {
  test.each<[string, Filter]>([
    ['a:1', a],
    ['  a : 1 ', a],
    ['a:1 AND b:2', { all: [a, b] }],
    ['a:1 OR b:2', { any: [a, b] }],
    ['a:1 OR b:2 AND c:3', { any: [a, { all: [b, c] }] }],
    ['(a:1 OR b:2) AND c:3', { all: [{ any: [a, b] }, c] }],
    ['a:1 AND (b:2 OR (c:3))', { all: [a, { any: [b, c] }] }],
    ['NOT a:1 AND b:2', { all: [{ not: a }, b] }],
    ['NOT (a:1 OR b:2)', { not: { any: [a, b] } }],
    ['NOT NOT a:1', { not: { not: a } }],
    ['category.name:"Help desk"', is('category.name', 'Help desk')],
    [`category.name:'Help desk'`, is('category.name', 'Help desk')],
    ['"category.name":"Help desk"', is('category.name', 'Help desk')],
    ['"category.name:Help desk"', is('category.name', 'Help desk')],
    [String.raw`a:"5\" \\ wide"`, is('a', String.raw`5" \ wide`)],
    [String.raw`a:two\ words`, is('a', 'two words')],
    [`company:O'Reilly`, is('company', `O'Reilly`)],
    ['a:"NOT"', is('a', 'NOT')],
    ['a:"(1 OR 2)"', is('a', '(1 OR 2)')],
    ['a:""', is('a', '')],
    ['and:or', is('and', 'or')],
    ['url:https://a.example:80/x', is('url', 'https://a.example:80/x')],
    ['verified:true', is('verified', 'true')],
    ['a:-1', is('a', '-1')],
    ['price<10', { number: 'price', is: '<', than: 10 }],
    ['price <= 10.5', { number: 'price', is: '<=', than: 10.5 }],
    ['price = -3', { number: 'price', is: '=', than: -3 }],
    ['price != 0', { number: 'price', is: '!=', than: 0 }],
    ['"price" >= 1e3', { number: 'price', is: '>=', than: 1000 }],
    ['price>.5', { number: 'price', is: '>', than: 0.5 }],
    [
      'price:10 TO 20',
      {
        all: [
          { number: 'price', is: '>=', than: 10 },
          { number: 'price', is: '<=', than: 20 },
        ],
      },
    ],
  ])('%s', (text, filter) => {
    expect(parse(text)).toEqual(filter)
  })

  test.each([
    ['', 'a condition is missing at the end'],
    ['a', 'a value is missing at the end'],
    ['a:', 'a value is missing at the end'],
    [':1', 'a condition is missing at character 1'],
    ['a:1 b:2', 'AND or OR is missing at character 5'],
    ['a:1 and b:2', 'AND or OR is missing at character 5'],
    ['a:1 AND', 'a condition is missing at the end'],
    ['AND a:1', 'a condition is missing at character 1'],
    ['a:1 OR OR b:2', 'a condition is missing at character 8'],
    ['NOT', 'a condition is missing at the end'],
    ['(a:1', 'a closing parenthesis is missing at the end'],
    ['a:1)', 'AND or OR is missing at character 4'],
    ['()', 'a condition is missing at character 2'],
    ['a:"1', 'a quote is not closed at character 3'],
    ['price<', 'a number is missing at the end'],
    ['price<ten', 'a number is missing at character 7'],
    ['price<1e999', 'a number is missing at character 7'],
    ['price:1 TO', 'a number is missing at the end'],
    ['price:1 TO x', 'a number is missing at character 12'],
    ['price:x TO 2', 'a range is one of numbers at character 9'],
    ['"not a pair"', 'a value is missing at the end'],
  ])('%s is refused with its place', (text, reason) => {
    expect(() => parse(text)).toThrow(SearchRefused)
    expect(() => parse(text)).toThrow(`filters: ${reason}`)
  })

  test.each([
    ['parentheses', `${'('.repeat(9_000)}a:1`, 'it is nested too deeply at character 52'],
    ['negations', `${'NOT '.repeat(2_000)}a:1`, 'it is nested too deeply at character 205'],
    ['conditions', Array.from({ length: MOST_CONDITIONS + 1 }, () => 'a:1').join(' OR '), 'there are more than 500 conditions'],
  ])('more %s than anybody writes are refused', (_, text, reason) => {
    expect(() => parse(text)).toThrow(`filters: ${reason}`)
  })
})

type Item = { values: Record<string, readonly string[]>; numbers: Record<string, number> }

const COMPARE: Record<Comparison, (one: number, other: number) => boolean> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '=': (one, other) => one === other,
  '!=': (one, other) => one !== other,
  '>=': (one, other) => one >= other,
  '>': (one, other) => one > other,
}

const holds = (filter: Filter, item: Item): boolean => {
  if ('facet' in filter) return (item.values[filter.facet] ?? []).includes(filter.value)
  if ('number' in filter) return COMPARE[filter.is](item.numbers[filter.number] ?? NaN, filter.than)
  if ('not' in filter) return !holds(filter.not, item)
  return 'all' in filter ? filter.all.every((each) => holds(each, item)) : filter.any.some((each) => holds(each, item))
}

/** Writes a tree as a filter, with the parentheses and quotes that it needs. */
const print = (filter: Filter): string => {
  const quote = (text: string): string => (/^[a-z]+$/.test(text) ? text : `"${text.replace(/["\\]/g, String.raw`\$&`)}"`)
  if ('facet' in filter) return `${quote(filter.facet)}:${quote(filter.value)}`
  if ('number' in filter) return `${quote(filter.number)} ${filter.is} ${filter.than}`
  if ('not' in filter) return `NOT ${closed(filter.not)}`
  return 'all' in filter
    ? filter.all.map(closed).join(' AND ')
    : filter.any.map((each) => closedIf('any' in each, each)).join(' OR ')
}
const closed = (filter: Filter): string => closedIf('all' in filter || 'any' in filter, filter)
const closedIf = (needed: boolean, filter: Filter): string => (needed ? `(${print(filter)})` : print(filter))

const VALUES = ['red', 'two words', 'a "quote"', String.raw`back\slash`, 'AND', '-1', 'ünï', '(x)', "it's"]
const FACETS = ['colour', 'size.name', 'a b']
const condition = fc.oneof(
  fc.record({ facet: fc.constantFrom(...FACETS), value: fc.constantFrom(...VALUES) }),
  fc.record({
    number: fc.constantFrom('price', 'rating.rate'),
    is: fc.constantFrom<Comparison>('<', '<=', '=', '!=', '>=', '>'),
    than: fc.integer({ min: -3, max: 3 }),
  }),
)
const { tree } = fc.letrec<{ tree: Filter }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    condition,
    fc.record({ not: tie('tree') }),
    fc.record({ all: fc.array(tie('tree'), { minLength: 2, maxLength: 4 }) }),
    fc.record({ any: fc.array(tie('tree'), { minLength: 2, maxLength: 4 }) }),
  ),
}))
const item: fc.Arbitrary<Item> = fc.record({
  values: fc.dictionary(fc.constantFrom(...FACETS), fc.subarray(VALUES)),
  numbers: fc.record({ price: fc.integer({ min: -3, max: 3 }), 'rating.rate': fc.integer({ min: -3, max: 3 }) }),
})

test('a filter that was written down reads as what it says', () => {
  fc.assert(
    fc.property(tree, fc.array(item, { minLength: 1, maxLength: 8 }), (filter, items) => {
      const read = parse(print(filter))
      expect(items.map((each) => holds(read, each))).toEqual(items.map((each) => holds(filter, each)))
    }),
    { numRuns: 500 },
  )
})

test('any text at all is read or refused, and nothing else happens', () => {
  const piece = fc.constantFrom(
    'a',
    ':',
    '(',
    ')',
    '"',
    "'",
    '\\',
    ' ',
    'AND',
    'OR',
    'NOT',
    'TO',
    '<',
    '>=',
    '!',
    '1',
    '-',
    '\n',
    '\ud800',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      try {
        expect(parse(pieces.join(''))).toBeTypeOf('object')
      } catch (error) {
        expect(error).toBeInstanceOf(SearchRefused)
      }
    }),
    { numRuns: 1000 },
  )
})
