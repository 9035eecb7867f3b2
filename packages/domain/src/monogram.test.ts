import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, monogram, MONOGRAM_COLOURS } from './monogram.ts'

describe('letters', () => {
  test.each([
    ['Parcel Post', 'PP'],
    ['parcel', 'P'],
    ['The Parcel Post Company', 'TP'],
    ['e-commerce', 'EC'],
    ['(beta) parcel', 'BP'],
    ['monday.com', 'M'],
    ["O'Neil & Sons", 'OS'],
    ['.NET', 'N'],
    ['3CX Chat', '3C'],
    ['ßen', 'S'],
    ['épée à deux', 'ÉÀ'],
    ['日本 語', '日語'],
    ['🚀 Rocket', '🚀R'],
    ['👩‍👩‍👧 Family', '👩‍👩‍👧F'],
    ['🇩🇪', '🇩🇪'],
    ['!!!', '?'],
    ['', '?'],
  ])('%j has %j', (name, expected) => {
    expect(monogram(name, null).letters).toBe(expected)
  })

  test('are one or two graphemes in upper case', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const { letters } = monogram(name, null)
        expect([1, 2]).toContain([...segmenter.segment(letters)].length)
        expect(letters.toUpperCase()).toBe(letters)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('colour', () => {
  test.each([
    ['#1f2937', '#1f2937'],
    ['#ABCDEF', '#abcdef'],
  ])('%s stands', (brandColor, expected) => {
    expect(monogram('Parcel Post', brandColor).colour).toBe(expected)
  })

  test.each([null, '', 'red', '#fff', '1f2937', '#1f29377', '#1f293g', '#1f2937;background:url(x)'])(
    '%j is replaced by one of MONOGRAM_COLOURS',
    (brandColor) => {
      const { colour } = monogram('Parcel Post', brandColor)
      expect(MONOGRAM_COLOURS).toContain(colour)
      expect(colour).toBe(monogram('Parcel Post', null).colour)
    },
  )

  test('every one of MONOGRAM_COLOURS is used, none far more than the others', () => {
    const counts = new Map<string, number>()
    for (let index = 0; index < 5000; index++) {
      const { colour } = monogram(`Application ${index}`, null)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    expect(counts.size).toBe(MONOGRAM_COLOURS.length)
    expect(Math.max(...counts.values())).toBeLessThan(2 * Math.min(...counts.values()))
  })
})

describe('ink', () => {
  test.each([
    ['#000000', '#ffffff'],
    ['#ffffff', '#111827'],
    ['#ffe01b', '#111827'],
    ['#2563eb', '#ffffff'],
    ['#111827', '#ffffff'],
  ])('on %s is %s', (colour, expected) => {
    expect(monogram('Parcel Post', colour).ink).toBe(expected)
  })

  test('is the one with the better contrast, readable on any colour', () => {
    const colours = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(colours, (colour) => {
        const { ink } = monogram('Parcel Post', colour)
        const best = Math.max(contrast(colour, '#ffffff'), contrast(colour, '#111827'))
        expect(contrast(colour, ink)).toBe(best)
        // WCAG AA requires a contrast of 3 for large text, and the letters of a monogram are large.
        expect(best).toBeGreaterThan(3)
      }),
    )
  })

  test.each(MONOGRAM_COLOURS)('white on %s has a contrast of at least 4.5', (colour) => {
    expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(monogram('Parcel Post', colour).ink).toBe('#ffffff')
  })
})

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#ffffff', '#ffffff')).toBe(1)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
