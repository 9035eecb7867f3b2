import {
  type FacetResult,
  type SearchParameters,
  type SearchResult,
  MAX_HIGHLIGHTED_TEXT,
} from '@marketplace/contracts/search/protocol'
import type { Filter } from '@marketplace/search/filter'
import type { IndexQuery, SearchIndex, SearchResult as FoundIds } from '@marketplace/search/search-index'
import { type IndexMatches, type IndexRequest, type Places, SearchRefused } from '../../ports/search.ts'
import { readFacetFilters, readNumericFilters } from './conditions.ts'
import type { IndexDefinition, LongTexts } from './index-definition.ts'
import type { KnownValues } from './known-values.ts'
import { parseFilters, readNumber, type ToFilter } from './parse-filters.ts'
import { echoOf, facetHits, pagesOf, valuesPerFacet, windowOf } from './window.ts'
import { joinMembers, memberOf, membersOf, type RecordJson } from './record-json.ts'
import type { Mark, Show } from './show-record.ts'
import { doInSlices, type Slices } from './slices.ts'
import { tagsOf, tagText } from './tag-text.ts'

/** An index, and everything else that an answer needs. */
export type OpenIndex = {
  definition: IndexDefinition
  index: SearchIndex
  /** The current record to show; null if it no longer belongs in the index. */
  recordOf: (id: string) => RecordJson | null
  known: KnownValues
}

/** Runs work when it is the caller's turn. */
type InTurn = <Result>(work: (slices: Slices) => Promise<Result>) => Promise<Result>

const NOTHING: Filter = { any: [] }

/** A condition of a filter in the form of the index. */
const toFilter =
  ({ definition, known }: OpenIndex): ToFilter =>
  (attribute, value) => {
    if (!definition.numbers.includes(attribute)) return known.filterOf(attribute, value)
    const than = readNumber(value)
    return than === null ? NOTHING : { number: attribute, is: '=', than }
  }

/** The parameters of a request, and conditions that its answer does not repeat: see IndexRequest. */
type Asked = SearchParameters & Pick<IndexRequest, 'within'>

/** All filters of a request in one; undefined without filters. */
const filterOf = (open: OpenIndex, { filters, facetFilters, numericFilters, within }: Asked): Filter | undefined => {
  const read = toFilter(open)
  const all = [
    ...(filters?.trim() ? [parseFilters(filters, read)] : []),
    ...(facetFilters ? readFacetFilters(facetFilters, read) : []),
    ...(within ? readFacetFilters([...within], read) : []),
    ...(numericFilters ? readNumericFilters(numericFilters) : []),
  ]
  return all.length > 0 ? { all } : undefined
}

/** The query and filters of a request, without the sort order. */
const questionOf = (open: OpenIndex, parameters: Asked): IndexQuery => {
  const filter = filterOf(open, parameters)
  return { query: parameters.query ?? '', ...(filter && { filter }), typoTolerance: allowsTypos(parameters) }
}

const allowsTypos = ({ typoTolerance }: SearchParameters): boolean => typoTolerance !== false && typoTolerance !== 'false'

const millisecondsSince = (started: number): number => Math.max(1, Math.round(performance.now() - started))

/** Says of each field of an answer whether the request wants it. Without `responseFields`, or with `*` in it, that is every field. */
const wantedFields = ({ responseFields }: SearchParameters): ((name: string) => boolean) => {
  const named = new Set(responseFields)
  return !responseFields || named.has('*') ? () => true : (name) => named.has(name)
}

/** A page of results before the records are read: ids, and the facts about all matches. */
export type FoundPage = { found: FoundIds; asked: readonly string[]; started: number }

/** Finds the page that a request selects. If `indexName` is a replica, its sort order is used. */
export const findPage = async (open: OpenIndex, indexName: string, parameters: Asked, slices: Slices): Promise<FoundPage> => {
  const started = performance.now()
  const { definition, index } = open
  const window = windowOf(parameters)
  const asked = (parameters.facets ?? []).flatMap((facet) => (facet === '*' ? definition.facets : facet ? [facet] : []))
  const steps = index.searchInSteps({
    ...questionOf(open, parameters),
    facets: [...new Set(asked)],
    maxValuesPerFacet: valuesPerFacet(parameters),
    sort: indexName === definition.name ? 'relevance' : indexName,
    offset: window.from,
    limit: window.count,
  })
  return { found: await doInSlices(steps, slices), asked, started }
}

/**
 * Builds the answer from a page, as JSON. `long` holds the long texts of its records if the request shows them. Fields of hits that do not
 * depend on the query already are JSON (RecordJson), because writing them was most of the cost of an answer.
 */
export const showPage = async (
  { recordOf, definition }: OpenIndex,
  { indexName, parameters, show }: { indexName: string; parameters: Asked; show: Show['show'] },
  { found, asked, started }: FoundPage,
  long: ReadonlyMap<string, LongTexts>,
  slices: Slices,
): Promise<{ json: string; hits: number }> => {
  const { within: _, ...echoed } = parameters
  const window = windowOf(parameters)
  // Without a query there is nothing to highlight.
  const mayMatch = (parameters.query ?? '').trim() !== ''
  let marked = 0
  const markerOf =
    (hit: number): Mark =>
    (attribute, text) => {
      marked += text.length
      if (marked > MAX_HIGHLIGHTED_TEXT)
        throw new SearchRefused('malformed', 'Too long texts to highlight: ask for fewer hits or attributes.')
      // A long text was read just now, so it may be newer than the indexed one.
      const mayHave = mayMatch && (definition.long.includes(attribute) || found.hasMatch(hit, attribute))
      return mayHave ? found.highlight(text) : null
    }
  const wanted = wantedFields(parameters)
  const hits: string[] = []
  for (const [hit, id] of wanted('hits') ? found.ids.entries() : []) {
    if (slices.isOver()) await slices.pause()
    const record = recordOf(id)
    if (record) hits.push(show(record, long.get(id), markerOf(hit)))
  }
  const facts: Omit<SearchResult, 'hits'> = {
    nbHits: found.total,
    ...(window.byOffset
      ? { offset: parameters.offset ?? 0, length: window.perPage }
      : { page: window.page, nbPages: pagesOf(found.total, window), hitsPerPage: window.perPage }),
    ...(asked.length > 0 && { facets: found.facets, facets_stats: found.stats }),
    allWords: found.allWords,
    asTyped: found.asTyped,
    exhaustiveNbHits: true,
    exhaustiveFacetsCount: true,
    exhaustiveTypo: true,
    exhaustive: { facetsCount: true, nbHits: true, typo: true },
    query: parameters.query ?? '',
    params: echoOf(echoed),
    index: indexName,
    renderingContent: {},
    processingTimeMS: millisecondsSince(started),
  }
  const members = [
    wanted('hits') ? memberOf('hits', `[${hits.join(',')}]`) : '',
    membersOf(Object.fromEntries(Object.entries(facts).filter(([name]) => wanted(name)))),
  ]
  return { json: `{${joinMembers(members)}}`, hits: hits.length }
}

/** All matches of a request. Their ranking is computed later, when it is the caller's turn (`inTurn`). */
export const matchRequest = async (
  open: OpenIndex,
  parameters: SearchParameters,
  places: Places,
  inTurn: InTurn,
): Promise<IndexMatches> => {
  const { best, highlight, ...matches } = await inTurn((slices) =>
    doInSlices(open.index.match(questionOf(open, parameters), places), slices),
  )
  return {
    ...matches,
    complete: true,
    best: (limit, wanted) => inTurn((slices) => doInSlices(best(limit, wanted), slices)),
    mark: (text) => [...highlight(text).parts],
  }
}

/** Searches the values of a facet. */
export const answerFacet = async (open: OpenIndex, facet: string, parameters: Asked, slices: Slices): Promise<FacetResult> => {
  const started = performance.now()
  const steps = open.index.searchFacet({
    facet,
    facetQuery: parameters.facetQuery ?? '',
    ...questionOf(open, parameters),
    limit: facetHits(parameters),
  })
  const found = await doInSlices(steps, slices)
  const tags = tagsOf(parameters)
  return {
    facetHits: found.map(({ value, count, parts }) => ({ value, count, highlighted: tagText(parts, tags) })),
    exhaustiveFacetsCount: true,
    processingTimeMS: millisecondsSince(started),
  }
}
