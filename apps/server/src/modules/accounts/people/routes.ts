import type { FastifyInstance } from 'fastify'
import { getAccount, getOwnAccount, listAccounts, listOrganizations, listRoles } from '@marketplace/contracts/accounts/endpoints'
import { ApiError } from '../../../core/api-error.ts'
import type { Database } from '../../../db/client.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { allRoles, presentAccount, presentOrganization } from './present.ts'
import { findAccount, findAccounts, findIdentity } from './repository.ts'

export const registerPeopleRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  registerEndpoint(app, listAccounts, async ({ caller }) =>
    (await findAccounts(database, caller.organizationId)).map(presentAccount),
  )
  registerEndpoint(app, getOwnAccount, async ({ caller }) => {
    const account = await findAccount(database, caller.organizationId, caller.accountId)
    if (!account) throw new ApiError('TOKEN_INVALID')
    return presentAccount(account)
  })
  registerEndpoint(app, getAccount, async ({ caller, params: { id } }) => {
    const account = await findAccount(database, caller.organizationId, id)
    if (!account) throw new ApiError('ACCOUNT_NOT_FOUND', { id })
    return presentAccount(account)
  })
  registerEndpoint(app, listOrganizations, async ({ caller }) => {
    const identity = await findIdentity(database, caller.accountId)
    // Staff who browse as the account see only the organization of their token.
    const seen = (id: string) => !caller.actor || id === caller.organizationId
    return (identity?.memberships ?? [])
      .filter(({ organizationId }) => seen(organizationId))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
      .map(presentOrganization)
  })
  registerEndpoint(app, listRoles, async () => allRoles())
}
