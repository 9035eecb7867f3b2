import { PIECE } from './analyze.ts'
import { type Dictionary, rangeOfPrefix } from './dictionary.ts'
import { createDistances, type Slips } from './edit-distance.ts'

/** Called for each similar term, with the term's number in the dictionary and the number of slips in it. */
export type VisitTerm = (number: number, typos: number) => void

/** The most words whose similar terms are kept for each dictionary. */
const KEPT_WORDS = 5_000
/** Longer words and longer lists of terms are not kept, so that the kept lists take only a few megabytes. */
const KEPT_LETTERS = 32
const KEPT_TERMS = 100

/**
 * Similar terms by word, as pairs of number and slips. Walking a dictionary is the most expensive step of a search, and the words that people search
 * for repeat although their queries do not. A dictionary never changes, so a list stays valid.
 */
const kept = new WeakMap<Dictionary, Map<string, readonly number[]>>()

/** Calls `visit` for each term that differs from a word by allowed slips, in the dictionary's order. */
export const eachSimilar = (dictionary: Dictionary, word: string, slips: Slips, visit: VisitTerm): void => {
  if (word.length > KEPT_LETTERS) return findSimilar(dictionary, word, slips, visit)
  const lists = kept.get(dictionary) ?? new Map<string, readonly number[]>()
  kept.set(dictionary, lists)
  const key = `${slips.budget}${slips.unlike}${slips.prefix ? '+' : '='}${word}`
  let list = lists.get(key)
  if (list) lists.delete(key)
  else {
    const found: number[] = []
    findSimilar(dictionary, word, slips, (number, typos) => found.push(number, typos))
    list = found
    if (lists.size >= KEPT_WORDS) lists.delete(lists.keys().next().value as string)
  }
  // Deleted and set again at each use: a Map keeps its order, so the first key is the least recently used.
  if (list.length <= 2 * KEPT_TERMS) lists.set(key, list)
  for (let at = 0; at < list.length; at += 2) visit(list[at] as number, list[at + 1] as number)
}

const sharedLength = (a: string, b: string, most: number): number => {
  let length = 0
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

/**
 * Finds the terms that differ from a word by allowed slips. The dictionary is sorted, so it is walked like a tree: a beginning that neighbouring
 * terms share is compared once, and all terms with a hopeless beginning are skipped.
 */
const findSimilar = (dictionary: Dictionary, word: string, slips: Slips, visit: VisitTerm): void => {
  const { budget, prefix } = slips
  const distances = createDistances(word, slips)
  // The smallest distance between the word and any beginning of the term, by the length of the beginning.
  const nearest = new Float64Array(distances.longest + 1).fill(Infinity)
  let previous = ''
  let rows = 0
  // Pieces of words may have no slips.
  let number = rangeOfPrefix(dictionary, PIECE).to
  while (number < dictionary.length) {
    const term = dictionary[number] as string
    const letters = Math.min(term.length, distances.longest)
    rows = sharedLength(previous, term, Math.min(rows, letters))
    previous = term
    let hopeless = false
    while (rows < letters && !hopeless) {
      rows++
      hopeless = distances.fillRow(term, rows) > budget
      nearest[rows] = Math.min(nearest[rows - 1] as number, distances.at(rows))
    }
    const whole = term.length === rows ? distances.at(rows) : Infinity
    const typos = prefix ? (nearest[rows] as number) : whole
    if (typos <= budget) visit(number, typos)
    if (hopeless && typos > budget) number = rangeOfPrefix(dictionary, term.slice(0, rows), number).to
    else number++
    // The next term does not begin with the letters of this hopeless row.
    if (hopeless) rows--
  }
}
