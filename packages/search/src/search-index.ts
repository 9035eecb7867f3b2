import { type BitSet, countBits, haveCommon, intersectionOf } from '@marketplace/domain/bit-set'
import { takeBest } from './best.ts'
import { byRecommendation, type DocumentOrder, type SearchDocument, totalOrder } from './document.ts'
import { countFacet, type NumberStats, numberStats } from './facet-counts.ts'
import { type FacetHit, findFacetValues } from './facet-search.ts'
import { type Filter, filterSegment } from './filter.ts'
import { findMatches, type FoundInSegment, type QueryMatches } from './find.ts'
import { createHighlighter, type Highlight } from './highlight.ts'
import { hasMarkedTerm } from './marked-terms.ts'
import { type Part, type Placed, takePage } from './ordered.ts'
import { type Places, placesOfParts, withPlaceIn } from './places.ts'
import { parseQuery } from './query.ts'
import { createSegmentStore } from './segment-store.ts'
import { doAll, type Steps } from './steps.ts'
import { buildSynonymTable, type Synonym } from './synonyms.ts'

export type SearchIndexOptions = {
  /** The fields that are searched, the most important first. The first must be the name. */
  attributes: readonly string[]
  synonyms?: readonly Synonym[]
  /** Orders other than relevance, by name. */
  orders?: Readonly<Record<string, DocumentOrder>>
}

export type IndexQuery = {
  /** The typed text. A text without words finds every document. */
  query: string
  /** Removes hits and never adds any. It does not affect how the query is searched, for example whether slips are allowed. */
  filter?: Filter
  /** Whether words may have slips of the finger; true by default. */
  typoTolerance?: boolean
}

export type SearchRequest = IndexQuery & {
  /** Facets whose values are counted, and numbers whose range is computed. */
  facets?: readonly string[]
  /** The most values of a facet, the most frequent first; 100 by default. */
  maxValuesPerFacet?: number
  /** The name of an order; relevance by default, and for an unknown name. */
  sort?: string
  offset?: number
  /** The most hits; 20 by default. */
  limit?: number
}

export type SearchResult = {
  /** Ids of the documents on the page, in order. */
  ids: readonly string[]
  total: number
  /** Whether each hit has all words of the query; otherwise each has at least one. */
  allWords: boolean
  /** Whether some document has all words as typed. If not, the hits only resemble the query. */
  asTyped: boolean
  facets: Readonly<Record<string, Readonly<Record<string, number>>>>
  stats: Readonly<Record<string, NumberStats>>
  /** Marks the parts of a text that match the query. It can be any text, not only a field of a hit. */
  highlight: (text: string) => Highlight
  /** Whether `highlight` would mark anything in an attribute of the hit at this index of `ids`. It is much faster than `highlight`. */
  hasMatch: (hit: number, attribute: string) => boolean
}

/** All matches of a query, by the caller's places. For callers that filter and sort by data that is not in the index. */
export type Matches = {
  /** The number of matches, including documents without a place. */
  total: number
  /** See SearchResult. */
  allWords: boolean
  /** See SearchResult. */
  asTyped: boolean
  /** The places of all matches. */
  places: () => BitSet
  /** The places of the best matches among the `wanted` places, the best first; by default among all places. */
  best: (limit: number, wanted?: BitSet) => Steps<number[]>
  /** See SearchResult. */
  highlight: (text: string) => Highlight
}

export type FacetRequest = IndexQuery & { facet: string; facetQuery: string; limit?: number }

export type SearchIndex = {
  /** Adds documents, and replaces those with the same ids. */
  put: (documents: readonly SearchDocument[]) => void
  /**
   * The same in steps, for thousands of documents: other work can run between the steps. A document can be found after its step.
   */
  putInSteps: (documents: readonly SearchDocument[]) => Generator<void>
  remove: (ids: readonly string[]) => void
  /**
   * Merges all that was put, in short steps, after the first load. It needs hardly any memory besides the index, but documents must not be
   * searched before it ends. They may be put and removed between the steps.
   */
  finishLoad: () => Generator<void>
  /**
   * Merges segments after changes, in short steps. Changes and searches may run between the steps. Without it no results are lost, but
   * searches get slower with every change.
   */
  settle: () => Generator<void>
  setSynonyms: (synonyms: readonly Synonym[]) => void
  /** Searches. Any string is a valid query, and the work is bounded. */
  search: (request: SearchRequest) => SearchResult
  /** The same in steps. Documents may be put and removed between the steps. */
  searchInSteps: (request: SearchRequest) => Steps<SearchResult>
  /** Returns all matches instead of one page. */
  match: (question: IndexQuery, places: Places) => Steps<Matches>
  /** The values of a facet that match a typed text, counted among the documents that a query finds. */
  searchFacet: (request: FacetRequest) => Steps<readonly FacetHit[]>
  size: () => number
}

const totalOf = (parts: readonly Part[]): number => parts.reduce((sum, { documents }) => sum + countBits(documents), 0)

const natural = (number: number): number => Math.max(0, Math.trunc(number) || 0)

/**
 * An index of documents in memory (docs/decisions/0009). Its answers do not depend on how the documents were added: all at once, or one by
 * one with replacements and removals in between.
 */
export const createSearchIndex = ({ attributes, synonyms = [], orders = {} }: SearchIndexOptions): SearchIndex => {
  const store = createSegmentStore(attributes)
  const recommended = totalOrder(byRecommendation)
  const named = new Map(Object.entries(orders).map(([name, order]) => [name, totalOrder(order)]))
  let table = buildSynonymTable(synonyms)

  function* find({
    query,
    filter,
    typoTolerance = true,
  }: IndexQuery): Steps<{ found: QueryMatches; parts: Part[]; asTyped: boolean }> {
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
    const page = yield* order ? takePage(parts, order, offset, limit) : takeBest(found, parts, recommended, offset, limit)
    return {
      ids: page.map(({ document }) => document.id),
      total: totalOf(parts),
      allWords: found.all,
      asTyped,
      facets: Object.fromEntries(counts),
      stats: Object.fromEntries(stats),
      highlight: createHighlighter(found.plan),
      hasMatch: (hit, attribute) => {
        const { part, position } = page[hit] as Placed
        const { segment, marked } = found.segments[part] as FoundInSegment
        return hasMarkedTerm(segment, marked(), position, attributes.indexOf(attribute))
      },
    }
  }

  function* match(question: IndexQuery, places: Places): Steps<Matches> {
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
        const page = yield* found.plan.words.length === 0
          ? takePage(having, recommended, 0, limit)
          : takeBest(found, having, recommended, 0, limit)
        return page.map(({ document }) => places.of.get(document.id) as number)
      },
      highlight: createHighlighter(found.plan),
    }
  }

  return {
    put: store.put,
    putInSteps: store.putInSteps,
    remove: store.remove,
    finishLoad: store.finishLoad,
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
