// Where the words of a text are. A word is a run of letters and digits, with others behind hyphens as in 'e-commerce', or a run
// of a script that puts no spaces between words.

/** A text is read this far, in UTF-16 units; a hostile one costs no more than a long one. */
export const READ_LIMIT = 262_144

const SEPARATOR = 0
const LETTER = 1
/** Of a script in which words are not set apart: each neighbouring pair of such characters is a word of the index. */
const UNSPACED = 2
/** An apostrophe or something unseen: belongs to a word only between two of its letters. */
const INSIDE = 3
/** + and # belong to a word that they end: C++, C#. */
const ENDING = 4
/** & is a word by itself. */
const AND = 5
/** Between two letters it keeps what belongs together. */
const HYPHEN = 6

const UNSPACED_SCRIPT =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{M}]/u

/** Whether a term is a single character of such a script: the beginning of a pair. */
export const isHalfPair = (term: string): boolean => [...term].length === 1 && UNSPACED_SCRIPT.test(term)

const kindOf = (character: string): number => {
  if (/['’\u00ad\u200b-\u200d\u2060\ufeff]/.test(character)) return INSIDE
  if (character === '&') return AND
  if (/[-\u2010\u2011]/.test(character)) return HYPHEN
  if (character === '+' || character === '#') return ENDING
  if (!LETTER_OR_DIGIT.test(character)) return SEPARATOR
  return UNSPACED_SCRIPT.test(character) && !/\p{N}/u.test(character) ? UNSPACED : LETTER
}

/** The kinds of the characters of one UTF-16 unit, each worked out when it is first met; 255 is not yet known. */
const KINDS = new Uint8Array(0x1_0000).fill(255)

const isSurrogate = (unit: number): boolean => (unit & 0xf800) === 0xd800

const kindAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  const known = KINDS[unit] as number
  if (known !== 255) return known
  const kind = kindOf(String.fromCodePoint(text.codePointAt(at) as number))
  // Half a pair is of no kind: it depends on the other half.
  return isSurrogate(unit) ? kind : (KINDS[unit] = kind)
}
const widthAt = (text: string, at: number): number =>
  isSurrogate(text.charCodeAt(at)) && (text.codePointAt(at) as number) > 0xffff ? 2 : 1

/** What `scanWords` calls for each word; false ends it. */
export type VisitWord = (start: number, end: number, unspaced: boolean) => boolean

const skip = (text: string, from: number, limit: number, kind: number): number => {
  let at = from
  while (at < limit && kindAt(text, at) === kind) at += widthAt(text, at)
  return at
}

/** Calls `visit` with where each word of a text begins and ends. */
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

/** Where a word ends that begins with the letter at `start`. */
const endOfWord = (text: string, start: number, limit: number): number => {
  let at = skip(text, start, limit, LETTER)
  for (;;) {
    const inside = skip(text, at, limit, INSIDE)
    const next = inside > at ? inside : kindBefore(text, at, limit) === HYPHEN ? at + 1 : at
    if (next === at || kindBefore(text, next, limit) !== LETTER) return endingOf(text, at, limit)
    at = skip(text, next, limit, LETTER)
  }
}

/** The kind of the character at a place before the limit; there the text ends. */
const kindBefore = (text: string, at: number, limit: number): number => (at < limit ? kindAt(text, at) : SEPARATOR)

/** Where a word ends that ends at `at` but for its + and #: those of 'C++' belong to it, that of 'tick#tock' does not. */
const endingOf = (text: string, at: number, limit: number): number => {
  const end = skip(text, at, limit, ENDING)
  if (end === at || end - at > 2) return at
  const next = kindBefore(text, end, limit)
  return next === LETTER || next === UNSPACED ? at : end
}
