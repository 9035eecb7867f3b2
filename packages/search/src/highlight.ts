import { analyze, PIECE, type Term } from './analyze.ts'
import { typosBetween } from './edit-distance.ts'
import type { Plan } from './find.ts'
import { unfoldedLength } from './fold.ts'
import type { Alternative, QueryWord } from './query.ts'
import { stem } from './stem.ts'

/** A stretch of a text, and whether the query asked for it. The stretches of a text put together are the text. */
export type TextPart = { text: string; matched: boolean }

export type Highlight = {
  parts: readonly TextPart[]
  /** The words of the query that stand in the text, as terms. */
  matchedWords: readonly string[]
  /** Whether none, some or all words of the query stand in the text. */
  matchLevel: 'none' | 'partial' | 'full'
  /** Whether every word of the text was asked for. */
  fullyHighlighted: boolean
}

type Stretch = { start: number; end: number }

/** How a term stands for a word: the letters of it that do, counted as folded, and the slips; null where it does not. */
const matchTerm = (term: string, word: QueryWord, withTypos: boolean): { length: number; typos: number } | null => {
  if (term.startsWith(PIECE)) {
    const piece = term.slice(PIECE.length)
    const stands = word.prefix ? piece.startsWith(word.term) : piece === word.term
    return stands ? { length: word.term.length, typos: 0 } : null
  }
  const whole = { length: term.length, typos: 0 }
  if (term === word.term || term === word.bare) return whole
  if (word.prefix && term.startsWith(word.term)) return { length: word.term.length, typos: 0 }
  if (stem(term) === word.stem) return whole
  if (!withTypos || word.budget === 0) return null
  const typos = typosBetween(word.term, term, word.budget, word.prefix)
  return typos <= word.budget ? { length: term.length, typos } : null
}

const stretchOf = (text: string, { term, start, end, piece }: Term, length: number): Stretch =>
  length >= term.length - (piece ? PIECE.length : 0)
    ? { start, end }
    : { start, end: start + unfoldedLength(text.slice(start, end), length) }

/** Where an alternative stands in a text: its terms one after another. */
const matchAlternative = (text: string, places: readonly Place[], { terms, prefix }: Alternative): Stretch[] =>
  places.flatMap((_, place) => {
    const stretches: Stretch[] = []
    for (const [index, wanted] of terms.entries()) {
      const open = prefix && index === terms.length - 1
      const found = places[place + index]?.find(({ term }) => (open ? term.startsWith(wanted) : term === wanted))
      if (!found) return []
      stretches.push(stretchOf(text, found, open ? wanted.length : found.term.length))
    }
    return stretches
  })

/** Makes a function that says what of a text a query asked for. It needs no index: the text need not be a document's. */
export const createHighlighter = ({ words, alternatives, withTypos }: Plan): ((text: string) => Highlight) => {
  const known = new Map<string, ReturnType<typeof matchTerm>[]>()
  const matchWords = (term: string): ReturnType<typeof matchTerm>[] => {
    const matched = known.get(term) ?? words.map((word) => matchTerm(term, word, withTypos))
    known.set(term, matched)
    return matched
  }

  return (text) => {
    const terms = analyze(text)
    // Where a word stands as it was typed, its misspellings are something else.
    const fewest = words.map(() => Infinity)
    for (const { term } of terms)
      for (const [word, match] of matchWords(term).entries())
        if (match) fewest[word] = Math.min(fewest[word] as number, match.typos)
    const stretches = terms.flatMap((term) =>
      matchWords(term.term).flatMap((match, word) =>
        match && match.typos === fewest[word] ? stretchOf(text, term, match.length) : [],
      ),
    )
    const found = new Set(fewest.flatMap((typos, word) => (typos === Infinity ? [] : word)))
    const places = placesOf(terms)
    for (const alternative of alternatives) {
      const own = matchAlternative(text, places, alternative)
      for (const stretch of own) stretches.push(stretch)
      if (own.length > 0) for (let word = alternative.first; word <= alternative.last; word++) found.add(word)
    }
    const merged = mergeStretches(stretches)
    return {
      parts: partsOf(text, merged),
      matchedWords: words.flatMap(({ term }, word) => (found.has(word) ? [term] : [])),
      matchLevel: found.size === 0 ? 'none' : found.size === words.length ? 'full' : 'partial',
      fullyHighlighted: areCovered(places, merged),
    }
  }
}

/** The terms at one place of a text: a word and its pieces. */
type Place = readonly [Term, ...Term[]]

const placesOf = (terms: readonly Term[]): Place[] => {
  const places: [Term, ...Term[]][] = []
  for (const term of terms) {
    if (!term.piece) places.push([term])
    else places.at(-1)?.push(term)
  }
  return places
}

/** The same stretches in order, those that overlap or touch made one. */
const mergeStretches = (stretches: readonly Stretch[]): Stretch[] => {
  const merged: Stretch[] = []
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** Whether something of each word is in one of the stretches. Both are in order. */
const areCovered = (places: readonly Place[], stretches: readonly Stretch[]): boolean => {
  let next = 0
  return (
    places.length > 0 &&
    places.every(([{ start, end }]) => {
      while ((stretches[next]?.end ?? Infinity) <= start) next++
      return (stretches[next]?.start ?? Infinity) < end
    })
  )
}

const partsOf = (text: string, stretches: readonly Stretch[]): TextPart[] => {
  const parts: TextPart[] = []
  const add = (from: number, to: number, matched: boolean): void => {
    if (from < to) parts.push({ text: text.slice(from, to), matched })
  }
  let done = 0
  for (const { start, end } of stretches) {
    add(done, start, false)
    add(start, end, true)
    done = end
  }
  add(done, text.length, false)
  return parts
}
