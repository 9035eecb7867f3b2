import type { Segment } from './segment.ts'
import { FIRST_OF_TWO, joinUnits } from './token-list.ts'

/** The largest distance that is counted; words further apart are all equally far. */
export const FARTHEST = 8

/** Measures, text by text, the distances between words that are neighbours in a query of `count` words. */
export const createNearness = (count: number) => {
  const apart = new Uint8Array(Math.max(0, count - 1))
  const lastPlace = new Int32Array(count)

  const notePair = (pair: number, distance: number): void => {
    if (distance < (apart[pair] as number)) apart[pair] = distance
  }
  const noteWord = (word: number, place: number): void => {
    lastPlace[word] = place
    const before = word > 0 ? (lastPlace[word - 1] as number) : -1
    if (before >= 0) notePair(word - 1, Math.max(1, place - before))
    const after = word + 1 < count ? (lastPlace[word + 1] as number) : -1
    // Swapped words count as one place further apart.
    if (after >= 0) notePair(word, place === after ? 1 : place - after + 1)
  }

  return {
    /** Starts with a new document. */
    reset: (): void => {
      apart.fill(FARTHEST)
    },
    /** The sum of the smallest distances in all texts read. */
    total: (): number => {
      let sum = 0
      for (let pair = 0; pair < apart.length; pair++) sum += apart[pair] as number
      return sum
    },
    /** Whether all neighbours are adjacent. */
    isNearest: (): boolean => apart.every((distance) => distance === 1),
    /** Reads a text; if the query has only one word, only up to that word. Returns the place of the first match. */
    read: ({ tokens: { starts, units } }: Segment, marked: Uint16Array, text: number): number => {
      lastPlace.fill(-1)
      let first = Infinity
      let place = -1
      // The loop of eachToken, inlined: a search reads hundreds of thousands of tokens here.
      for (let at = starts[text] as number, end = starts[text + 1] as number; at < end;) {
        let token = units[at++] as number
        if (token >= FIRST_OF_TWO) token = joinUnits(token, units[at++] as number)
        if ((token & 1) === 0) place++
        let words = marked[token >>> 1] as number
        if (words === 0) continue
        if (first === Infinity) first = Math.max(0, place)
        if (count === 1) break
        for (; words !== 0; words &= words - 1) noteWord(31 - Math.clz32(words & -words), place)
      }
      return first
    },
  }
}
