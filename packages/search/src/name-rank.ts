import type { Segment } from './segment.ts'
import { eachToken } from './token-list.ts'

/** How well the words of a query match a name; the smaller the better. */
export const WHOLE_NAME = 0
export const WHOLE_NAME_SWAPPED = 1
export const START_OF_NAME = 2
export const IN_NAME = 3
/** The words begin the name, but not all as typed: the last one may be the beginning of a longer word. */
export const ROUGH_START_OF_NAME = 4
export const ELSEWHERE = 5

/**
 * How the words of a query, `count` of them, stand in the name of a document, which is its first attribute. `marked` says of
 * each of the segment's `tokens.terms` which words it stands for. Pieces of words do not count.
 */
export const nameRank = ({ tokens, attributes }: Segment, marked: Uint16Array, document: number, count: number): number => {
  const every = (1 << count) - 1
  const text = document * attributes
  let met = 0
  // The words met so far in order from the first one on, without other words in between, a bit for each.
  let inOrder = 0
  let begins = true
  let foreign = false
  let before = 0
  eachToken(tokens, text, (index, isPiece) => {
    if (isPiece) return true
    const words = marked[index] as number
    met |= words
    foreign ||= words === 0
    if (begins && inOrder !== every) {
      const reached = inOrder
      // One term may match several words, as 'salesforce' matches 'sales force'.
      while ((words & ~inOrder & (inOrder + 1)) !== 0) inOrder |= inOrder + 1
      // And several terms may match one word.
      begins = inOrder !== reached || (words & before) !== 0
    }
    before = words
    return true
  })
  if (met !== every) return ELSEWHERE
  if (inOrder === every) return foreign ? START_OF_NAME : WHOLE_NAME
  return foreign ? IN_NAME : WHOLE_NAME_SWAPPED
}
