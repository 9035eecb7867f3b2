// The hosted index's protocol, for clients that we did not write. What a client may send is large and grows; what is not known here is
// passed over.
import { z } from 'zod'

/** Hits of a facet search: how many unless the request says, and at most (section 9). */
export const FACET_HITS = { default: 10, most: 100 } as const
/** Hits of a page: how many unless the request says, and at most. */
export const HITS_PER_PAGE = { default: 20, most: 1000 } as const
/** Values counted of a facet: how many unless the request says, and at most. */
export const VALUES_PER_FACET = { default: 100, most: 1000 } as const
export const MAX_REQUESTS = 50
/** Hits of all requests of one call together. */
export const MAX_HITS = 2_000
/** Characters of texts that are highlighted in one answer: what the longest descriptions have on the longest page. */
export const MAX_HIGHLIGHTED_TEXT = 4_000_000
export const MAX_FILTERS_LENGTH = 10_000

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const count = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
])

/** Where parameters come as a query string, a list in them is JSON. */
const jsonList = (value: unknown): unknown => {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
/** A list, or a plain string, as some clients send one. */
const list = z.preprocess(
  jsonList,
  z.union([z.array(z.string()).max(200), z.string().transform((one) => one.split(',').map((part) => part.trim()))]),
)
const condition = z.string().max(MAX_FILTERS_LENGTH)
/** Conditions: all in the outer list have to hold, any in an inner one. */
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
    typoTolerance: z.union([z.boolean(), z.string()]).nullish(),
    facetQuery: text.nullish(),
    maxFacetHits: count.nullish(),
  })
  .meta({ id: 'SearchParameters' })
export type SearchParameters = z.output<typeof searchParametersSchema>

/** Older clients put the parameters into `params`, as a query string or an object; what stands there comes first. */
const withParams = { params: z.union([z.string(), searchParametersSchema]).nullish() }

/** A search of one index; facet searches have `facetQuery` and `maxFacetHits`. */
export const indexSearchSchema = searchParametersSchema.extend(withParams).meta({ id: 'IndexSearch' })

/** One of several requests. Without an index of its own it is about the one in the address. */
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

/** Where a hit has what matched in its texts, by their paths. */
export const HIGHLIGHTS = '_highlightResult'
export const SNIPPETS = '_snippetResult'

/** A text with its matches between tags; or, by the same path as in the hit, texts of an object. */
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
  description: 'What the index holds of a document, with _highlightResult and _snippetResult.',
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
    allWords: z.boolean().optional().meta({ description: 'False where no hit has all words, and these have some' }),
    asTyped: z
      .boolean()
      .optional()
      .meta({ description: 'False where nothing has the words as they are typed, and these resemble them' }),
    query: z.string(),
    params: z.string(),
    index: z.string(),
    processingTimeMS: z.int(),
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.output<typeof searchResultSchema>

export const facetResultSchema = z
  .looseObject({
    facetHits: z.array(z.object({ value: z.string(), highlighted: z.string(), count: z.int() })),
    exhaustiveFacetsCount: z.boolean(),
    processingTimeMS: z.int(),
  })
  .meta({ id: 'FacetResult' })
export type FacetResult = z.output<typeof facetResultSchema>
