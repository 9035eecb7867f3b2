import type { FastifyInstance } from 'fastify'
import { requestInvitation } from '@marketplace/contracts/access-requests/endpoints'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { type AccessRequestDependencies, requestAccess } from './request-access.ts'

/** The access request: an endpoint of the accounts server. */
export const registerAccessRequestRoutes = (app: FastifyInstance, dependencies: AccessRequestDependencies): void => {
  registerEndpoint(app, requestInvitation, async ({ caller, body }) => {
    await requestAccess(dependencies, caller, { product: body.product, applicationId: body.application_id ?? null })
    return {}
  })
}
