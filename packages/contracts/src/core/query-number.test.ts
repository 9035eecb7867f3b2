import { expect, test } from 'vitest'
import { queryNumber } from './query-number.ts'

test.each([
  ['100', 100],
  ['1', 1],
  ['0099', 99],
  [7, 7],
])('%j is %i', (written, number) => {
  expect(queryNumber(1, 100).parse(written)).toBe(number)
})

test.each([
  '',
  ' ',
  '0x10',
  '0b11',
  '0o17',
  '1e1',
  '1.0',
  '1.5',
  '+5',
  '-5',
  ' 5',
  '5 ',
  '5\n',
  '1_0',
  '5n',
  '٥',
  '５',
  'Infinity',
  'NaN',
  '0',
  '101',
  '9'.repeat(17),
  1.5,
  Number.NaN,
  true,
  null,
  undefined,
  ['5'],
  [[5]],
  {},
  new Date(5),
])('%j is refused', (written) => {
  expect(queryNumber(1, 100).safeParse(written).success).toBe(false)
})

test('a missing number is accepted if the schema is optional or has a default', () => {
  expect(queryNumber(1, 100).optional().parse(undefined)).toBeUndefined()
  expect(queryNumber(1, 100).default(3).parse(undefined)).toBe(3)
})
