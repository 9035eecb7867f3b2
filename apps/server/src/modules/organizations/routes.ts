import type { FastifyInstance } from 'fastify'
import { getLicense, listAgents, listSubscriptions } from '@marketplace/contracts/organizations/endpoints'
import { canBillFor } from '@marketplace/domain/permissions'
import type { Database } from '../../db/client.ts'
import { ApiError } from '../../core/api-error.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import { presentAgent, presentLicense, presentSubscription } from './present.ts'
import { findLicense, findPeople, findSubscriptions } from './repository.ts'

/** Members, licences and subscriptions of the caller's organization. */
export const registerOrganizationsRoutes = (
  app: FastifyInstance,
  { database, clock }: { database: Database; clock: Clock },
): void => {
  registerEndpoint(app, listAgents, async ({ caller }) => (await findPeople(database, caller.organizationId)).map(presentAgent))

  registerEndpoint(app, getLicense, async ({ caller, product }) => {
    const license = await findLicense(database, caller.organizationId, product)
    if (!license) throw new ApiError('NOT_FOUND')
    return presentLicense(license)
  })

  registerEndpoint(app, listSubscriptions, async ({ caller }) => {
    const now = clock.now()
    const found = await findSubscriptions(database, caller.organizationId)
    const of = (product: 'livechat' | 'helpdesk') => {
      const one = found.find(({ license }) => license.product === product)
      return one ? presentSubscription(one, canBillFor(caller.scopes, product), now) : null
    }
    return { livechat: of('livechat'), helpdesk: of('helpdesk') }
  })
}
