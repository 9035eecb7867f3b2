import { type BitSet, emptyBits, hasBit, setBit } from '@marketplace/domain/bit-set'
import { eachPosition } from './bits.ts'
import type { Part } from './ordered.ts'
import type { Segment } from './segment.ts'

/**
 * The caller's own numbers ("places", below `size`) of documents, by id. The index caches what it derives from this object, so the place of an
 * id may not change in the same object.
 */
export type Places = { of: ReadonlyMap<string, number>; size: number }

const NOWHERE = -1
const tables = new WeakMap<Places, WeakMap<Segment, Int32Array>>()

/** The place of each document of a segment. Cached, because looking up tens of thousands for every search would take longer than the search. */
const tableOf = (segment: Segment, places: Places): Int32Array => {
  const ofSegments = tables.get(places) ?? new WeakMap<Segment, Int32Array>()
  tables.set(places, ofSegments)
  const known = ofSegments.get(segment)
  if (known) return known
  const table = Int32Array.from(segment.documents, ({ id }) => places.of.get(id) ?? NOWHERE)
  ofSegments.set(segment, table)
  return table
}

/** The places of the documents; documents without a place are left out. */
export const placesOfParts = (parts: readonly Part[], places: Places): BitSet => {
  const bits = emptyBits(places.size)
  for (const { segment, documents } of parts) {
    const table = tableOf(segment, places)
    eachPosition(documents, (position) => {
      const place = table[position] as number
      if (place !== NOWHERE) setBit(bits, place)
    })
  }
  return bits
}

/** The part reduced to documents whose place is in a set. */
export const withPlaceIn = ({ segment, documents }: Part, places: Places, wanted: BitSet): Part => {
  const kept = emptyBits(segment.documents.length)
  const table = tableOf(segment, places)
  eachPosition(documents, (position) => {
    const place = table[position] as number
    if (place !== NOWHERE && hasBit(wanted, place)) setBit(kept, position)
  })
  return { segment, documents: kept }
}
