// The hosted-index protocol, for clients of other authors: docs/product/apis.md. Such clients send many parameters, and new ones with each
// version, so unknown parameters are ignored.
import { z } from 'zod'

/** The number of values that a facet search returns: the default, and the maximum. */
export const FACET_HITS = { default: 10, most: 100 } as const
/** The number of hits on a page: the default, and the maximum. */
export const HITS_PER_PAGE = { default: 20, most: 1000 } as const
/** The number of values of a facet that are counted: the default, and the maximum. */
export const VALUES_PER_FACET = { default: 100, most: 1000 } as const
export const MAX_REQUESTS = 50
/** The most hits of all requests in one call together. */
export const MAX_HITS = 2_000
/** The most characters of texts that are highlighted in one answer: as many as the longest descriptions have on the longest page. */
export const MAX_HIGHLIGHTED_TEXT = 4_000_000
export const MAX_FILTERS_LENGTH = 10_000
/** The most bytes of a call: enough for the longest filters, and for 500 conditions of 100 letters in each of the other two. */
export const LONGEST_BODY = 128 * 1024

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const count = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
])

/** In parameters that arrive as a query string, a list is written as JSON. */
const jsonList = (value: unknown): unknown => {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
/** A list, or a comma-separated string, which some clients send. */
const list = z.preprocess(
  jsonList,
  z.union([z.array(z.string()).max(200), z.string().transform((one) => one.split(',').map((part) => part.trim()))]),
)
const condition = z.string().max(MAX_FILTERS_LENGTH)
/** Conditions: all entries of the outer list must hold; of an inner list, one entry is enough. */
const conditions = z.preprocess(
  jsonList,
  z.union([z.string().max(MAX_FILTERS_LENGTH), z.array(z.union([condition, z.array(condition).max(500)])).max(500)]),
)

export const searchParametersSchema = z
  .looseObject({
    query: text.nullish(),
    page: count.nullish(),
    hitsPerPage: count.nullish(),
    offset: count.nullish(),
    length: count.nullish(),
    facets: list.nullish(),
    facetFilters: conditions.nullish(),
    numericFilters: conditions.nullish(),
    filters: z.string().max(MAX_FILTERS_LENGTH).nullish(),
    maxValuesPerFacet: count.nullish(),
    highlightPreTag: z.string().max(200).nullish(),
    highlightPostTag: z.string().max(200).nullish(),
    snippetEllipsisText: z.string().max(200).nullish(),
    attributesToRetrieve: list.nullish(),
    attributesToHighlight: list.nullish(),
    attributesToSnippet: list.nullish(),
    responseFields: list.nullish(),
    typoTolerance: z.union([z.boolean(), z.string()]).nullish(),
    facetQuery: text.nullish(),
    maxFacetHits: count.nullish(),
  })
  .meta({ id: 'SearchParameters' })
export type SearchParameters = z.output<typeof searchParametersSchema>

/** Older clients put the parameters into `params`, as a query string or an object. Parameters outside of `params` override them. */
const withParams = { params: z.union([z.string(), searchParametersSchema]).nullish() }

/** A search of one index; facet searches have `facetQuery` and `maxFacetHits`. */
export const indexSearchSchema = searchParametersSchema.extend(withParams).meta({ id: 'IndexSearch' })

/** One of several requests. Without `indexName` it searches the index in the address. */
export const searchRequestSchema = searchParametersSchema
  .extend({
    ...withParams,
    indexName: z.string().max(100).nullish(),
    type: z.enum(['default', 'facet']).nullish(),
    facet: z.string().max(200).nullish(),
  })
  .meta({ id: 'SearchRequest' })
export type SearchRequest = z.output<typeof searchRequestSchema>

export const searchRequestsSchema = z
  .looseObject({ requests: z.array(searchRequestSchema).max(MAX_REQUESTS) })
  .meta({ id: 'SearchRequests' })

const stats = z.object({ min: z.number(), max: z.number(), avg: z.number(), sum: z.number() })
const counts = z.record(z.string(), z.record(z.string(), z.int()))

/** Fields of a hit with its highlighted texts and snippets, nested like the texts in the hit. */
export const HIGHLIGHTS = '_highlightResult'
export const SNIPPETS = '_snippetResult'

/** A text with its matches between tags. For an object of texts it is an object with the same keys. */
export const highlightSchema = z
  .looseObject({
    value: z.string(),
    matchLevel: z.enum(['none', 'partial', 'full']),
    matchedWords: z.array(z.string()),
    fullyHighlighted: z.boolean().optional(),
  })
  .meta({ id: 'Highlight' })
export type Highlight = z.output<typeof highlightSchema>

export const searchHitSchema = z.looseObject({ objectID: z.string() }).meta({
  id: 'SearchHit',
  description: 'The stored fields of a document, with _highlightResult and _snippetResult.',
})
export type SearchHit = z.output<typeof searchHitSchema>

export const searchResultSchema = z
  .looseObject({
    hits: z.array(searchHitSchema),
    nbHits: z.int(),
    page: z.int().optional(),
    nbPages: z.int().optional(),
    hitsPerPage: z.int().optional(),
    offset: z.int().optional(),
    length: z.int().optional(),
    facets: counts.optional(),
    facets_stats: z.record(z.string(), stats).optional(),
    exhaustiveNbHits: z.boolean(),
    exhaustiveFacetsCount: z.boolean().optional(),
    queryAfterRemoval: z.string().optional(),
    allWords: z.boolean().optional().meta({ description: 'False if no document has all words of the query; the hits have some' }),
    asTyped: z
      .boolean()
      .optional()
      .meta({ description: 'False if no document has the words as typed; the hits have similar words' }),
    query: z.string(),
    params: z.string(),
    index: z.string(),
    processingTimeMS: z.int(),
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.output<typeof searchResultSchema>

/** The result for a request with `responseFields`: fields that it does not name are absent. */
export const chosenResultSchema = searchResultSchema
  .partial()
  .meta({ id: 'ChosenSearchResult', description: 'All fields of a result, or those that the request names in responseFields' })

export const facetResultSchema = z
  .looseObject({
    facetHits: z.array(z.object({ value: z.string(), highlighted: z.string(), count: z.int() })),
    exhaustiveFacetsCount: z.boolean(),
    processingTimeMS: z.int(),
  })
  .meta({ id: 'FacetResult' })
export type FacetResult = z.output<typeof facetResultSchema>
