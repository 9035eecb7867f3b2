// Finds the words of a text. A word is a run of letters and digits, which hyphens may join with others as in 'e-commerce', or a run of a script
// that puts no spaces between words.

/** The number of UTF-16 units of a text that are read, so that a longer hostile text does not cost more. */
export const READ_LIMIT = 262_144

const SEPARATOR = 0
const LETTER = 1
/** A character of a script without spaces between words. The index takes each pair of neighbouring ones as a word. */
const UNSPACED = 2
/** An apostrophe or an invisible character: it belongs to a word only between two of its letters. */
const INSIDE = 3
/** + and # belong to a word that they end: C++, C#. */
const ENDING = 4
/** An & is a word by itself. */
const AND = 5
/** A hyphen between two letters joins them to one word. */
const HYPHEN = 6

const UNSPACED_SCRIPT =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{M}]/u

/** Whether a term is a single character of a script without spaces: the beginning of a pair. */
export const isHalfPair = (term: string): boolean => [...term].length === 1 && UNSPACED_SCRIPT.test(term)

const kindOf = (character: string): number => {
  if (/['’\u00ad\u200b-\u200d\u2060\ufeff]/.test(character)) return INSIDE
  if (character === '&') return AND
  if (/[-\u2010\u2011]/.test(character)) return HYPHEN
  if (character === '+' || character === '#') return ENDING
  if (!LETTER_OR_DIGIT.test(character)) return SEPARATOR
  return UNSPACED_SCRIPT.test(character) && !/\p{N}/u.test(character) ? UNSPACED : LETTER
}

/** A cache of the kinds of characters with one UTF-16 unit; 255 means not computed yet. */
const KINDS = new Uint8Array(0x1_0000).fill(255)

const isSurrogate = (unit: number): boolean => (unit & 0xf800) === 0xd800

const kindAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  const known = KINDS[unit] as number
  if (known !== 255) return known
  const kind = kindOf(String.fromCodePoint(text.codePointAt(at) as number))
  // A surrogate is not cached, because its kind depends on the other half of the pair.
  return isSurrogate(unit) ? kind : (KINDS[unit] = kind)
}
const widthAt = (text: string, at: number): number =>
  isSurrogate(text.charCodeAt(at)) && (text.codePointAt(at) as number) > 0xffff ? 2 : 1

/** Called by `scanWords` for each word. Returning false ends the scan. */
export type VisitWord = (start: number, end: number, unspaced: boolean) => boolean

const skip = (text: string, from: number, limit: number, kind: number): number => {
  let at = from
  while (at < limit && kindAt(text, at) === kind) at += widthAt(text, at)
  return at
}

/** Calls `visit` with the start and end of each word of a text. */
export const scanWords = (text: string, visit: VisitWord): void => {
  const limit = Math.min(text.length, READ_LIMIT)
  let at = 0
  while (at < limit) {
    const kind = kindAt(text, at)
    if (kind === AND && !visit(at, at + 1, false)) return
    if (kind !== LETTER && kind !== UNSPACED) {
      at += widthAt(text, at)
      continue
    }
    const start = at
    at = kind === UNSPACED ? skip(text, at, limit, UNSPACED) : endOfWord(text, at, limit)
    if (!visit(start, Math.min(at, text.length), kind === UNSPACED)) return
  }
}

/** The end of the word that begins with the letter at `start`. */
const endOfWord = (text: string, start: number, limit: number): number => {
  let at = skip(text, start, limit, LETTER)
  for (;;) {
    const inside = skip(text, at, limit, INSIDE)
    const next = inside > at ? inside : kindBefore(text, at, limit) === HYPHEN ? at + 1 : at
    if (next === at || kindBefore(text, next, limit) !== LETTER) return endingOf(text, at, limit)
    at = skip(text, next, limit, LETTER)
  }
}

/** The kind of the character at `at`; SEPARATOR at the limit, where the text ends. */
const kindBefore = (text: string, at: number, limit: number): number => (at < limit ? kindAt(text, at) : SEPARATOR)

/** The end of a word including its + and #, given its end without them. 'C++' ends with them; in 'tick#tock' the # does not belong to a word. */
const endingOf = (text: string, at: number, limit: number): number => {
  const end = skip(text, at, limit, ENDING)
  if (end === at || end - at > 2) return at
  const next = kindBefore(text, end, limit)
  return next === LETTER || next === UNSPACED ? at : end
}
