import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_CLIENT_ID } from '@marketplace/contracts/accounts/session'
import type { Access, CallingClient } from '@marketplace/contracts/core/endpoint'
import { hasPermission } from '@marketplace/domain/permissions'
import { bearerToken } from './bearer-token.ts'
import { isSameSecret } from '../core/is-same-secret.ts'
import type { AuditRefusal, Authenticate, Caller, Recall } from '../core/caller.ts'
import { ApiError } from '../core/api-error.ts'
import { isFromThisMachine } from './peers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Tokens from the settings that let other machines call an endpoint; null if the setting is absent. */
    accessTokens: Readonly<Record<'METRICS_TOKEN', string | null>>
    /** Whether this server serves only this machine: its public address is a loopback one. */
    isLocal: boolean
    /** The origin of this server's own pages. */
    ownOrigin: string | null
    authenticate: Authenticate
    recall: Recall
    auditRefusal: AuditRefusal
  }
  interface FastifyRequest {
    /** Null if the endpoint needs no account. */
    caller: Caller | null
  }
}

const hasToken = (request: FastifyRequest, token: string): boolean =>
  isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)

/**
 * Whether a form was submitted from a page of this origin. Browsers set these headers themselves, and pages cannot change them. A request
 * without these headers does not come from a browser, so it has no cookie of a user.
 */
const isFromOwnPage = ({ headers }: FastifyRequest, ownOrigin: string | null): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === undefined || headers.origin === ownOrigin
}

/** Whether the token's client is of the kind that the endpoint requires. A ghost login uses the storefront's client. */
const isOfClient: Readonly<Record<CallingClient, (caller: Caller) => boolean>> = {
  any: () => true,
  marketplace: ({ clientId }) => clientId === SESSION_CLIENT_ID,
  application: ({ trusted }) => !trusted,
}

const mayCall = ({ may, client }: Extract<Access, { kind: 'account' }>, caller: Caller): boolean =>
  (may === null || hasPermission(caller.scopes, may)) && isOfClient[client](caller)

/**
 * Checks the caller before the body and the parameters are read. With `recalls`, a caller who was allowed to call a moment ago is not read
 * from the database: the handler has to lock its rights.
 */
export const guard =
  (app: FastifyInstance, { id, access }: { id: string; access: Access }, { recalls }: { recalls: boolean }) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    switch (access.kind) {
      case 'anyone':
      // The signature covers the body, so registerWebhook checks it later.
      case 'webhook':
        return
      case 'ownPage':
        if (!isFromOwnPage(request, app.ownOrigin)) throw new ApiError('FORBIDDEN')
        return
      case 'loopback': {
        const token = app.accessTokens[access.unlessToken]
        // A proxy on this machine may be undetectable. If the public address is not a loopback one, there is a proxy, so only the token
        // allows the call.
        if (token ? !hasToken(request, token) : !(app.isLocal && isFromThisMachine(request))) throw new ApiError('FORBIDDEN')
        return
      }
      case 'account': {
        // The answer belongs to one person, so no cache may store it.
        reply.header('cache-control', 'no-store')
        const token = bearerToken(request)
        if (token === null) throw new ApiError('UNAUTHORIZED')
        const recent = recalls ? await app.recall(token) : null
        // A refusal is never based on rights that may have changed.
        const caller = recent && mayCall(access, recent) ? recent : await app.authenticate(token)
        if (!caller) throw new ApiError('TOKEN_INVALID')
        const region = request.headers['x-region']
        if (region !== undefined && region !== caller.region) throw new ApiError('MISDIRECTED_REQUEST', { region: caller.region })
        if (!mayCall(access, caller)) {
          await app.auditRefusal(caller, id)
          throw new ApiError('FORBIDDEN')
        }
        request.caller = caller
      }
    }
  }
