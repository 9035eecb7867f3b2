import { type BitSet, hasBit } from '@marketplace/domain/bit-set'
import type { IndexedDocument } from './document.ts'

/** For each value of a facet the positions of the documents that have it, ascending, each once. */
export type FacetMembers = ReadonlyMap<string, Uint32Array>

/** Facets and numbers of the documents of a segment, by name. A number that a document does not have is NaN. */
export type FacetIndex = {
  facets: ReadonlyMap<string, FacetMembers>
  numbers: ReadonlyMap<string, Float64Array>
}

export const buildFacetIndex = (documents: readonly IndexedDocument[]): FacetIndex => {
  const facets = new Map<string, Map<string, number[]>>()
  const numbers = new Map<string, Float64Array>()
  for (const [position, document] of documents.entries()) {
    for (const [name, values] of Object.entries(document.facets)) {
      const members = getOrAdd(facets, name, () => new Map<string, number[]>())
      for (const value of new Set(values)) getOrAdd(members, value, () => []).push(position)
    }
    for (const [name, value] of Object.entries(document.numbers))
      getOrAdd(numbers, name, () => new Float64Array(documents.length).fill(NaN))[position] = value
  }
  return {
    facets: new Map(
      [...facets].map(([name, members]) => [
        name,
        new Map([...members].map(([value, positions]) => [value, Uint32Array.from(positions)])),
      ]),
    ),
    numbers,
  }
}

const getOrAdd = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** How many of the positions are in the set. */
export const countMembers = (positions: Uint32Array, set: BitSet): number => {
  let count = 0
  for (let index = 0; index < positions.length; index++) if (hasBit(set, positions[index] as number)) count++
  return count
}
