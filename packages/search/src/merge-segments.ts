import { type BitSet, countBits } from '@marketplace/domain/bit-set'
import { eachPosition } from './bits.ts'
import type { Dictionary } from './dictionary.ts'
import type { DocumentOrder, IndexedDocument } from './document.ts'
import { type FacetIndex, numbersOf } from './facet-index.ts'
import { GONE, mergePostings, mergeTokens, type Release, type Source, STEP } from './merge-lists.ts'
import { eachPosting } from './posting-list.ts'
import { createSegment, type Segment } from './segment.ts'
import type { Steps } from './steps.ts'

/** The number of text comparisons in one step. */
const TEXT_STEP = 10_000

/** A merged segment, and for each source the new positions by the old ones. */
export type Merge = { segment: Segment; positions: readonly Uint32Array[] }

/**
 * Merges several segments into one, without documents that are not live when it begins. The result equals a segment built from the same
 * documents in the same order. The sources do not change, except for what `release` does to their tokens and postings.
 */
export const mergeSegments = function* (
  segments: readonly Segment[],
  attributes: number,
  release: Release = () => {},
): Steps<Merge> {
  const sources: Source[] = []
  let documents = 0
  // Copied at once. A document that is removed later must also be removed from the merged segment by the caller.
  const live = segments.map((segment) => segment.live.slice())
  for (const [index, segment] of segments.entries()) {
    const source = findLive(segment, live[index] as Uint32Array, documents)
    sources.push(source)
    documents += source.live.length
    yield
  }
  for (const source of sources) yield* countTerms(source)
  const dictionary = yield* mergeDictionaries(sources)
  const counts = countAll(sources, dictionary.length)
  const tokens = yield* mergeTokens(sources, counts, attributes, release)
  const postings = yield* mergePostings(sources, dictionary.length, release)
  const facetIndex = yield* mergeFacets(sources, documents)
  const all = sources.flatMap(({ segment, live }) =>
    Array.from(live, (position) => segment.documents[position] as IndexedDocument),
  )
  yield
  const segment = createSegment({ documents: all, attributes, dictionary, tokens, postings, facetIndex })
  yield* mergeOrders(sources, segment)
  return { segment, positions: sources.map(({ positions }) => positions) }
}

/** `first` is the new position of the first document. */
const findLive = (segment: Segment, live: BitSet, first: number): Source => {
  const { documents, dictionary } = segment
  const positions = new Uint32Array(documents.length).fill(GONE)
  const alive = new Uint32Array(countBits(live))
  let found = 0
  eachPosition(live, (position) => {
    positions[position] = first + found
    alive[found++] = position
  })
  return {
    segment,
    live: alive,
    positions,
    counts: new Uint32Array(dictionary.length),
    numbers: new Uint32Array(dictionary.length),
  }
}

const countTerms = function* ({ segment, positions, counts }: Source): Steps<void> {
  const { dictionary, postings } = segment
  for (let term = 0, rest = STEP; term < dictionary.length; term++) {
    let met = 0
    eachPosting(postings, { from: term, to: term + 1 }, (document) => {
      met++
      if (positions[document] !== GONE) counts[term] = (counts[term] as number) + 1
    })
    rest -= met + 1
    if (rest < 0) {
      rest = STEP
      yield
    }
  }
}

/** The number of live documents in all sources that have each term of the common dictionary. */
const countAll = (sources: readonly Source[], terms: number): Uint32Array => {
  const all = new Uint32Array(terms)
  for (const { counts, numbers } of sources)
    for (let term = 0; term < counts.length; term++) {
      const number = numbers[term] as number
      if (counts[term] !== 0) all[number] = (all[number] as number) + (counts[term] as number)
    }
  return all
}

/** All terms of two dictionaries, in order, each once. */
const mergeTerms = function* (a: Dictionary, b: Dictionary): Steps<Dictionary> {
  const merged: string[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [one, other] = [a[i], b[j]]
    const isOne = other === undefined || (one !== undefined && one <= other)
    merged.push((isOne ? one : other) as string)
    if (one === other) j++
    if (isOne) i++
    else j++
    if (merged.length % TEXT_STEP === 0) yield
  }
  return merged
}

/** All terms of live documents, in order, each once. Also fills in `numbers` of the sources. */
const mergeDictionaries = function* (sources: readonly Source[]): Steps<Dictionary> {
  let dictionaries: Dictionary[] = []
  for (const { segment, counts } of sources) {
    dictionaries.push(segment.dictionary.filter((_, number) => counts[number] !== 0))
    yield
  }
  while (dictionaries.length > 1) {
    const pairs: Dictionary[] = []
    for (let pair = 0; pair < dictionaries.length; pair += 2)
      pairs.push(yield* mergeTerms(dictionaries[pair] ?? [], dictionaries[pair + 1] ?? []))
    dictionaries = pairs
  }
  const dictionary = dictionaries[0] ?? []
  for (const { segment, numbers } of sources) {
    // Both are sorted, so one walk along both finds each term. For a source with few terms a binary search for each is faster.
    const isFew = segment.dictionary.length * 20 < dictionary.length
    let place = 0
    let rest = TEXT_STEP
    for (let number = 0; number < segment.dictionary.length; number++) {
      const term = segment.dictionary[number] as string
      const begun = place
      if (isFew) place = placeOf(dictionary, term, place)
      else while (place < dictionary.length && (dictionary[place] as string) < term) place++
      numbers[number] = place
      rest -= isFew ? 20 : place - begun + 1
      if (rest < 0) {
        rest = TEXT_STEP
        yield
      }
    }
  }
  return dictionary
}

/** The first place at or after `from` whose term is not before `term`. */
const placeOf = (dictionary: Dictionary, term: string, from: number): number => {
  let [low, high] = [from, dictionary.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((dictionary[middle] as string) < term) low = middle + 1
    else high = middle
  }
  return low
}

/** The members of a value, as far as they are filled in. */
type Members = { positions: Uint32Array; filled: number }

/** Arrays with room for the documents of each value in all sources. */
const makeRoom = (sources: readonly Source[]): Map<string, Map<string, Members>> => {
  const sizes = new Map<string, Map<string, number>>()
  for (const { segment } of sources)
    for (const [name, values] of segment.facetIndex.facets) {
      const own = sizes.get(name) ?? new Map<string, number>()
      for (const [value, members] of values) own.set(value, (own.get(value) ?? 0) + members.length)
      sizes.set(name, own)
    }
  return new Map(
    [...sizes].map(([name, values]) => [
      name,
      new Map([...values].map(([value, size]) => [value, { positions: new Uint32Array(size), filled: 0 }])),
    ]),
  )
}

const mergeFacets = function* (sources: readonly Source[], documents: number): Steps<FacetIndex> {
  const facets = makeRoom(sources)
  const numbers = new Map<string, Float64Array>()
  let rest = STEP
  for (const { segment, positions } of sources) {
    for (const [name, values] of segment.facetIndex.facets)
      for (const [value, members] of values) {
        const own = facets.get(name)?.get(value) as Members
        for (let member = 0; member < members.length; member++) {
          const position = positions[members[member] as number] as number
          if (position !== GONE) own.positions[own.filled++] = position
        }
        rest -= members.length + 1
        if (rest < 0) {
          rest = STEP
          yield
        }
      }
    for (const [name, values] of segment.facetIndex.numbers) {
      const own = numbersOf(numbers, name, documents)
      for (let old = 0; old < positions.length; old++) {
        const position = positions[old] as number
        if (position !== GONE) own[position] = values[old] as number
      }
      yield
    }
  }
  const merged = new Map<string, Map<string, Uint32Array>>()
  for (const [name, values] of facets) {
    const own = new Map<string, Uint32Array>()
    // A value without live documents is dropped.
    for (const [value, { positions, filled }] of values) if (filled > 0) own.set(value, positions.slice(0, filled))
    if (own.size > 0) merged.set(name, own)
    yield
  }
  return { facets: merged, numbers }
}

/** Merges the orders that the largest source has. They were requested before, so they will be again, and merging is faster than sorting. */
const mergeOrders = function* (sources: readonly Source[], { documents, orders }: Segment): Steps<void> {
  const [largest] = sources.toSorted((a, b) => b.live.length - a.live.length)
  for (const order of largest?.segment.orders.keys() ?? []) {
    let parts = sources.map((source) => inOrder(source, order))
    while (parts.length > 1) {
      const pairs: Uint32Array[] = []
      for (let pair = 0; pair < parts.length; pair += 2)
        pairs.push(yield* mergePlaces(parts[pair] as Uint32Array, parts[pair + 1] ?? new Uint32Array(0), documents, order))
      parts = pairs
    }
    orders.set(order, parts[0] ?? new Uint32Array(0))
  }
}

/** The new positions of a source's documents in an order. */
const inOrder = ({ segment, positions, live }: Source, order: DocumentOrder): Uint32Array => {
  const { documents, orders } = segment
  const sorted =
    orders.get(order) ?? live.toSorted((a, b) => order(documents[a] as IndexedDocument, documents[b] as IndexedDocument))
  return sorted.map((position) => positions[position] as number).filter((position) => position !== GONE)
}

const mergePlaces = function* (
  a: Uint32Array,
  b: Uint32Array,
  documents: readonly IndexedDocument[],
  order: DocumentOrder,
): Steps<Uint32Array> {
  const merged = new Uint32Array(a.length + b.length)
  let [i, j] = [0, 0]
  for (let filled = 0; filled < merged.length; filled++) {
    const isFirst =
      j >= b.length ||
      (i < a.length && order(documents[a[i] as number] as IndexedDocument, documents[b[j] as number] as IndexedDocument) < 0)
    merged[filled] = (isFirst ? a[i++] : b[j++]) as number
    if (filled % TEXT_STEP === TEXT_STEP - 1) yield
  }
  return merged
}
