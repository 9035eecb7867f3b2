import { type BitSet, countBits, haveCommon, intersectionOf } from '@marketplace/domain/bit-set'
import { takeBest } from './best.ts'
import { byRecommendation, type DocumentOrder, type SearchDocument, totalOrder } from './document.ts'
import { countFacet, type NumberStats, numberStats } from './facet-counts.ts'
import { type FacetHit, findFacetValues } from './facet-search.ts'
import { type Filter, filterSegment } from './filter.ts'
import { findMatches, type Found } from './find.ts'
import { createHighlighter, type Highlight } from './highlight.ts'
import { type Part, takePage } from './ordered.ts'
import { type Places, placesOfParts, withPlaceIn } from './places.ts'
import { parseQuery } from './query.ts'
import { createSegmentStore } from './segment-store.ts'
import { doAll, type Steps } from './steps.ts'
import { buildSynonymTable, type Synonym } from './synonyms.ts'

export type SearchIndexOptions = {
  /** The names of the fields that are searched, the weightiest first; the first is the name. */
  attributes: readonly string[]
  synonyms?: readonly Synonym[]
  /** Orders by name, for requests that want another than relevance. */
  orders?: Readonly<Record<string, DocumentOrder>>
}

export type Question = {
  /** What was typed. Without a word in it everything is found. */
  query: string
  /** Takes away from what is found and never adds to it: how the query is read does not depend on it. */
  filter?: Filter
  /** Whether words may have slips of the finger; true without it. */
  typoTolerance?: boolean
}

export type SearchRequest = Question & {
  /** The facets whose values are counted, and the numbers whose range is worked out. */
  facets?: readonly string[]
  /** So many values of a facet at most, the most frequent first; 100 without it. */
  maxValuesPerFacet?: number
  /** The name of an order; relevance without it, and for a name that is none. */
  sort?: string
  offset?: number
  /** 20 without it. */
  limit?: number
}

export type SearchResult = {
  /** Of the documents on the page, in their order. */
  ids: readonly string[]
  total: number
  /** Whether all words of the query were found in each document, or at least one. */
  allWords: boolean
  /** Whether something has all words as they are typed. Without it, what was found only resembles what was asked for. */
  asTyped: boolean
  facets: Readonly<Record<string, Readonly<Record<string, number>>>>
  stats: Readonly<Record<string, NumberStats>>
  /** What of a text the query asked for. Any text: a field of a hit, or something beside it. */
  highlight: (text: string) => Highlight
}

/** All that a query finds, for a caller who knows more of the documents than the index does, by the places that he has for them. */
export type Matches = {
  /** How many there are, those without a place included. */
  total: number
  /** See SearchResult. */
  allWords: boolean
  /** See SearchResult. */
  asTyped: boolean
  /** The places of all of them. */
  places: () => BitSet
  /** The places of the best of those that are `wanted`, the best first; of all that have a place without it. */
  best: (limit: number, wanted?: BitSet) => Steps<number[]>
  /** See SearchResult. */
  highlight: (text: string) => Highlight
}

export type FacetRequest = Question & { facet: string; facetQuery: string; limit?: number }

export type SearchIndex = {
  /** Takes documents in, or puts them in the place of those with the same ids. */
  put: (documents: readonly SearchDocument[]) => void
  /**
   * The same in steps, for thousands of documents: others can have their turn between them. What a step has put is found at once.
   */
  putInSteps: (documents: readonly SearchDocument[]) => Generator<void>
  remove: (ids: readonly string[]) => void
  /**
   * Tidies up after changes, in short steps between which anything may be changed and searched. Without it everything is found, only
   * slower with every change.
   */
  settle: () => Generator<void>
  setSynonyms: (synonyms: readonly Synonym[]) => void
  /** Any string is a query, and the work for it is bounded. */
  search: (request: SearchRequest) => SearchResult
  /** The same in steps; documents may be put and removed between them. */
  searchInSteps: (request: SearchRequest) => Steps<SearchResult>
  /** The same without a limit. */
  match: (question: Question, places: Places) => Steps<Matches>
  /** Values of a facet that fit what was typed into a field for them, among the documents that a query finds. */
  searchFacet: (request: FacetRequest) => Steps<readonly FacetHit[]>
  size: () => number
}

const totalOf = (parts: readonly Part[]): number => parts.reduce((sum, { documents }) => sum + countBits(documents), 0)

const natural = (number: number): number => Math.max(0, Math.trunc(number) || 0)

/**
 * An index of documents in memory. It answers the same however its documents came in: all at once, or one by one with others
 * replaced and removed between them.
 */
export const createSearchIndex = ({ attributes, synonyms = [], orders = {} }: SearchIndexOptions): SearchIndex => {
  const store = createSegmentStore(attributes)
  const recommended = totalOrder(byRecommendation)
  const named = new Map(Object.entries(orders).map(([name, order]) => [name, totalOrder(order)]))
  let table = buildSynonymTable(synonyms)

  function* find({ query, filter, typoTolerance = true }: Question): Steps<{ found: Found; parts: Part[]; asTyped: boolean }> {
    const found = yield* findMatches(store.segments(), parseQuery(query, table), typoTolerance)
    const parts: Part[] = []
    let asTyped = false
    for (const [place, { segment, documents }] of found.segments.entries()) {
      const passing = filter ? yield* filterSegment(segment, filter) : segment.live
      parts.push({ segment, documents: filter ? intersectionOf(documents, passing) : documents })
      asTyped ||= found.all && haveCommon(found.asTyped?.[place] ?? documents, passing)
    }
    return { found, parts, asTyped }
  }

  function* searchInSteps({ facets = [], maxValuesPerFacet = 100, sort, ...request }: SearchRequest): Steps<SearchResult> {
    const { found, parts, asTyped } = yield* find(request)
    const [offset, limit] = [natural(request.offset ?? 0), natural(request.limit ?? 20)]
    const order = named.get(sort ?? '') ?? (found.plan.words.length === 0 ? recommended : null)
    const counts: [string, Record<string, number>][] = []
    const stats: [string, NumberStats][] = []
    for (const name of facets) {
      const values = countFacet(parts, name).slice(0, natural(maxValuesPerFacet))
      counts.push([name, Object.fromEntries(values.map(({ value, count }) => [value, count]))])
      const range = numberStats(parts, name)
      if (range) stats.push([name, range])
      yield
    }
    return {
      ids: yield* order ? takePage(parts, order, offset, limit) : takeBest(found, parts, recommended, offset, limit),
      total: totalOf(parts),
      allWords: found.all,
      asTyped,
      facets: Object.fromEntries(counts),
      stats: Object.fromEntries(stats),
      highlight: createHighlighter(found.plan),
    }
  }

  function* match(question: Question, places: Places): Steps<Matches> {
    const { found, parts, asTyped } = yield* find(question)
    const total = totalOf(parts)
    const all = placesOfParts(parts, places)
    return {
      total,
      allWords: found.all,
      asTyped,
      places: () => all,
      *best(limit, wanted = all) {
        const having = parts.map((part) => withPlaceIn(part, places, wanted))
        const ids = yield* found.plan.words.length === 0
          ? takePage(having, recommended, 0, limit)
          : takeBest(found, having, recommended, 0, limit)
        return ids.map((id) => places.of.get(id) as number)
      },
      highlight: createHighlighter(found.plan),
    }
  }

  return {
    put: store.put,
    putInSteps: store.putInSteps,
    remove: store.remove,
    settle: store.settle,
    setSynonyms: (changed) => {
      table = buildSynonymTable(changed)
    },
    search: (request) => doAll(searchInSteps(request)),
    searchInSteps,
    match,
    *searchFacet({ facet, facetQuery, limit = 10, ...question }) {
      const { parts } = yield* find(question)
      const counts = countFacet(parts, facet)
      yield
      return findFacetValues(counts, facetQuery, natural(limit))
    },
    size: store.size,
  }
}
