import { MOST_TERMS, PIECE, type Term, termsOfWord } from './analyze.ts'
import { createTypoMeasure } from './edit-distance.ts'
import type { Plan } from './find.ts'
import { unfoldedLength } from './fold.ts'
import { createTermMatcher, type TermMatch } from './match-term.ts'
import { type Alternative, isJoined } from './query.ts'
import { mergeStretches, partsOf, type Stretch, type TextPart } from './text-parts.ts'
import { scanWords } from './words.ts'

export type { TextPart }

export type Highlight = {
  parts: readonly TextPart[]
  /** The words of the query that the text contains, as terms. */
  matchedWords: readonly string[]
  /** Whether the text contains none, some or all words of the query. */
  matchLevel: 'none' | 'partial' | 'full'
  /** Whether all letters and digits of the text are marked. */
  fullyHighlighted: boolean
}

/**
 * A term of the text that may match the query. `place` counts the words before it, first within its own word and then in the text. `begins` are
 * the indexes of the alternatives whose first term it matches.
 */
type Wanted = Term & { place: number; matches: readonly (TermMatch & { word: number })[]; begins: readonly number[] }
/** The terms of a word, as written, that may match the query, and how many places the word takes. */
type Reading = { wanted: readonly Wanted[]; places: number; terms: number }

/** The part of the text that became the first `length` letters of a term. */
const stretchOf = (text: string, { term, start, end, piece }: Term, length: number): Stretch =>
  length >= term.length - (piece ? PIECE.length : 0)
    ? { start, end }
    : { start, end: start + unfoldedLength(text.slice(start, end), length) }

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Makes a function that says whether a term matches the alternative's term number `index`. */
const createPartMatcher = (alternative: Alternative, index: number, slips: Plan['slips']): ((term: string) => boolean) => {
  const wanted = alternative.terms[index] as string
  const open = alternative.prefix && index === alternative.terms.length - 1
  const measures = isJoined(alternative) ? slips.map((slipsOf) => createTypoMeasure(wanted, slipsOf(wanted, open))) : []
  return (term) => {
    if (open ? term.startsWith(wanted) : term === wanted) return true
    return !term.startsWith(PIECE) && measures.some((measure) => measure(term) < Infinity)
  }
}

/** Makes a function that marks the parts of a text that match a query. It needs no index, so the text can be any text. */
export const createHighlighter = ({ words, alternatives, slips }: Plan): ((text: string) => Highlight) => {
  const matchers = words.map((word) => createTermMatcher(word, slips))
  const partsOfAlternatives = alternatives.map((alternative) =>
    alternative.terms.map((_, index) => createPartMatcher(alternative, index, slips)),
  )
  const isPartOfAlternative = (term: string): boolean =>
    partsOfAlternatives.some((parts) => parts.some((standsFor) => standsFor(term)))
  const begunBy = (term: string): number[] =>
    partsOfAlternatives.flatMap(([standsFor], number) => (standsFor?.(term) ? [number] : []))

  const readWord = (word: string, unspaced: boolean): Reading => {
    let place = -1
    const terms = termsOfWord(word, unspaced).map((term) => {
      return {
        ...term,
        place: term.piece ? place : ++place,
        matches: matchers.flatMap((match, word) => {
          const matched = match(term.term)
          return matched ? { ...matched, word } : []
        }),
      }
    })
    const wanted = terms
      .filter(({ term, matches }) => matches.length > 0 || isPartOfAlternative(term))
      .map((term) => ({ ...term, begins: begunBy(term.term) }))
    return { wanted, places: place + 1, terms: terms.length }
  }

  // Most words of a text occur several times, so each is analyzed once.
  const readings = new Map<string, Reading>()
  const readText = (text: string): Wanted[] => {
    const found: Wanted[] = []
    let places = 0
    let room = MOST_TERMS
    scanWords(text, (start, end, unspaced) => {
      const word = text.slice(start, end)
      let reading = readings.get(word)
      if (!reading) {
        reading = readWord(word, unspaced)
        readings.set(word, reading)
      }
      for (const wanted of reading.wanted)
        found.push({ ...wanted, start: start + wanted.start, end: start + wanted.end, place: places + wanted.place })
      places += reading.places
      room -= reading.terms
      return room > 0
    })
    return found
  }

  /** The stretches at which the terms of an alternative follow each other in a text. Adds the words that the alternative matches to `found`. */
  const findAlternatives = (text: string, wanted: readonly Wanted[], found: Set<number>): Stretch[] => {
    const byPlace = Map.groupBy(wanted, ({ place }) => place)
    return wanted.flatMap(({ begins, place }) =>
      begins.flatMap((number) => {
        const { terms, first, last } = alternatives[number] as Alternative
        const stretches = terms.flatMap((term, index) => {
          const one = byPlace.get(place + index)?.find((each) => partsOfAlternatives[number]?.[index]?.(each.term))
          return one ? stretchOf(text, one, one.term.startsWith(term) ? term.length : one.term.length) : []
        })
        if (stretches.length < terms.length) return []
        for (let word = first; word <= last; word++) found.add(word)
        return stretches
      }),
    )
  }

  return (text) => {
    const wanted = readText(text)
    const found = new Set<number>()
    // If the text contains a word as typed, similar words are not marked for it.
    const fewest = words.map(() => Infinity)
    for (const { matches } of wanted)
      for (const { word, typos } of matches) {
        found.add(word)
        fewest[word] = Math.min(fewest[word] as number, typos)
      }
    const stretches = wanted.flatMap((term) =>
      term.matches.filter(({ word, typos }) => typos === fewest[word]).map(({ length }) => stretchOf(text, term, length)),
    )
    const others = wanted.some(({ begins }) => begins.length > 0) ? findAlternatives(text, wanted, found) : []
    const parts = partsOf(text, mergeStretches([...stretches, ...others]))
    return {
      parts,
      matchedWords: words.flatMap(({ term }, word) => (found.has(word) ? [term] : [])),
      matchLevel: found.size === 0 ? 'none' : found.size === words.length ? 'full' : 'partial',
      fullyHighlighted: found.size > 0 && !parts.some((part) => !part.matched && LETTER_OR_DIGIT.test(part.text)),
    }
  }
}
