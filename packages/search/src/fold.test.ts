import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, unfoldedLength } from './fold.ts'
import { anyText } from './test-documents.ts'

describe('fold', () => {
  test.each([
    ['Parcel', 'parcel'],
    ['CAFÉ', 'cafe'],
    ['cafe\u0301', 'cafe'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Ærøskøbing', 'aeroskobing'],
    ['Łódź', 'lodz'],
    ['İstanbul', 'istanbul'],
    ['ﬁle①', 'file1'],
    ['ＡＢＣ', 'abc'],
    ['Ο ΔΡΟΜΟΣ', 'ο δρομοσ'],
    ['Йогурт', 'иогурт'],
    ['don’t', 'dont'],
    ['co\u00adoperate', 'cooperate'],
    ['が', 'が'],
    ['한글', '한글'],
    ['हिन्दी', 'हिन्दी'],
    ['\ud800', '\ud800'],
  ])('%j is %j', (text, expected) => {
    expect(fold(text)).toBe(expected)
  })

  test('a folded text does not change when it is folded again', () => {
    fc.assert(
      fc.property(anyText(40), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })
})

describe('unfoldedLength', () => {
  test.each([
    ['Björk', 3, 3],
    ['Bjo\u0308rk', 3, 4],
    ['Straße', 5, 5],
    ['Straße', 6, 5],
    ['e-commerce', 1, 1],
    ['e-commerce', 3, 4],
    ['ab', 5, 2],
    ['ab', 0, 0],
  ])('of %j the first %i letters are %i units', (text, length, expected) => {
    expect(unfoldedLength(text, length)).toBe(expected)
  })
})
