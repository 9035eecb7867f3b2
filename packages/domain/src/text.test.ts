import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutAtWord, plainText } from './text.ts'

describe('plainText', () => {
  test.each([
    ['Sends  parcels\n\tfast. ', 'Sends parcels fast.'],
    ['<p>Sends <b>parcels</b></p>', 'Sends parcels'],
    ['Line<br/>break', 'Line break'],
    ['<script>alert(1)</script>Hello', 'Hello'],
    ['<style>p { color: red }</style >Hello<!-- hidden -->', 'Hello'],
    ['<scr<b>ipt>alert(1)', 'alert(1)'],
    ['<**b>bold and <`script>code', 'bold and code'],
    ['<img src=x onerror=alert(1)>Hi', 'Hi'],
    ['5 < 6 and 7 > 6', '5 < 6 and 7 > 6'],
    ['Tom &amp; Jerry &lt;3 &#39;quoted&#39;&nbsp;&quot;so&quot;', `Tom & Jerry <3 'quoted' "so"`],
    ['&copy; stays', '&copy; stays'],
    ['# Heading\n\n- **bold** item\n* other\n> quote', 'Heading bold item other quote'],
    ['Read [the docs](https://example.test/a) or ![a picture](b.png)', 'Read the docs or a picture'],
    ['*soft*, __hard__, `code`, ~~gone~~ and _so_', 'soft, hard, code, gone and so'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['C# and F#', 'C# and F#'],
    ['', ''],
    ['** **', ''],
  ])('%j is %j', (markup, expected) => {
    expect(plainText(markup)).toBe(expected)
  })

  test('leaves no tag, no line break and no double space, however marks are nested', () => {
    const pieces = fc.constantFrom('<', '>', '<b', '</', 'script', '>', '<!--', ' ', '\n', 'x', '*', '_', '[', '](', ')', '`')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const text = plainText(parts.join(''))
        expect(text).not.toMatch(/<\/?[a-z!][^<>]*>/i)
        expect(text).not.toMatch(/\n| {2}|^ | $/)
      }),
      { numRuns: 3000 },
    )
  })

  test.each(['<script>', '<b', '<!--', '**', '_a', '[', '*a', '`'])('is quick on a hostile text of %j', (piece) => {
    // With quadratic time this would take minutes, and the test would end by its own limit.
    expect(plainText(piece.repeat(500_000))).toBeTypeOf('string')
  })
})

describe('cutAtWord', () => {
  test.each([
    ['one two three', 13, 'one two three'],
    ['one two three', 12, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['one two three', 7, 'one…'],
    ['one, two', 7, 'one…'],
    ['antidisestablishment', 10, 'antidises…'],
    ['🚀🚀🚀', 4, '🚀…'],
    ['', 10, ''],
  ])('%j in %i is %j', (text, limit, expected) => {
    expect(cutAtWord(text, limit)).toBe(expected)
  })

  test('is never longer than the limit, well formed, and ends where a word does', () => {
    const texts = fc
      .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { maxLength: 20 })
      .map((words) => plainText(words.join(' ')))
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 60 }), (text, limit) => {
        const cut = cutAtWord(text, limit)
        expect(cut.length).toBeLessThanOrEqual(limit)
        expect(cut.isWellFormed()).toBe(text.isWellFormed())
        if (text.length <= limit) expect(cut).toBe(text)
        else expect(cut.endsWith('…') && text.startsWith(cut.slice(0, -1))).toBe(true)
      }),
    )
  })
})
