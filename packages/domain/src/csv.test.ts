import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const cell = (value: string | number | boolean | null) => csvOf(['a'], [[value]]).split('\r\n')[1]

test('begins with the mark of UTF-8, and ends each line as RFC 4180 says', () => {
  expect(csvOf(['a', 'b'], [['1', 2]])).toBe('\uFEFF"a","b"\r\n"1",2\r\n')
})

test.each([
  ['plain', '"plain"'],
  ['say "no"', '"say ""no"""'],
  ['one,two', '"one,two"'],
  ['', '""'],
  [null, ''],
  [true, 'true'],
  [-1_200, '-1200'],
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['  =cmd', `"'  =cmd"`],
  ['\t=cmd', `"'\t=cmd"`],
  ['＝cmd', `"'＝cmd"`],
  ['a=b', '"a=b"'],
])('%j is written as %s', (value, expected) => expect(cell(value)).toBe(expected))

test('no cell begins like a formula, and every text can be read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const file = csvOf(['a'], [[text]])
      const inside = file.slice('\uFEFF"a"\r\n"'.length, -'"\r\n'.length).replaceAll('""', '"')
      expect(inside).not.toMatch(/^\s*[=+\-@]/)
      expect([text, `'${text}`]).toContain(inside)
    }),
  )
})
