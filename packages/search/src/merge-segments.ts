import { hasBit } from '@marketplace/domain/bit-set'
import type { Dictionary } from './dictionary.ts'
import type { IndexedDocument } from './document.ts'
import { addMember, type FacetIndex, numbersOf, type OpenFacets, sealFacets } from './facet-index.ts'
import { createSegment, type PostingList, type Segment, type TokenList } from './segment.ts'

const GONE = 0xffff_ffff

/** A segment that goes into another: what its live documents and their terms are called there. */
type Source = {
  segment: Segment
  /** The old positions of its live documents, ascending. */
  live: Uint32Array
  /** For each old position the new one, or GONE where the document is not live. */
  positions: Uint32Array
  /** For each old term how many live documents have it. */
  counts: Uint32Array
  /** For each old term its new number; of a term that no live document has anything. */
  numbers: Uint32Array
}

/**
 * One segment out of several, without what is not live any more: what a build from the same documents in the same order makes.
 */
export const mergeSegments = (segments: readonly Segment[], attributes: number): Segment => {
  const sources: Source[] = []
  let documents = 0
  for (const segment of segments) {
    const source = readSource(segment, documents)
    sources.push(source)
    documents += source.live.length
  }
  const dictionary = mergeDictionaries(sources)
  return createSegment({
    documents: sources.flatMap(({ segment, live }) =>
      Array.from(live, (position) => segment.documents[position] as IndexedDocument),
    ),
    attributes,
    dictionary,
    tokens: mergeTokens(sources, documents, attributes),
    postings: mergePostings(sources, dictionary.length),
    facetIndex: mergeFacets(sources, documents),
  })
}

/** `first` is the new position of the first document. */
const readSource = (segment: Segment, first: number): Source => {
  const { documents, dictionary, postings, live } = segment
  const positions = new Uint32Array(documents.length).fill(GONE)
  const alive = Uint32Array.from(documents.keys()).filter((position) => hasBit(live, position))
  for (const [index, position] of alive.entries()) positions[position] = first + index
  const counts = new Uint32Array(dictionary.length)
  for (let term = 0, at = 0; term < dictionary.length; term++)
    for (const end = postings.starts[term + 1] as number; at < end; at++)
      if (positions[(postings.entries[at] as number) >>> 8] !== GONE) counts[term] = (counts[term] as number) + 1
  return { segment, live: alive, positions, counts, numbers: new Uint32Array(dictionary.length) }
}

/** All terms that a live document has, in order, each once; numbers them in the sources. */
const mergeDictionaries = (sources: readonly Source[]): Dictionary => {
  const terms = new Set<string>()
  for (const { segment, counts } of sources)
    for (const [number, term] of segment.dictionary.entries()) if (counts[number] !== 0) terms.add(term)
  const dictionary = [...terms].sort()
  for (const { segment, numbers } of sources) {
    // Both are in order, so one walk along them finds each term.
    let place = 0
    for (const [number, term] of segment.dictionary.entries()) {
      while (place < dictionary.length && (dictionary[place] as string) < term) place++
      numbers[number] = place
    }
  }
  return dictionary
}

const countTokens = ({ segment, live }: Source, attributes: number): number => {
  const { starts } = segment.tokens
  return live.reduce((sum, at) => sum + (starts[(at + 1) * attributes] as number) - (starts[at * attributes] as number), 0)
}

const mergeTokens = (sources: readonly Source[], documents: number, attributes: number): TokenList => {
  const starts = new Uint32Array(documents * attributes + 1)
  const entries = new Uint32Array(sources.reduce((sum, source) => sum + countTokens(source, attributes), 0))
  let text = 0
  let filled = 0
  for (const { segment, live, numbers } of sources) {
    const { tokens } = segment
    for (const position of live) {
      for (let old = position * attributes; old < (position + 1) * attributes; old++) {
        for (let at = tokens.starts[old] as number, end = tokens.starts[old + 1] as number; at < end; at++) {
          const entry = tokens.entries[at] as number
          entries[filled++] = (numbers[entry >>> 1] as number) * 2 + (entry & 1)
        }
        starts[++text] = filled
      }
    }
  }
  return { starts, entries }
}

const mergePostings = (sources: readonly Source[], terms: number): PostingList => {
  const starts = new Uint32Array(terms + 1)
  for (const { counts, numbers } of sources)
    for (let term = 0; term < counts.length; term++) {
      const count = counts[term] as number
      if (count === 0) continue
      const after = (numbers[term] as number) + 1
      starts[after] = (starts[after] as number) + count
    }
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number)
  const entries = new Uint32Array(starts[terms] as number)
  const filled = starts.slice(0, terms)
  // The sources one after another: the positions of each are behind those of the ones before it.
  for (const { segment, positions, counts, numbers } of sources) {
    const { postings } = segment
    for (let term = 0; term < counts.length; term++) {
      if (counts[term] === 0) continue
      const number = numbers[term] as number
      let next = filled[number] as number
      for (let at = postings.starts[term] as number, end = postings.starts[term + 1] as number; at < end; at++) {
        const entry = postings.entries[at] as number
        const position = positions[entry >>> 8] as number
        if (position !== GONE) entries[next++] = position * 256 + (entry & 255)
      }
      filled[number] = next
    }
  }
  return { starts, entries }
}

const mergeFacets = (sources: readonly Source[], documents: number): FacetIndex => {
  const facets: OpenFacets = new Map()
  const numbers = new Map<string, Float64Array>()
  for (const { segment, positions } of sources) {
    for (const [name, values] of segment.facetIndex.facets)
      for (const [value, members] of values)
        for (const member of members) if (positions[member] !== GONE) addMember(facets, name, value, positions[member] as number)
    for (const [name, values] of segment.facetIndex.numbers) {
      const own = numbersOf(numbers, name, documents)
      for (const [old, position] of positions.entries()) if (position !== GONE) own[position] = values[old] as number
    }
  }
  return { facets: sealFacets(facets), numbers }
}
