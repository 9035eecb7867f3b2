import { z } from 'zod'
import { applicationSchema } from '../application.ts'
import { ACCOUNT, ANYONE, endpoint } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { PRODUCTS } from '../enumerations.ts'
import {
  INSTALL_REFUSALS,
  agentsChangeSchema,
  agentSchema,
  awaitingAnswerSchema,
  awaitingBodySchema,
  installAnswerSchema,
  installedApplicationSchema,
  instanceChangeSchema,
  instanceSchema,
  licenseSchema,
  marketProductSchema,
  subscriptionsSchema,
  uninstallAnswerSchema,
  uninstallBodySchema,
} from '../installs.ts'

const params = z.object({ id: z.string().min(1).max(100) })
const ofProduct = z.object({ product: z.enum(PRODUCTS).optional() })
const signedIn: readonly ErrorCode[] = ['UNAUTHORIZED', 'TOKEN_INVALID', 'MISDIRECTED_REQUEST']
const changes: readonly ErrorCode[] = [...signedIn, 'TOO_MANY_REQUESTS']
/** Far more changes than a person makes by hand. */
const limit = { max: 60, windowSeconds: 60 }

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

export const getOwnApplicationPage = endpoint({
  id: 'getOwnApplicationPage',
  api: 'product',
  method: 'GET',
  path: '/applications/{id}/page',
  access: ACCOUNT,
  summary:
    'The page data of an application that is not public: of the caller’s own organization, or for an operator any that is in review',
  params,
  ok: { description: 'Page data, as of a public application', contentType: 'application/json' },
  errors: [...signedIn, 'APPLICATION_NOT_FOUND'],
})

export const listInstalledApplications = endpoint({
  id: 'listInstalledApplications',
  api: 'product',
  method: 'GET',
  path: '/applications/installed',
  access: ACCOUNT,
  summary: 'The applications that the organization has installed',
  query: ofProduct,
  ok: { description: 'Applications by name', body: z.array(installedApplicationSchema) },
  errors: [...signedIn, 'INVALID_PARAMETERS'],
})

export const installApplication = endpoint({
  id: 'installApplication',
  api: 'product',
  method: 'PUT',
  path: '/applications/{id}/install',
  access: ACCOUNT,
  summary: 'Installs an application, which is the organization’s consent to the scopes that it requires',
  params,
  ok: { description: 'The application is installed', body: installAnswerSchema },
  errors: [...changes, ...INSTALL_REFUSALS],
  limit,
})

export const uninstallApplication = endpoint({
  id: 'uninstallApplication',
  api: 'product',
  method: 'DELETE',
  path: '/applications/{id}/install',
  access: ACCOUNT,
  summary: 'Uninstalls an application, and takes the consent back',
  params,
  body: uninstallBodySchema.nullish(),
  ok: { description: 'The application is uninstalled', body: uninstallAnswerSchema },
  errors: [
    ...changes,
    'INVALID_PARAMETERS',
    'APPLICATION_NOT_FOUND',
    'NOT_INSTALLED',
    'INSTALL_NOT_ALLOWED',
    'INSTALL_OWNER_ONLY',
    'INSTALL_NEEDS_BILLING',
  ],
  limit,
})

export const getInstance = endpoint({
  id: 'getInstance',
  api: 'product',
  method: 'GET',
  path: '/applications/{id}/instance',
  access: ACCOUNT,
  summary: 'The install of an application in the caller’s organization, and what the caller may do with it',
  params,
  ok: { description: 'The instance', body: instanceSchema },
  errors: [...signedIn, 'APPLICATION_NOT_FOUND'],
})

export const changeInstance = endpoint({
  id: 'changeInstance',
  api: 'product',
  method: 'PATCH',
  path: '/applications/{id}/instance',
  access: ACCOUNT,
  summary: 'Marks an installed application as set up, or as to be set up again',
  params,
  body: instanceChangeSchema,
  ok: { description: 'The instance', body: instanceSchema },
  errors: [...changes, 'INVALID_PARAMETERS', 'APPLICATION_NOT_FOUND', 'NOT_INSTALLED', 'INSTALL_NOT_ALLOWED'],
  limit,
})

export const changeInstanceAgents = endpoint({
  id: 'changeInstanceAgents',
  api: 'product',
  method: 'PUT',
  path: '/applications/{id}/agents',
  access: ACCOUNT,
  summary: 'Sets the agents who may use an installed application; null for everybody',
  params,
  body: agentsChangeSchema,
  ok: { description: 'The instance', body: instanceSchema },
  errors: [...changes, 'INVALID_PARAMETERS', 'APPLICATION_NOT_FOUND', 'NOT_INSTALLED', 'INSTALL_NOT_ALLOWED', 'AGENT_NOT_FOUND'],
  limit,
})

export const listMarketProducts = endpoint({
  id: 'listMarketProducts',
  api: 'product',
  method: 'GET',
  path: '/market/products/my',
  access: ACCOUNT,
  summary: 'The applications and services that the organization has from the marketplace',
  ok: { description: 'Applications and services', body: z.array(marketProductSchema) },
  errors: signedIn,
})

export const listAgents = endpoint({
  id: 'listAgents',
  api: 'product',
  method: 'GET',
  path: '/agents',
  access: ACCOUNT,
  summary: 'The people of the organization',
  ok: { description: 'Agents by name', body: z.array(agentSchema) },
  errors: signedIn,
})

export const getLicense = endpoint({
  id: 'getLicense',
  api: 'product',
  method: 'GET',
  path: '/licenses/my',
  access: ACCOUNT,
  summary: 'The organization’s licence of the product that the address stands for',
  ok: { description: 'The licence', body: licenseSchema },
  errors: [...signedIn, 'NOT_FOUND'],
})

export const listSubscriptions = endpoint({
  id: 'listSubscriptions',
  api: 'billing',
  method: 'GET',
  path: '/subscriptions',
  access: ACCOUNT,
  summary: 'The state of the organization’s subscription of each product',
  ok: { description: 'Subscriptions; null for a product that is not assigned', body: subscriptionsSchema },
  errors: signedIn,
})

export const awaitApplication = endpoint({
  id: 'awaitApplication',
  api: 'product',
  method: 'POST',
  path: '/awaiting_apps',
  access: ANYONE,
  summary: 'Asks for a mail when an application that is coming soon is published',
  body: awaitingBodySchema,
  ok: { description: 'The mail will be sent; the same answer for an address that asked before', body: awaitingAnswerSchema },
  errors: ['INVALID_PARAMETERS', 'APPLICATION_NOT_FOUND', 'ALREADY_PUBLISHED', 'TOO_MANY_REQUESTS'],
  limit: { max: 10, windowSeconds: 60 },
})
