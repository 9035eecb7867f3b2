import { type BitSet, hasBit } from '@marketplace/domain/bit-set'
import type { SearchDocument } from './document.ts'

/** For each value of a facet the positions of the documents that have it, ascending, each once. */
export type FacetMembers = ReadonlyMap<string, Uint32Array>

/** Facets and numbers of the documents of a segment, by name. A number that a document does not have is NaN. */
export type FacetIndex = {
  facets: ReadonlyMap<string, FacetMembers>
  numbers: ReadonlyMap<string, Float64Array>
}

/** Facets during the building of a segment. */
type OpenFacets = Map<string, Map<string, number[]>>

export const buildFacetIndex = (documents: readonly Pick<SearchDocument, 'facets' | 'numbers'>[]): FacetIndex => {
  const facets: OpenFacets = new Map()
  const numbers = new Map<string, Float64Array>()
  for (const [position, document] of documents.entries()) {
    for (const [name, values] of Object.entries(document.facets))
      for (const value of new Set(values)) addMember(facets, name, value, position)
    for (const [name, value] of Object.entries(document.numbers)) numbersOf(numbers, name, documents.length)[position] = value
  }
  return { facets: sealFacets(facets), numbers }
}

const getOrAdd = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** Records that a document has a value. Positions must come in ascending order, each once for a value. */
const addMember = (facets: OpenFacets, name: string, value: string, position: number): void => {
  const values = getOrAdd(facets, name, () => new Map<string, number[]>())
  getOrAdd(values, value, () => []).push(position)
}

/** The values of a number for all documents, by position. */
export const numbersOf = (numbers: Map<string, Float64Array>, name: string, documents: number): Float64Array =>
  getOrAdd(numbers, name, () => new Float64Array(documents).fill(NaN))

const sealFacets = (facets: OpenFacets): FacetIndex['facets'] =>
  new Map(
    [...facets].map(([name, values]) => [
      name,
      new Map([...values].map(([value, positions]) => [value, Uint32Array.from(positions)])),
    ]),
  )

/** The number of positions that are in the set. */
export const countMembers = (positions: Uint32Array, set: BitSet): number => {
  let count = 0
  for (let index = 0; index < positions.length; index++) if (hasBit(set, positions[index] as number)) count++
  return count
}
