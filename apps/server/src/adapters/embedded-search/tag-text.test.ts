import { describe, expect, test } from 'vitest'
import { snippetOf, tagHighlight, tagsOf, tagText } from './tag-text.ts'

const parts = (text: string) =>
  text.split(/(\[[^\]]*\])/).flatMap((piece) => {
    const matched = piece.startsWith('[')
    return piece === '' ? [] : [{ text: matched ? piece.slice(1, -1) : piece, matched }]
  })
const tagsWith = (pre: string, post: string) => tagsOf({ highlightPreTag: pre, highlightPostTag: post })
const em = tagsOf({})

describe('a text with its matches between tags', () => {
  test.each([
    [
      'is HTML where a tag is: what strangers wrote is escaped',
      '[Fish] & <b>"Chips"</b>',
      em,
      '<em>Fish</em> &amp; &lt;b&gt;&quot;Chips&quot;&lt;/b&gt;',
    ],
    ['also inside a match', '[<script>]', em, '<em>&lt;script&gt;</em>'],
    ['also where only one tag is markup', `[it's]`, tagsWith('<b>', ''), '<b>it&#39;s'],
    [
      'is text as it is with the marks that InstantSearch asks for',
      `[Fish] & <b>it's</b>`,
      tagsWith('__ais-highlight__', '__/ais-highlight__'),
      `__ais-highlight__Fish__/ais-highlight__ & <b>it's</b>`,
    ],
    ['is the text alone with no tags', '[Fish] & Chips', tagsWith('', ''), 'Fish & Chips'],
  ])('%s', (_, text, tags, tagged) => {
    expect(tagText(parts(text), tags)).toBe(tagged)
  })

  test('says whether all of it was asked for only where some of it was', () => {
    const found = { parts: parts('[Fish]'), matchedWords: ['fish'], fullyHighlighted: true }
    expect(tagHighlight({ ...found, matchLevel: 'full' }, em)).toEqual({
      value: '<em>Fish</em>',
      matchLevel: 'full',
      matchedWords: ['fish'],
      fullyHighlighted: true,
    })
    expect(tagHighlight({ ...found, parts: parts('Fish'), matchedWords: [], matchLevel: 'none' }, em)).toEqual({
      value: 'Fish',
      matchLevel: 'none',
      matchedWords: [],
    })
  })
})

describe('a snippet', () => {
  const numbers = 'one two three four five six seven eight nine ten'
  test.each([
    ['is all of a short text', 'one [two]', 5, 'one <em>two</em>'],
    ['is the beginning where nothing matches', numbers, 3, 'one two three…'],
    [
      'is around the first match',
      numbers.replace('six', '[six]').replace('nine', '[nine]'),
      5,
      '…four five <em>six</em> seven eight…',
    ],
    ['is the end where the match is there', numbers.replace('ten', '[ten]'), 4, '…seven eight nine <em>ten</em>'],
    ['has a match inside a word', numbers.replace('seven', 'se[ven]'), 4, '…six se<em>ven</em> eight nine…'],
    ['cuts a long match', `[${numbers}]`, 2, '<em>one two</em>…'],
    ['of no words is nothing but its mark', numbers, 0, '…'],
    ['of nothing is nothing', '', 4, ''],
  ])('%s', (_, text, words, snippet) => {
    expect(tagText(snippetOf(parts(text), words, '…'), em)).toBe(snippet)
  })
})
