import type { FastifyInstance } from 'fastify'
import { startGhostLogin } from '@marketplace/contracts/endpoints/accounts'
import { SCOPES } from '@marketplace/contracts/roles'
import type { Database } from '../../db/client.ts'
import type { Caller } from '../../http/caller.ts'
import { ApiError } from '../../http/errors.ts'
import { registerEndpoint } from '../../http/register-endpoint.ts'
import type { Clock } from '../../ports/clock.ts'
import { recordAudit, recordRefusal } from '../audit/index.ts'
import { MARKETPLACE_CLIENT } from './clients/start-clients.ts'
import { findIdentity } from './people/repository.ts'
import { findSession } from './sessions/repository.ts'
import { LIVES, newAccess, newFamily } from './tokens/issue.ts'
import { insertTokens, shareSession } from './tokens/repository.ts'

export type GhostDeps = { database: Database; clock: Clock; publicUrl: string }

/** Staff browse as somebody else: for an hour, never as each other, and with both names in the audit. */
export const registerGhostRoutes = (app: FastifyInstance, { database, clock, publicUrl }: GhostDeps): void => {
  const refuse = async (caller: Caller, subject: string, reason: string): Promise<never> => {
    await recordRefusal(database, { action: 'ghost.refused', who: caller, subject, details: { reason } })
    throw new ApiError('FORBIDDEN')
  }

  registerEndpoint(app, startGhostLogin, async ({ caller, params: { id }, reply }) => {
    // Staff sign in to other applications too, which shall not become anybody by it.
    if (!caller.trusted) return refuse(caller, id, 'client')
    const identity = await findIdentity(database, id)
    if (!identity) throw new ApiError('ACCOUNT_NOT_FOUND', { id })
    const membership = identity.memberships.find(({ roles }) => roles.some(({ suspended }) => !suspended))
    // The permission may come from a token; staff is what the account is, and who is a ghost already is none.
    if (caller.actor) return refuse(caller, id, 'is a ghost')
    if (identity.staff) return refuse(caller, id, 'is staff')
    if (!membership) return refuse(caller, id, 'is suspended')

    const { organizationId, region } = membership
    const basis = {
      familyId: newFamily(),
      clientId: MARKETPLACE_CLIENT,
      accountId: identity.id,
      organizationId,
      actorId: caller.accountId,
      // When the member of staff signs out, it ends with everything else of theirs.
      sessionHash: caller.sessionHash,
      scopes: [...SCOPES],
    }
    const { secret, row } = newAccess(basis, region, clock.now(), LIVES.ghost)
    await database.transaction(async (transaction) => {
      if (caller.sessionHash !== null) {
        await shareSession(transaction, caller.sessionHash)
        if (!(await findSession(transaction, caller.sessionHash, clock.now()))) throw new ApiError('TOKEN_INVALID')
      }
      await insertTokens(transaction, [row])
      const actor = { accountId: caller.accountId, email: caller.email }
      await recordAudit(transaction, {
        action: 'ghost.started',
        who: { accountId: identity.id, organizationId, actor },
        subject: identity.id,
      })
    })
    const fragment = new URLSearchParams({
      access_token: secret,
      token_type: 'Bearer',
      expires_in: String(LIVES.ghost),
      frenzied: '1',
    })
    return reply.header('cache-control', 'no-store').send({
      access_token: secret,
      expires_in: LIVES.ghost,
      account: { account_id: identity.id, name: identity.name, email: identity.email },
      url: `${publicUrl}/#${fragment}`,
    })
  })
}
