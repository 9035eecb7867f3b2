import { z } from 'zod'
import type { ErrorCode } from '../core/errors.ts'
import { chosenResultSchema, facetResultSchema, indexSearchSchema, searchRequestsSchema } from './protocol.ts'
import { ANYONE, endpoint } from '../core/endpoint.ts'
import { SEARCH_LIMIT, SEARCH_SECTION_SIZE, searchAnswerSchema } from './schemas.ts'
import { VARIANT_MODES, type VariantModeName } from '../core/variants.ts'
import { queryNumber } from '../core/query-number.ts'

const variantNames = VARIANT_MODES.map(({ name }) => name) as [VariantModeName, ...VariantModeName[]]
const index = z.string().max(100).meta({ description: 'apps, partners, or apps_ with a sort order' })
const errors: readonly ErrorCode[] = [
  'INVALID_PARAMETERS',
  'INDEX_NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'SEARCH_UNAVAILABLE',
]

export const searchIndexes = endpoint({
  id: 'searchIndexes',
  api: 'search',
  method: 'POST',
  path: '/1/indexes/{index}/queries',
  access: ANYONE,
  summary: 'Several searches for hits or facet values; the index in the address is * if each request names its own',
  params: z.object({ index }),
  body: searchRequestsSchema,
  ok: {
    description: 'The answers in the order of the requests',
    body: z.object({ results: z.array(z.union([facetResultSchema, chosenResultSchema])) }),
  },
  errors,
})

export const searchIndex = endpoint({
  id: 'searchIndex',
  api: 'search',
  method: 'POST',
  path: '/1/indexes/{index}/query',
  access: ANYONE,
  summary: 'A search of one index',
  params: z.object({ index }),
  body: indexSearchSchema.nullish(),
  ok: { description: 'The answer', body: chosenResultSchema },
  errors,
})

export const searchFacetValues = endpoint({
  id: 'searchFacetValues',
  api: 'search',
  method: 'POST',
  path: '/1/indexes/{index}/facets/{facet}/query',
  access: ANYONE,
  summary: 'A search among the values of a facet',
  params: z.object({ index, facet: z.string().max(200) }),
  body: indexSearchSchema.nullish(),
  ok: { description: 'Matching values, the most frequent first', body: facetResultSchema },
  errors,
})

export const searchMarketplace = endpoint({
  id: 'searchMarketplace',
  api: 'product',
  method: 'GET',
  path: '/search',
  access: ANYONE,
  summary:
    'The best hits while somebody types: applications and partners of a variant. A query needs two letters or digits to find anything',
  query: z.object({
    query: z.string().default('').meta({ description: 'Only its first 200 characters are read' }),
    limit: queryNumber(1, SEARCH_LIMIT).default(SEARCH_SECTION_SIZE).meta({ description: 'Hits for each section' }),
    variant: z
      .enum(variantNames)
      .optional()
      .meta({ description: "The variant whose lists are searched; the product's own if absent" }),
  }),
  ok: { description: 'Hits in two sections', body: searchAnswerSchema },
  errors: ['INVALID_PARAMETERS', 'TOO_MANY_REQUESTS', 'SEARCH_UNAVAILABLE'],
})
