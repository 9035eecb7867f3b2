import type { FastifyInstance } from 'fastify'
import { getLicense, listAgents } from '@marketplace/contracts/organizations/endpoints'
import type { Database } from '../../db/client.ts'
import { ApiError } from '../../core/api-error.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import { presentAgent, presentLicense } from './present.ts'
import { findLicense, findPeople } from './repository.ts'

/** Members and licences of the caller's organization. */
export const registerOrganizationsRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  registerEndpoint(app, listAgents, async ({ caller }) => (await findPeople(database, caller.organizationId)).map(presentAgent))

  registerEndpoint(app, getLicense, async ({ caller, product }) => {
    const license = await findLicense(database, caller.organizationId, product)
    if (!license) throw new ApiError('NOT_FOUND')
    return presentLicense(license)
  })
}
