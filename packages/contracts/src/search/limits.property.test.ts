import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSearchable, SEARCH_MIN_LENGTH, SEARCH_QUERY_LENGTH, searchText } from './limits.ts'

const typed = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\t', '😀', 'é', '-', '+', '\u00a0'), maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: fc.constantFrom('a', ' ', '😀'), minLength: 195, maxLength: 900 }),
)

describe('what is sent of a typed text', () => {
  test('is the same when it is sent again, so a page and its field agree', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(searchText(searchText(text))).toBe(searchText(text))
      }),
      { numRuns: 500 },
    )
  })

  test('is one line without blanks at its ends, and no longer than what is read', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const sent = searchText(text)
        expect(sent.length).toBeLessThanOrEqual(SEARCH_QUERY_LENGTH)
        expect(sent).toBe(sent.trim())
        expect(sent).not.toMatch(/[\n\t]| {2}/)
      }),
    )
  })

  test('begins as it was typed, and is all of a short text', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const words = text.trim().replace(/\s+/g, ' ')
        expect(words.startsWith(searchText(text))).toBe(true)
        if (words.length <= SEARCH_QUERY_LENGTH && text.length <= 4 * SEARCH_QUERY_LENGTH) expect(searchText(text)).toBe(words)
      }),
    )
  })

  test('ends in no half of a letter', () => {
    const faces = '😀'.repeat(SEARCH_QUERY_LENGTH)
    expect(searchText(faces)).toBe('😀'.repeat(SEARCH_QUERY_LENGTH / 2))
    expect(searchText(`a${faces}`)).toBe(`a${'😀'.repeat(SEARCH_QUERY_LENGTH / 2 - 1)}`)
    // Blanks that are left out may make room for a letter that was cut in half.
    expect(searchText(`${' '.repeat(4 * SEARCH_QUERY_LENGTH - 2)}a😀`)).toBe('a')
    for (let before = 0; before <= 2 * SEARCH_QUERY_LENGTH; before++)
      expect([before, searchText('a'.repeat(before) + faces).isWellFormed()]).toEqual([before, true])
  })
})

describe('whether a text is long enough for a search', () => {
  test('depends on its letters and digits alone: blanks and signs around them change nothing', () => {
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

  test('more words make it no shorter', () => {
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

  test('a text of many marks takes no longer than it has letters', () => {
    const before = process.cpuUsage().user
    isSearchable(`a${'\u0301\u0323'.repeat(500_000)}`)
    expect(process.cpuUsage().user - before).toBeLessThan(200_000)
  })

  test('so many are needed', () => {
    expect([isSearchable('a'.repeat(SEARCH_MIN_LENGTH - 1)), isSearchable('a'.repeat(SEARCH_MIN_LENGTH))]).toEqual([false, true])
  })
})
