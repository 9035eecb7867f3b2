import { expect, test } from 'vitest'
import { cutForHtml, longestHtml } from './rendered-length.ts'

test.each([
  [10, 65_536],
  [32_768, 65_536],
  [100_000, 200_000],
])('the HTML of a text of %i characters has at most %i', (length, most) => {
  expect(longestHtml('x'.repeat(length))).toBe(most)
})

test.each([
  ['words', 5, 'words'],
  ['words', 4, 'word…'],
  ['a<b', 6, 'a<b'],
  ['a<b', 5, 'a<…'],
  ['a<b', 4, 'a…'],
  ['a\u{1f600}', 2, 'a…'],
  ['', 0, ''],
])('%j in HTML of at most %i is %j', (text, room, cut) => {
  expect(cutForHtml(text, room)).toBe(cut)
})
