import { z } from 'zod'
import { applicationSchema, developerProfileSchema, resourceSchema } from './schemas.ts'
import { ANYONE, endpoint, ACCOUNT } from '../core/endpoint.ts'
import { idParameter, signedIn } from '../core/product-calls.ts'
import { queryNumber } from '../core/query-number.ts'

export const listPublishedApplications = endpoint({
  id: 'listPublishedApplications',
  api: 'product',
  method: 'GET',
  path: '/applications/published',
  access: ANYONE,
  summary: 'Every published application that is not hidden, services and those under maintenance included',
  query: z.object({
    limit: queryNumber(1, 1000).optional().meta({ description: 'How many; all if absent' }),
    offset: queryNumber(0, 1_000_000).default(0),
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
  params: z.object({ slug: idParameter }),
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
  params: z.object({ id: idParameter }),
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
  params: z.object({ id: idParameter }),
  ok: { description: 'The profile', body: developerProfileSchema },
  errors: ['DEVELOPER_NOT_FOUND'],
})

export const listApplications = endpoint({
  id: 'listApplications',
  api: 'product',
  method: 'GET',
  path: '/applications',
  access: ACCOUNT,
  summary: 'The applications of the caller’s own organization, whatever their review status, the newest first',
  ok: { description: 'Applications', body: z.array(applicationSchema) },
  errors: signedIn,
})

export const listReviewedApplications = endpoint({
  id: 'listReviewedApplications',
  api: 'product',
  method: 'GET',
  path: '/applications/reviewed',
  access: ACCOUNT,
  summary: 'Applications in review: those of the caller’s own organization, and for an operator all of them',
  ok: { description: 'Applications, the longest waiting first', body: z.array(applicationSchema) },
  errors: signedIn,
})

export const listPrivateApplications = endpoint({
  id: 'listPrivateApplications',
  api: 'product',
  method: 'GET',
  path: '/applications/private',
  access: ACCOUNT,
  summary: 'Private applications of the caller’s own organization',
  ok: { description: 'Applications by name', body: z.array(applicationSchema) },
  errors: signedIn,
})
