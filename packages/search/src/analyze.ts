import { foldTerm } from './fold.ts'
import { scanWords } from './words.ts'

/** The most letters of a term. The rest of a longer word is ignored. */
export const LONGEST_TERM = 64
/** The most terms of one text that are indexed: ten times as many as a long description has. */
export const MOST_TERMS = 4096

/** Prefix of terms that are pieces of a word: the 'hub' of 'GitHub' ranks behind the word 'hub'. */
export const PIECE = '\u0001'

/**
 * A term of a text, with its start and end in the text in UTF-16 units. A piece shares the place of its word, which comes before it; any
 * other term has a place of its own.
 */
export type Term = { term: string; start: number; end: number; piece: boolean }

/** A boundary inside a word: in 'tH' of 'GitHub', 'LS' of 'HTMLSource', 'e3' of 'Office365' and '5t' of '365training'. */
const SEAM = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u
/** Most words look like this. They have no pieces and need no folding, so the slower steps are skipped. */
const PLAIN_WORD = /^[A-Za-z][a-z]{0,62}$/
const HYPHEN = /[-\u2010\u2011]/
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
/** The number of units of a word that are read. Folding drops marks of letters, and sorting a long run of marks takes quadratic time. */
const READ_OF_TERM = 8 * LONGEST_TERM

const termOf = (text: string): string => {
  const term = foldTerm(text.slice(0, READ_OF_TERM)).slice(0, LONGEST_TERM)
  return LETTER_OR_DIGIT.test(term) ? term : ''
}

/** A word with more hyphenated parts than this is not indexed as a whole: it is a date, an order number or a slug. */
const MOST_HYPHENATED = 3

/** The terms of a word. A hyphenated word also has a piece without hyphens: the 'ecommerce' of 'e-commerce'. */
const termsOfSpaced = (word: string): Term[] => {
  if (PLAIN_WORD.test(word)) return [{ term: word.toLowerCase(), start: 0, end: word.length, piece: false }]
  let next = 0
  const parts = word.split(HYPHEN)
  const terms = parts.flatMap((part) => {
    const start = next
    next += part.length + 1
    return termsOfPart(part).map((term) => ({ ...term, start: start + term.start, end: start + term.end }))
  })
  const whole = parts.length > 1 && parts.length <= MOST_HYPHENATED ? termOf(parts.join('')) : ''
  return whole === '' ? terms : [...terms, { term: PIECE + whole, start: 0, end: word.length, piece: true }]
}

/** The term of a word, then its pieces: the word without + and #, and the parts of a compound such as 'GitHub'. */
const termsOfPart = (word: string): Term[] => {
  // A piece, so that 'Procter & Gamble' is found with and without 'and', and its name counts as two words.
  if (word === '&') return [{ term: `${PIECE}and`, start: 0, end: 1, piece: true }]
  const term = termOf(word)
  if (term === '') return []
  const terms: Term[] = [{ term, start: 0, end: word.length, piece: false }]
  const addPiece = (piece: string, start: number): void => {
    const term = termOf(piece)
    if (term !== '') terms.push({ term: PIECE + term, start, end: start + piece.length, piece: true })
  }
  const bare = word.replace(/[+#]+$/, '')
  if (bare !== word) addPiece(bare, 0)
  if (word.length > LONGEST_TERM) return terms
  const pieces = bare.split(SEAM)
  let start = 0
  if (pieces.length > 1)
    for (const piece of pieces) {
      addPiece(piece, start)
      start += piece.length
    }
  return terms
}

/**
 * The terms of a run of a script without spaces: each pair of neighbouring characters, and the last character as a piece of the last pair.
 */
const termsOfUnspaced = (run: string): Term[] => {
  const characters = Array.from(run.slice(0, 2 * MOST_TERMS))
  let next = 0
  return characters.flatMap((character, index) => {
    const start = next
    next += character.length
    const pair = character + (characters[index + 1] ?? '')
    const term = termOf(pair)
    const piece = index > 0 && index === characters.length - 1
    return term === '' ? [] : [{ term: piece ? PIECE + term : term, start, end: start + pair.length, piece }]
  })
}

/** The terms of a word that scanWords found. Starts and ends count from the start of the word. */
export const termsOfWord = (word: string, unspaced: boolean): Term[] => (unspaced ? termsOfUnspaced(word) : termsOfSpaced(word))

/** The first MOST_TERMS terms of a text, in order. Texts and queries are analyzed alike. */
export const analyze = (text: string): Term[] => {
  const terms: Term[] = []
  scanWords(text, (from, to, unspaced) => {
    for (const { term, start, end, piece } of termsOfWord(text.slice(from, to), unspaced)) {
      if (terms.length >= MOST_TERMS) return false
      terms.push({ term, start: from + start, end: from + end, piece })
    }
    return true
  })
  return terms
}
