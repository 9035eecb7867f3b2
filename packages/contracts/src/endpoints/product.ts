import { z } from 'zod'
import { applicationSchema, developerProfileSchema, resourceSchema } from '../application.ts'
import { ANYONE, endpoint } from '../endpoint.ts'

const id = z.string().min(1).max(100)

export const listPublishedApplications = endpoint({
  id: 'listPublishedApplications',
  api: 'product',
  method: 'GET',
  path: '/applications/published',
  access: ANYONE,
  summary: 'Every published application that is not hidden, services and those under maintenance included',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(1000).optional().meta({ description: 'How many; all of them where absent' }),
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
