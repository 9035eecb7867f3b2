import { expect, test } from 'vitest'
import { readFilters } from './report-filters.ts'

test.each<[what: string, given: Record<string, unknown>, expected: [string, string][]]>([
  [
    'what the published SDK allows',
    { agent: 'Ann', agents: ['Ann', 'Bo'], group: 7, groups: [7, 8] },
    [
      ['agent', 'Ann'],
      ['agents', 'Ann, Bo'],
      ['group', '7'],
      ['groups', '7, 8'],
    ],
  ],
  ['a day', { from: new Date('2026-01-05T10:00:00Z'), to: new Date(Number.NaN) }, [['from', '2026-01-05']]],
  ['what is no filter', { a: null, b: {}, c: [], d: [['x']], e: true, f: '' }, []],
  ['a long text', { a: 'x'.repeat(61) }, [['a', `${'x'.repeat(60)}…`]]],
])('%s', (_what, given, expected) => expect(readFilters(given)).toEqual(expected))

test('no more than ten filters of ten values are shown', () => {
  const many = Array.from({ length: 100 }, (_, index) => index)
  const read = readFilters(Object.fromEntries(many.map((each) => [`f${each}`, many])))
  expect(read).toHaveLength(10)
  expect(read[0]?.[1].split(', ')).toHaveLength(10)
})
