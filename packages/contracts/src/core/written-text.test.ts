import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keptName, keptText, lengthOf } from './written-text.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => text.isWellFormed())
const messy = fc
  .array(fc.constantFrom('a', 'e', 'é', '\u0301', ' ', '\t', '\n', '\r', '\r\n', '\u200b', '\u00ad', '\0', '\u001b', '😀'), {
    maxLength: 20,
  })
  .map((parts) => parts.join(''))

describe('a text as it is stored', () => {
  test.each([
    ['as it was written', 'Works well.', 'Works well.'],
    ['without blanks around it', '  Works.\n\n', 'Works.'],
    ['without what nobody sees around it', '\u200b\u00ad Works.\ufeff', 'Works.'],
    ['with plain line ends', 'a\r\nb\rc', 'a\nb\nc'],
    ['without control characters', 'a\0b\u001b[31mc', 'ab[31mc'],
    ['with composed letters', 'e\u0301', 'é'],
    ['with letters that are composed once a control character is gone', 'e\0\u0301', 'é'],
    ['with tabs and blanks inside', 'a\t b', 'a\t b'],
    ['with joined emoji inside', '👨\u200d👩\u200d👧 fine', '👨\u200d👩\u200d👧 fine'],
    ['of nothing', '', ''],
    ['of nothing that anybody sees', ' \u200b\u200d\n ', ''],
  ])('%s', (_, written, kept) => expect(keptText(written)).toBe(kept))

  test('does not change when it is stored again', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, messy), (text) => {
        expect(keptText(keptText(text))).toBe(keptText(text))
      }),
    )
  })

  test('has no control character except line break and tab, and no blank at its ends', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, messy), (text) => {
        const kept = keptText(text)
        expect(kept).not.toMatch(/[^\P{Cc}\n\t]/u)
        expect(kept).toBe(kept.trim())
        expect(kept).not.toContain('\r')
      }),
    )
  })

  test('takes no longer for a hostile text', () => {
    // With quadratic time this would take minutes, and the test would end by its own limit.
    expect(keptText(`a${' \u200b'.repeat(1_000_000)}a`)).toMatch(/^a.+a$/su)
  })
})

test('a name is written in one line', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, messy), (text) => {
      expect(keptName(text)).not.toMatch(/[\n\t]| {2}/)
      expect(keptName(keptName(text))).toBe(keptName(text))
    }),
  )
})

test.each([
  ['', 0],
  ['abc', 3],
  ['😀', 1],
  ['é', 1],
  ['e\u0301', 2],
  ['👨\u200d👩', 3],
])('%j has %i letters', (text, length) => expect(lengthOf(text)).toBe(length))
