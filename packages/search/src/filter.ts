import { allBits, type BitSet, emptyBits, intersectionOf, setBit, unionOf } from '@marketplace/domain/bit-set'
import type { Segment } from './segment.ts'
import type { Steps } from './steps.ts'

export type Comparison = '<' | '<=' | '=' | '!=' | '>=' | '>'

/** A condition on documents: a value of a facet, a comparison of a number, or a combination of conditions. */
export type Filter =
  | { facet: string; value: string }
  | { number: string; is: Comparison; than: number }
  | { not: Filter }
  | { all: readonly Filter[] }
  | { any: readonly Filter[] }

const COMPARISONS: Record<Comparison, (a: number, b: number) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
  // A document without the number passes no comparison, not even this one.
  '!=': (a, b) => a !== b && !Number.isNaN(a),
  '>=': (a, b) => a >= b,
  '>': (a, b) => a > b,
}

/** The documents of a segment that pass a filter. A condition on an unknown facet, value or number passes none. */
export function* filterSegment(segment: Segment, filter: Filter): Steps<BitSet> {
  const size = segment.documents.length
  const passing = emptyBits(size)
  if ('facet' in filter) {
    for (const position of segment.facetIndex.facets.get(filter.facet)?.get(filter.value) ?? []) setBit(passing, position)
    yield
    return passing
  }
  if ('number' in filter) {
    const passes = COMPARISONS[filter.is]
    const numbers = segment.facetIndex.numbers.get(filter.number) ?? NO_NUMBERS
    for (let position = 0; position < numbers.length; position++)
      if (passes(numbers[position] as number, filter.than)) setBit(passing, position)
    yield
    return passing
  }
  if ('not' in filter) {
    const refused = yield* filterSegment(segment, filter.not)
    return allBits(size).map((word, index) => word & ~(refused[index] ?? 0))
  }
  const parts: BitSet[] = []
  for (const each of 'all' in filter ? filter.all : filter.any) parts.push(yield* filterSegment(segment, each))
  return 'all' in filter ? intersectionOf(allBits(size), ...parts) : unionOf(size, parts)
}

const NO_NUMBERS = new Float64Array()
