import { countBits, emptyBits, setBit } from '@marketplace/domain/bit-set'
import { eachPosition } from './bits.ts'
import type { Part } from './ordered.ts'

/** Documents with the same rank, part by part. */
export type RankClass = { rank: number; members: readonly Part[]; count: number }

/** Puts documents into classes by their rank, the smallest first; as many classes as it takes to have `needed` documents in them. */
export const bestClasses = (
  parts: readonly Part[],
  rankOf: (part: number, position: number) => number,
  needed: number,
): RankClass[] => {
  const counts = new Map<number, number>()
  const ranks = parts.map(({ documents }, part) => {
    const ranks = new Int32Array(countBits(documents))
    let index = 0
    eachPosition(documents, (position) => {
      const rank = rankOf(part, position)
      ranks[index++] = rank
      counts.set(rank, (counts.get(rank) ?? 0) + 1)
    })
    return ranks
  })

  const sets = new Map<number, Uint32Array[]>()
  const classes: RankClass[] = []
  let before = 0
  for (const [rank, count] of [...counts].sort(([a], [b]) => a - b)) {
    if (before >= needed) break
    before += count
    const own = parts.map(({ segment }) => emptyBits(segment.documents.length))
    sets.set(rank, own)
    classes.push({ rank, count, members: parts.map(({ segment }, part) => ({ segment, documents: own[part] as Uint32Array })) })
  }
  for (const [part, { documents }] of parts.entries()) {
    const own = ranks[part] as Int32Array
    let index = 0
    eachPosition(documents, (position) => {
      const set = sets.get(own[index++] as number)
      if (set) setBit(set[part] as Uint32Array, position)
    })
  }
  return classes
}
