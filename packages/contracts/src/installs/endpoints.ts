import { z } from 'zod'
import { ACCOUNT, ANYONE, endpoint } from '../core/endpoint.ts'
import {
  INSTALL_REFUSALS,
  agentsChangeSchema,
  awaitingAnswerSchema,
  awaitingBodySchema,
  installAnswerSchema,
  installedApplicationSchema,
  instanceChangeSchema,
  instanceSchema,
  marketProductSchema,
  uninstallAnswerSchema,
  uninstallBodySchema,
} from './schemas.ts'
import { installBodySchema } from './special-install.ts'
import { changes, limit, ofProduct, params, signedIn } from '../core/product-calls.ts'

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
  body: installBodySchema.nullish(),
  ok: { description: 'The application is installed', body: installAnswerSchema },
  errors: [
    ...changes,
    'INVALID_PARAMETERS',
    ...INSTALL_REFUSALS,
    'NOT_INSTALLED',
    'SPECIAL_INSTALL_REFUSED',
    'SPECIAL_INSTALL_UNANSWERED',
    'SPECIAL_INSTALL_BUSY',
  ],
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
    'PAYMENT_RUNNING',
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
