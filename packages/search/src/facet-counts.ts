import { type BitSet, hasBit } from '@marketplace/domain/bit-set'
import { countMembers } from './facet-index.ts'
import type { Segment } from './segment.ts'

/** A segment's facets, and the documents of it that are counted. */
export type Counted = { segment: Segment; documents: BitSet }

export type FacetCount = { value: string; count: number }

/**
 * The number of documents that have each value of a facet, the most frequent value first, then by value. A value without documents is
 * left out.
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

/** Minimum, maximum, mean and sum of a number over the documents that have it; null if none has it. */
export const numberStats = (parts: readonly Counted[], name: string): NumberStats | null => {
  const found = parts.map(({ segment, documents }) => valuesIn(segment.facetIndex.numbers.get(name) ?? NO_NUMBERS, documents))
  const values = new Float64Array(found.reduce((count, { length }) => count + length, 0))
  let next = 0
  for (const own of found) {
    values.set(own, next)
    next += own.length
  }
  if (values.length === 0) return null
  // Added in order of size, so that rounding does not depend on the order of documents.
  values.sort()
  let sum = 0
  for (let place = 0; place < values.length; place++) sum += values[place] as number
  return { min: values[0] as number, max: values.at(-1) as number, avg: sum / values.length, sum }
}

const NO_NUMBERS = new Float64Array()

/** The values of a number in some documents; documents without it are left out. */
const valuesIn = (numbers: Float64Array, documents: BitSet): Float64Array => {
  const values = new Float64Array(numbers.length)
  let count = 0
  for (let position = 0; position < numbers.length; position++) {
    const number = numbers[position] as number
    if (!Number.isNaN(number) && hasBit(documents, position)) values[count++] = number
  }
  return values.subarray(0, count)
}
