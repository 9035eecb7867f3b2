import { PIECE } from './analyze.ts'
import { type Dictionary, rangeOfPrefix } from './dictionary.ts'
import { createDistances, type Slips } from './edit-distance.ts'

/** Called for each term within the budget, with its number and its slips. */
export type VisitTerm = (number: number, typos: number) => void

const sharedLength = (a: string, b: string, most: number): number => {
  let length = 0
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

/**
 * Finds the terms that differ from a word by allowed slips. The dictionary is sorted, so it is walked like a tree: a beginning that neighbouring
 * terms share is compared once, and all terms with a hopeless beginning are skipped.
 */
export const findSimilar = (dictionary: Dictionary, word: string, slips: Slips, visit: VisitTerm): void => {
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
    // The next term does not share this hopeless row.
    if (hopeless) rows--
  }
}
