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
  const found = parts.map(({ segment, documents }) => valuesIn(segment.facetIndex.numbers.get(name) ?? NO_NUMBERS, documents))
  const values = new Float64Array(found.reduce((count, { length }) => count + length, 0))
  let next = 0
  for (const own of found) {
    values.set(own, next)
    next += own.length
  }
  if (values.length === 0) return null
  // In the order of size, so that rounding does not depend on which document came first.
  values.sort()
  let sum = 0
  for (let place = 0; place < values.length; place++) sum += values[place] as number
  return { min: values[0] as number, max: values.at(-1) as number, avg: sum / values.length, sum }
}

const NO_NUMBERS = new Float64Array()

/** The numbers of some documents; those that have none are left out. */
const valuesIn = (numbers: Float64Array, documents: BitSet): Float64Array => {
  const values = new Float64Array(numbers.length)
  let count = 0
  for (let position = 0; position < numbers.length; position++) {
    const number = numbers[position] as number
    if (!Number.isNaN(number) && hasBit(documents, position)) values[count++] = number
  }
  return values.subarray(0, count)
}
