import { PLAIN_LETTERS } from '@marketplace/domain/letters'

// Folding gives different spellings one form: case, accents and compatibility forms make no difference to a search.

/** A final sigma equals any other sigma. */
const LETTERS: Readonly<Record<string, string>> = { ...PLAIN_LETTERS, ς: 'σ' }
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/**
 * Characters that folding drops: accents, short vowels of Arabic, invisible characters inside words, and apostrophes. Marks of other
 * scripts count as letters and stay.
 */
const DROPPED = /[\u0300-\u036f\u064b-\u065f\u00ad\u200b-\u200d\u2060\ufeff'’]/g
const MARK = /\p{M}/u
const SAME_LENGTH = /^[A-Za-z0-9]*$/
const PLAIN = /^[a-z0-9]*$/

/** The form in which words are compared: 'Café' and 'CAFE' are 'cafe', 'Straße' is 'strasse', '①' is '1'. */
export const fold = (text: string): string => {
  const lower = text.toLowerCase()
  if (PLAIN.test(lower)) return lower
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(DROPPED, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC')
}

/** The folded form of a term: only letters, digits, marks, + and # remain. */
export const foldTerm = (text: string): string => fold(text).replace(/[^\p{L}\p{N}\p{M}+#]+/gu, '')

/**
 * The number of UTF-16 units of a term's original text that become its first `length` folded units: 3 for 'Bjö' of 'Björk'. A letter that
 * folds into several units counts as a whole.
 */
export const unfoldedLength = (text: string, length: number): number => {
  if (SAME_LENGTH.test(text)) return Math.min(length, text.length)
  let folded = 0
  let end = 0
  for (const character of text) {
    const own = foldTerm(character).length
    if (folded >= length && !MARK.test(character)) break
    folded += own
    end += character.length
  }
  return end
}
