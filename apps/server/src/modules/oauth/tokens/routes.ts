import type { FastifyInstance } from 'fastify'
import { getTokenInfo, issueToken, revokeToken } from '@marketplace/contracts/oauth/endpoints'
import { vouchForOrganization } from '../../../core/caller.ts'
import { ApiError } from '../../../core/api-error.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { bearerToken } from '../../../http/bearer-token.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import {
  callerOf,
  clientCredentials,
  isAuthenticClient,
  findClient,
  hashSecret,
  lockFamily,
  revokeFamily,
  findToken,
} from '../../clients/index.ts'
import type { NoteUse } from '../../installs/index.ts'
import { exchangeCode, refreshToken } from './exchange.ts'

export const registerTokenRoutes = (
  app: FastifyInstance,
  { database, clock, noteUse }: { database: Database; clock: Clock; noteUse: NoteUse },
): void => {
  registerEndpoint(app, issueToken, async ({ body, request, reply }) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    const isCode = body.grant_type === 'authorization_code' || body.grant_type === 'code'
    if (!isCode && body.grant_type !== 'refresh_token') throw new ApiError('UNSUPPORTED_GRANT_TYPE')
    const missing = isCode ? !body.code && 'code' : !body.refresh_token && 'refresh_token'
    if (missing) throw new ApiError('INVALID_PARAMETERS', { fields: [{ field: missing, message: 'is missing' }] })

    const credentials = clientCredentials(request.headers.authorization, body)
    const client = credentials && (await findClient(database, credentials.id))
    if (!client || !isAuthenticClient(client, credentials.secret)) {
      // RFC 6749, 5.2, requires this header if the credentials were in a header.
      if (request.headers.authorization) reply.header('www-authenticate', 'Basic realm="token"')
      throw new ApiError('INVALID_CLIENT')
    }
    const proof = { redirectUri: body.redirect_uri, verifier: body.code_verifier || undefined }
    const now = clock.now()
    const token = isCode
      ? await exchangeCode(database, client, body.code ?? '', proof, now)
      : await refreshToken(database, client, body.refresh_token ?? '', now)
    if (!token) throw new ApiError('INVALID_GRANT')
    // The organization of the token that was just issued.
    const organizationId = vouchForOrganization(token.organization_id)
    if (!client.trusted) await noteUse({ organizationId, clientId: client.id })
    return token
  })

  registerEndpoint(app, revokeToken, async ({ caller }) => {
    await inTransaction(database, async (transaction) => {
      await lockFamily(transaction, caller)
      await revokeFamily(transaction, caller.familyId, clock.now())
    })
    return {}
  })

  registerEndpoint(app, getTokenInfo, async ({ query, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const given = bearerToken(request) ?? query.code ?? ''
    const token = await findToken(database, hashSecret(given), clock.now())
    // Refresh tokens are valid only at the token endpoint.
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
