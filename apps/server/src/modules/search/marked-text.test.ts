import { expect, test } from 'vitest'
import { partsOf, POST_TAG, PRE_TAG, readMarked } from './marked-text.ts'

const mark = (text: string) => text.replaceAll('[', PRE_TAG).replaceAll(']', POST_TAG)
const show = (parts: readonly { text: string; matched: boolean }[]) =>
  parts.map(({ text, matched }) => (matched ? `[${text}]` : text))

test.each([
  ['no match', ['no match']],
  ['[all]', ['[all]']],
  ['a [b] c[d]', ['a ', '[b]', ' c', '[d]']],
  ['', []],
  ['a tag [left open', ['a tag ', '[left open]']],
  ['a tag] too many', ['a tag too many']],
  ['[b]c]d', ['[b]', 'cd']],
  ['[<script>]', ['[<script>]']],
])('%s', (marked, parts) => {
  expect(show(readMarked(mark(marked)))).toEqual(parts)
})

test('a text that the index did not highlight is complete and has no matches', () => {
  const hit = {
    objectID: '1',
    _highlightResult: { name: { value: mark('[A]bc'), matchLevel: 'full', matchedWords: [] }, other: 3 },
  }
  expect(show(partsOf(hit, 'name', 'Abc'))).toEqual(['[A]', 'bc'])
  expect(show(partsOf(hit, 'other', 'Other'))).toEqual(['Other'])
  expect(show(partsOf({ objectID: '1' }, 'name', 'Abc'))).toEqual(['Abc'])
  expect(partsOf({ objectID: '1' }, 'name', '')).toEqual([])
})
