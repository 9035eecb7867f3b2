/** A tile shown instead of a missing icon: one or two letters, the tile's colour, and the colour of the letters. */
export type Monogram = { letters: string; colour: string; ink: Ink }
export type Ink = '#ffffff' | '#111827'

/** Hues for tiles without a brand colour. White letters have a contrast of at least 4.5 on each of them (WCAG AA). */
export const MONOGRAM_COLOURS = [
  '#2563eb',
  '#4f46e5',
  '#7c3aed',
  '#a21caf',
  '#be185d',
  '#b91c1c',
  '#c2410c',
  '#a16207',
  '#15803d',
  '#0f766e',
] as const

const LIGHT = '#ffffff'
const DARK = '#111827'

let graphemes: Intl.Segmenter | null = null

/** The first letter, digit or emoji of a word, in upper case; null for a word of punctuation only. */
const initialOf = (word: string): string | null => {
  // Most names are plain ASCII and need no segmenter, which takes a browser a tenth of a second to load.
  if (/^[\x20-\x7e]*$/.test(word)) return /[a-z0-9]/i.exec(word)?.[0].toUpperCase() ?? null
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  // Converted to upper case first, because ß becomes SS, which is two letters.
  for (const { segment } of graphemes.segment(word.toUpperCase())) {
    if (/^[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u.test(segment)) return segment
  }
  return null
}

const lettersOf = (name: string): string => {
  const initials = name
    .split(/[\s\-–—_/&+|,;:·]+/)
    .map(initialOf)
    .filter((initial) => initial !== null)
  return initials.slice(0, 2).join('') || '?'
}

/** FNV-1a: a name has the same colour on every machine, and similar names usually have different ones. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}

const colourOf = (name: string): string => MONOGRAM_COLOURS[hash(name) % MONOGRAM_COLOURS.length] ?? MONOGRAM_COLOURS[0]

/** Relative luminance, 0 to 1, of a colour '#rrggbb' (WCAG 2). */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours '#rrggbb', from 1 to 21 (WCAG 2). */
export const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/**
 * The tile of an application or a person without a picture: docs/product/catalogue.md, What lists show. The letters are the initials of the
 * first two words, or '?' for a name without letters. The colour is the brand colour if it has the form '#rrggbb', otherwise one that is
 * computed from the name. The ink is black or white, whichever has the better contrast.
 */
export const monogram = (name: string, brandColor: string | null): Monogram => {
  const colour = brandColor && /^#[0-9a-f]{6}$/i.test(brandColor) ? brandColor.toLowerCase() : colourOf(name)
  return { letters: lettersOf(name), colour, ink: contrast(colour, LIGHT) >= contrast(colour, DARK) ? LIGHT : DARK }
}
