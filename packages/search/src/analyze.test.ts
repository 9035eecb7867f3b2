import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyze, LONGEST_TERM, MOST_TERMS, PIECE } from './analyze.ts'
import { anyText } from './test-documents.ts'
import { READ_LIMIT } from './words.ts'

/** The terms of a text; pieces of words in brackets. */
const termsOf = (text: string) => analyze(text).map(({ term }) => (term.startsWith(PIECE) ? `(${term.slice(1)})` : term))

describe('the terms of a text', () => {
  test.each([
    ['Parcel  Post, now!', 'parcel post now'],
    ['GitHub', 'github (git) (hub)'],
    ['HTMLSource', 'htmlsource (html) (source)'],
    ['Office365', 'office365 (office) (365)'],
    ['2fa', '2fa (2) (fa)'],
    ['monday.com', 'monday com'],
    ['e-sign', 'e sign (esign)'],
    ['a-b-c a-b-c-d', 'a b c (abc) a b c d'],
    ['end- -start', 'end start'],
    ['one--two', 'one two'],
    ['Wi‑Fi', 'wi fi (wifi)'],
    ["o'neill-smith's", 'oneill smiths (oneillsmiths)'],
    ['snake_case', 'snake case'],
    ['support@larkspur.example', 'support larkspur example'],
    ['1,000.50', '1 000 50'],
    ['C++ and C#', 'c++ (c) and c# (c)'],
    ['tick#tock 2+2', 'tick tock 2 2'],
    ['#tag + more', 'tag more'],
    ['R&D', 'r (and) d'],
    ['Hook & Line', 'hook (and) line'],
    ["the owner's don’t", 'the owners dont'],
    ["'quoted' owners'", 'quoted owners'],
    ['東京都', '東京 京都 (都)'],
    ['都', '都'],
    ['GitHub連携ツール', 'github (git) (hub) 連携 携ツ ツー ール (ル)'],
    ['한국어 팩', '한국 국어 (어) 팩'],
    ['привет мир', 'привет мир'],
    ['✓ … — 👍\ufe0f', ''],
    ['𝒜𝒷 𠮷野家', 'ab 𠮷野 野家 (家)'],
    ['a\u0000b\ud800c', 'a b c'],
    ['', ''],
  ])('%j: %s', (text, expected) => {
    expect(termsOf(text).join(' ')).toBe(expected)
  })

  test('stand where they say', () => {
    expect(analyze('A GitHub Å')).toEqual([
      { term: 'a', start: 0, end: 1, piece: false },
      { term: 'github', start: 2, end: 8, piece: false },
      { term: `${PIECE}git`, start: 2, end: 5, piece: true },
      { term: `${PIECE}hub`, start: 5, end: 8, piece: true },
      { term: 'a', start: 9, end: 10, piece: false },
    ])
  })

  test('are within the text, in order and none without a letter or digit, whatever the text', () => {
    fc.assert(
      fc.property(anyText(60), (text) => {
        const terms = analyze(text)
        const words = terms.filter(({ piece }) => !piece)
        expect(terms.filter(({ term }) => !/[\p{L}\p{N}]/u.test(term))).toEqual([])
        expect(terms.filter(({ start, end }) => start < 0 || end <= start || end > text.length)).toEqual([])
        expect(words.toSorted((a, b) => a.start - b.start)).toEqual(words)
      }),
    )
  })

  test('have a limit, and so has each of them', () => {
    expect(analyze('word '.repeat(MOST_TERMS + 10))).toHaveLength(MOST_TERMS)
    expect(analyze('京'.repeat(MOST_TERMS * 3))).toHaveLength(MOST_TERMS)
    expect(termsOf('x'.repeat(1000))).toEqual(['x'.repeat(LONGEST_TERM)])
    expect(termsOf(`${'.'.repeat(READ_LIMIT)}word`)).toEqual([])
  })
})
