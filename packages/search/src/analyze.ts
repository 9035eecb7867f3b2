import { foldTerm } from './fold.ts'
import { scanWords } from './words.ts'

/** A term has no more letters; what a longer word has beyond them makes no difference. */
export const LONGEST_TERM = 64
/** Of one text no more terms are indexed: ten times what a long description has. */
export const MOST_TERMS = 4096

/** Begins the terms that are pieces of a word: the 'hub' of 'GitHub' is not the word 'hub', and is found behind it. */
export const PIECE = '\u0001'

/**
 * A term of a text, and where in the text it stands, in UTF-16 units. A piece has the place of the word before it, of which it is
 * one; any other term has a place of its own.
 */
export type Term = { term: string; start: number; end: number; piece: boolean }

/** Between 'tH' of 'GitHub', 'LS' of 'HTMLSource', 'e3' of 'Office365' and '5t' of '365training'. */
const SEAM = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u
/** Most words are like this, and what follows would change nothing about them. */
const PLAIN_WORD = /^[A-Za-z][a-z]{0,62}$/
const HYPHEN = /[-\u2010\u2011]/
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
/** A letter may have marks that folding drops. Of a heap of them the rest is not read: putting them in order takes the square of their number. */
const READ_OF_TERM = 8 * LONGEST_TERM

const termOf = (text: string): string => {
  const term = foldTerm(text.slice(0, READ_OF_TERM)).slice(0, LONGEST_TERM)
  return LETTER_OR_DIGIT.test(term) ? term : ''
}

/** Of more than so many words behind hyphens the whole is no word: a date, a number of an order, a slug. */
const MOST_HYPHENATED = 3

/** The terms of a word, or of several with hyphens between them, which together are a piece: the 'ecommerce' of 'e-commerce'. */
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

/** The term itself, and as pieces what it is without + and # and what it is put together from. */
const termsOfPart = (word: string): Term[] => {
  // 'Procter & Gamble' is found with 'and' and without, and its name is two words.
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
 * The terms of a run of characters without spaces: each neighbouring pair, and as a piece of the last pair the last character.
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

/** The terms of a word as scanWords found it; starts and ends count from the word's own beginning. */
export const termsOfWord = (word: string, unspaced: boolean): Term[] => (unspaced ? termsOfUnspaced(word) : termsOfSpaced(word))

/** The terms of a text in their order, the first MOST_TERMS of them. Texts and queries are read alike. */
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
