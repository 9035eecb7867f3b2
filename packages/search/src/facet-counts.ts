import { type BitSet, hasBit } from '@marketplace/domain/bit-set'
import { countMembers } from './facet-index.ts'
import type { Segment } from './segment.ts'

/** A part of the index, and what of it is counted. */
export type Counted = { segment: Segment; documents: BitSet }

export type FacetCount = { value: string; count: number }

/**
 * How many of the documents have each value of a facet: the most frequent first, then by value. Values that none has are left
 * out.
 */
export const countFacet = (parts: readonly Counted[], facet: string): FacetCount[] => {
  const counts = new Map<string, number>()
  for (const { segment, documents } of parts) {
    for (const [value, positions] of segment.facetIndex.facets.get(facet) ?? []) {
      const count = countMembers(positions, documents)
      if (count > 0) counts.set(value, (counts.get(value) ?? 0) + count)
    }
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

export type NumberStats = { min: number; max: number; avg: number; sum: number }

/** The range, mean and sum of a number over the documents that have it, or null where none does. */
export const numberStats = (parts: readonly Counted[], name: string): NumberStats | null => {
  const found: number[] = []
  for (const { segment, documents } of parts)
    for (const [position, number] of segment.facetIndex.numbers.get(name)?.entries() ?? [])
      if (!Number.isNaN(number) && hasBit(documents, position)) found.push(number)
  if (found.length === 0) return null
  // In the order of size, so that rounding does not depend on which document came first.
  found.sort((a, b) => a - b)
  const sum = found.reduce((total, number) => total + number, 0)
  return { min: found[0] as number, max: found.at(-1) as number, avg: sum / found.length, sum }
}
