import type { FastifyInstance } from 'fastify'
import { startGhostLogin } from '@marketplace/contracts/accounts/endpoints'
import { SCOPES } from '@marketplace/contracts/core/roles'
import { hasPermission, isActiveMember } from '@marketplace/domain/permissions'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { findIdentity, findSession, holdAccount } from '../../accounts/index.ts'
import { recordAudit, recordRefusal } from '../../audit/index.ts'
import {
  type LockCaller,
  MARKETPLACE_CLIENT,
  LIFETIMES,
  newAccess,
  newFamily,
  insertTokens,
  shareSessionLock,
} from '../../clients/index.ts'

export type GhostDeps = { database: Database; clock: Clock; publicUrl: string; lockCaller: LockCaller }

/**
 * Lets staff browse as another person (docs/product/accounts.md, Browsing as somebody else): for an hour, never as other staff, and with
 * both names in the audit.
 */
export const registerGhostRoutes = (app: FastifyInstance, { database, clock, publicUrl, lockCaller }: GhostDeps): void => {
  const refuse = async (caller: Caller, subject: string, reason: string, now: Date): Promise<never> => {
    await recordRefusal(database, { action: 'ghost.refused', at: now, who: caller, subject, details: { reason } })
    throw new ApiError('FORBIDDEN')
  }

  registerEndpoint(app, startGhostLogin, async ({ caller: asking, params: { id }, reply }) => {
    const now = clock.now()
    const done = await inTransaction(database, async (transaction) => {
      const caller = await lockCaller(transaction, asking)
      await holdAccount(transaction, id)
      if (caller.sessionHash !== null) {
        await shareSessionLock(transaction, caller.sessionHash)
        if (!(await findSession(transaction, caller.sessionHash, now))) throw new ApiError('TOKEN_INVALID')
      }
      // Staff sign in to other applications too. Tokens of those must not be enough for this.
      if (!caller.trusted) return { refused: 'client' }
      if (!hasPermission(caller.scopes, 'operate')) return { refused: 'no longer staff' }
      const identity = await findIdentity(transaction, id)
      if (!identity) throw new ApiError('ACCOUNT_NOT_FOUND', { id })
      const membership = identity.memberships.find(({ roles }) => isActiveMember(roles))
      // A caller who already browses as another person must not start this again, and staff cannot be the target.
      if (caller.actor) return { refused: 'is a ghost' }
      if (identity.staff) return { refused: 'is staff' }
      if (!membership) return { refused: 'is suspended' }

      const { organizationId, region } = membership
      const basis = {
        familyId: newFamily(),
        clientId: MARKETPLACE_CLIENT,
        accountId: identity.id,
        organizationId,
        actorId: caller.accountId,
        // The ghost login ends when the member of staff signs out.
        sessionHash: caller.sessionHash,
        scopes: [...SCOPES],
        authorizedAt: now,
      }
      const { secret, row } = newAccess(basis, region, now, LIFETIMES.ghost)
      await insertTokens(transaction, [row])
      const actor = { accountId: caller.accountId, email: caller.email }
      await recordAudit(transaction, {
        action: 'ghost.started',
        at: now,
        who: { accountId: identity.id, organizationId, actor },
        subject: identity.id,
      })
      return { secret, identity }
    })
    if ('refused' in done) return refuse(asking, id, done.refused, now)
    const { secret, identity } = done
    const fragment = new URLSearchParams({
      access_token: secret,
      token_type: 'Bearer',
      expires_in: String(LIFETIMES.ghost),
      frenzied: '1',
    })
    return reply.header('cache-control', 'no-store').send({
      access_token: secret,
      expires_in: LIFETIMES.ghost,
      account: { account_id: identity.id, name: identity.name, email: identity.email },
      url: `${publicUrl}/#${fragment}`,
    })
  })
}
