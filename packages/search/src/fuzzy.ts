import { PIECE } from './analyze.ts'
import { type Dictionary, rangeOfPrefix } from './dictionary.ts'
import { createDistances, type Slips } from './edit-distance.ts'

/** What `visit` is called with: the number of a term within the budget, and how many slips it is away. */
export type VisitTerm = (number: number, typos: number) => void

const sharedLength = (a: string, b: string, most: number): number => {
  let length = 0
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

/**
 * Finds the terms that a word may stand for with slips. Goes through the dictionary in its order as through a tree: what two
 * neighbours share is compared once, and what begins too differently is passed over whole.
 */
export const findSimilar = (dictionary: Dictionary, word: string, slips: Slips, visit: VisitTerm): void => {
  const { budget, prefix } = slips
  const distances = createDistances(word, slips)
  // The least distance between the word and a beginning of the term, by the length of the beginning.
  const nearest = new Float64Array(distances.longest + 1).fill(Infinity)
  let previous = ''
  let rows = 0
  // Pieces of words are found as they are typed only.
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
    // A row beyond hope is not to be built upon: the next term begins before it.
    if (hopeless) rows--
  }
}
