import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSearchable, SEARCH_MIN_LENGTH, SEARCH_QUERY_LENGTH, searchText } from './limits.ts'

const typed = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\t', '😀', 'é', '-', '+', '\u00a0'), maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: fc.constantFrom('a', ' ', '😀'), minLength: 195, maxLength: 900 }),
)

describe('the part of a typed text that is sent', () => {
  test('does not change when it is sent again, so the page and its field agree', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(searchText(searchText(text))).toBe(searchText(text))
      }),
      { numRuns: 500 },
    )
  })

  test('is one line without blanks at its ends, within the maximum length', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const sent = searchText(text)
        expect(sent.length).toBeLessThanOrEqual(SEARCH_QUERY_LENGTH)
        expect(sent).toBe(sent.trim())
        expect(sent).not.toMatch(/[\n\t]| {2}/)
      }),
    )
  })

  test('is the beginning of the text, and all of a short one', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const words = text.trim().replace(/\s+/g, ' ')
        expect(words.startsWith(searchText(text))).toBe(true)
        if (words.length <= SEARCH_QUERY_LENGTH && text.length <= 4 * SEARCH_QUERY_LENGTH) expect(searchText(text)).toBe(words)
      }),
    )
  })

  test('does not end within a character', () => {
    const faces = '😀'.repeat(SEARCH_QUERY_LENGTH)
    expect(searchText(faces)).toBe('😀'.repeat(SEARCH_QUERY_LENGTH / 2))
    expect(searchText(`a${faces}`)).toBe(`a${'😀'.repeat(SEARCH_QUERY_LENGTH / 2 - 1)}`)
    // After spaces are removed, the cut text may end with half of a surrogate pair.
    expect(searchText(`${' '.repeat(4 * SEARCH_QUERY_LENGTH - 2)}a😀`)).toBe('a')
    for (let before = 0; before <= 2 * SEARCH_QUERY_LENGTH; before++)
      expect([before, searchText('a'.repeat(before) + faces).isWellFormed()]).toEqual([before, true])
  })
})

describe('whether a text is long enough for a search', () => {
  test('depends on its letters and digits only, not on blanks and signs around them', () => {
    const signs = fc.string({ unit: fc.constantFrom(' ', '-', '.', '!', '/', '"'), maxLength: 10 })
    fc.assert(
      fc.property(
        typed.map((text) => text.slice(0, 100)),
        signs,
        signs,
        (text, before, after) => {
          expect(isSearchable(`${before}${text} ${after}`)).toBe(isSearchable(text))
        },
      ),
    )
  })

  test('a text stays long enough with another word', () => {
    fc.assert(
      fc.property(
        typed.map((text) => text.slice(0, 100)),
        fc.stringMatching(/^[a-z]{2,5}$/),
        (text, word) => {
          expect(isSearchable(`${text} ${word}`)).toBe(true)
        },
      ),
    )
  })

  test('a text with many combining marks is checked quickly', () => {
    // With quadratic time this would take minutes, and the test would end by its own limit.
    expect(isSearchable(`a${'\u0301\u0323'.repeat(500_000)}`)).toBeTypeOf('boolean')
  })

  test('SEARCH_MIN_LENGTH letters are enough', () => {
    expect([isSearchable('a'.repeat(SEARCH_MIN_LENGTH - 1)), isSearchable('a'.repeat(SEARCH_MIN_LENGTH))]).toEqual([false, true])
  })
})
