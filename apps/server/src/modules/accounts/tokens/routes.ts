import type { FastifyInstance } from 'fastify'
import { getTokenInfo } from '@marketplace/contracts/endpoints/accounts'
import type { Database } from '../../../db/client.ts'
import { bearerToken } from '../../../http/caller.ts'
import { ApiError } from '../../../http/errors.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import type { Clock } from '../../../ports/clock.ts'
import { callerOf } from '../caller-of.ts'
import { findToken } from '../repository.ts'
import { hashSecret } from '../secrets.ts'

export const registerTokenRoutes = (app: FastifyInstance, { database, clock }: { database: Database; clock: Clock }): void => {
  registerEndpoint(app, getTokenInfo, async ({ query, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const given = bearerToken(request) ?? query.code ?? ''
    const token = await findToken(database, hashSecret(given), clock.now())
    // A refresh token is for the token endpoint alone.
    const caller = token && token.kind !== 'refresh' ? callerOf(token) : null
    if (!token || !caller) throw new ApiError('TOKEN_INVALID')
    const region = request.headers['x-region']
    if (region !== undefined && region !== caller.region) throw new ApiError('MISDIRECTED_REQUEST', { region: caller.region })
    return {
      access_token: given,
      account_id: caller.accountId,
      client_id: caller.clientId,
      expires_in: Math.max(0, Math.floor((token.expiresAt.getTime() - clock.now().getTime()) / 1_000)),
      organization_id: caller.organizationId,
      scope: [...caller.scopes].join(','),
      token_type: 'Bearer' as const,
      actor: caller.actor && { account_id: caller.actor.accountId, email: caller.actor.email },
    }
  })
}
