import { z } from 'zod'
import { ANYONE, endpoint } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { facetResultSchema, indexSearchSchema, searchRequestsSchema, searchResultSchema } from '../search-protocol.ts'

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
    body: z.object({ results: z.array(z.union([searchResultSchema, facetResultSchema])) }),
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
  ok: { description: 'The answer', body: searchResultSchema },
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
