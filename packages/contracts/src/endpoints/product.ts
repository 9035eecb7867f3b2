import { z } from 'zod'
import { applicationSchema, developerProfileSchema, resourceSchema } from '../application.ts'
import { ANYONE, endpoint } from '../endpoint.ts'
import { expertSchema, prospectSchema, ratingSummarySchema } from '../partners.ts'
import { SEARCH_LIMIT, SEARCH_SECTION_SIZE, searchAnswerSchema } from '../search.ts'
import { type VariantModeName, VARIANT_MODES } from '../variants.ts'

const id = z.string().min(1).max(100)

export const listPublishedApplications = endpoint({
  id: 'listPublishedApplications',
  api: 'product',
  method: 'GET',
  path: '/applications/published',
  access: ANYONE,
  summary: 'Every published application that is not hidden, services and those under maintenance included',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(1000).optional().meta({ description: 'How many; all if absent' }),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  ok: { description: 'Applications, the most recently published first', body: z.array(applicationSchema) },
  errors: ['INVALID_PARAMETERS'],
})

export const getPublishedApplication = endpoint({
  id: 'getPublishedApplication',
  api: 'product',
  method: 'GET',
  path: '/applications/{slug}/published',
  access: ANYONE,
  summary: 'One published application by its slug',
  params: z.object({ slug: id }),
  ok: { description: 'The application', body: applicationSchema },
  errors: ['APPLICATION_NOT_FOUND'],
})

export const listApplicationResources = endpoint({
  id: 'listApplicationResources',
  api: 'product',
  method: 'GET',
  path: '/applications/{id}/resources',
  access: ANYONE,
  summary: 'The upgrades that a published application offers',
  params: z.object({ id }),
  ok: { description: 'Resources, each with its application', body: z.array(resourceSchema) },
  errors: ['APPLICATION_NOT_FOUND'],
})

export const getDeveloperProfile = endpoint({
  id: 'getDeveloperProfile',
  api: 'product',
  method: 'GET',
  path: '/developers/{id}/profile',
  access: ANYONE,
  summary: 'A developer with what it has published',
  params: z.object({ id }),
  ok: { description: 'The profile', body: developerProfileSchema },
  errors: ['DEVELOPER_NOT_FOUND'],
})

export const getRatingSummary = endpoint({
  id: 'getRatingSummary',
  api: 'product',
  method: 'GET',
  path: '/feedback/rate/application/{id}',
  access: ANYONE,
  summary: 'How a published application is rated, and its verified reviews, the newest first',
  params: z.object({ id }),
  ok: { description: 'The summary', body: ratingSummarySchema },
  errors: ['APPLICATION_NOT_FOUND'],
})

export const listExperts = endpoint({
  id: 'listExperts',
  api: 'product',
  method: 'GET',
  path: '/partners/experts_marketplace',
  access: ANYONE,
  summary: 'Every partner expert, the recommended ones first',
  ok: { description: 'Experts', body: z.array(expertSchema) },
})

export const getExpert = endpoint({
  id: 'getExpert',
  api: 'product',
  method: 'GET',
  path: '/partners/experts_marketplace/{id}',
  access: ANYONE,
  summary: 'One partner expert with its verified testimonials',
  params: z.object({ id }),
  ok: { description: 'The expert', body: expertSchema },
  errors: ['EXPERT_NOT_FOUND'],
})

export const listProspects = endpoint({
  id: 'listProspects',
  api: 'product',
  method: 'GET',
  path: '/partners/experts_prospects_marketplace/all',
  access: ANYONE,
  summary: 'Experts who are not in the program yet',
  query: z.object({
    unclaimed: z.enum(['true', 'false']).optional().meta({ description: 'true: only prospects that nobody has claimed' }),
  }),
  ok: { description: 'Prospects', body: z.object({ result: z.array(prospectSchema) }) },
  errors: ['INVALID_PARAMETERS'],
})

const variantNames = VARIANT_MODES.map(({ name }) => name) as [VariantModeName, ...VariantModeName[]]

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
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(SEARCH_LIMIT)
      .default(SEARCH_SECTION_SIZE)
      .meta({ description: 'Hits for each section' }),
    variant: z
      .enum(variantNames)
      .optional()
      .meta({ description: "The variant whose lists are searched; the product's own if absent" }),
  }),
  ok: { description: 'Hits in two sections', body: searchAnswerSchema },
  errors: ['INVALID_PARAMETERS', 'TOO_MANY_REQUESTS', 'SEARCH_UNAVAILABLE'],
})
