import { countBits, emptyBits, setBit } from '@marketplace/domain/bit-set'
import { eachPosition, eachPositionFrom } from './bits.ts'
import type { Part } from './ordered.ts'
import type { Steps } from './steps.ts'

/** Words of a set, with 32 documents each, that one step reads. */
const WORDS_OF_A_STEP = 128

/** Documents with the same rank, part by part. */
export type RankClass = { rank: number; members: readonly Part[]; count: number }

/**
 * Puts documents into classes of equal rank, the smallest rank first. Stops when the classes contain `needed` documents.
 */
export function* bestClasses(
  parts: readonly Part[],
  rankOf: (part: number, position: number) => number,
  needed: number,
): Steps<RankClass[]> {
  const classes: { rank: number; count: number; sets: readonly Uint32Array[] | null }[] = []
  const numbers = new Map<number, number>()
  const numberOf = (rank: number): number => {
    const known = numbers.get(rank)
    if (known !== undefined) return known
    numbers.set(rank, classes.length)
    return classes.push({ rank, count: 0, sets: null }) - 1
  }
  // The number of each document's class, in the order of positions.
  const classOf = parts.map(({ documents }) => new Uint32Array(countBits(documents)))
  for (const [part, { documents }] of parts.entries()) {
    const own = classOf[part] as Uint32Array
    let index = 0
    for (let from = 0; from < documents.length; from += WORDS_OF_A_STEP) {
      eachPositionFrom(documents, from, from + WORDS_OF_A_STEP, (position) => {
        const number = numberOf(rankOf(part, position))
        own[index++] = number
        const met = classes[number]
        if (met) met.count++
      })
      yield
    }
  }

  const best: RankClass[] = []
  let before = 0
  for (const each of classes.toSorted((a, b) => a.rank - b.rank)) {
    if (before >= needed) break
    before += each.count
    const sets = parts.map(({ segment }) => emptyBits(segment.documents.length))
    each.sets = sets
    const members = parts.map(({ segment }, part) => ({ segment, documents: sets[part] as Uint32Array }))
    best.push({ rank: each.rank, count: each.count, members })
  }
  for (const [part, { documents }] of parts.entries()) {
    const own = classOf[part] as Uint32Array
    let index = 0
    eachPosition(documents, (position) => {
      const set = classes[own[index++] as number]?.sets?.[part]
      if (set) setBit(set, position)
    })
  }
  return best
}
