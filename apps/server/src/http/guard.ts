import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '@marketplace/contracts/endpoint'
import { hasPermission } from '@marketplace/domain/permissions'
import { bearerToken } from './bearer-token.ts'
import { type Authenticate, type Caller, type TellRefusal } from '../core/caller.ts'
import { ApiError } from '../core/api-error.ts'
import { isFromThisMachine } from './peers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Tokens out of the settings that open an endpoint for other machines; null where the setting is not given. */
    accessTokens: Readonly<Record<'METRICS_TOKEN', string | null>>
    /** Whether this server is for programs on this machine: its public address is a loopback one. */
    isLocal: boolean
    /** The origin of this server's own pages. */
    ownOrigin: string | null
    authenticate: Authenticate
    tellRefusal: TellRefusal
  }
  interface FastifyRequest {
    /** Who calls; null where the endpoint is for anyone. */
    caller: Caller | null
  }
}

const hasToken = (request: FastifyRequest, token: string): boolean => {
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * Whether a form was sent from a page of this origin. A browser says so by itself, and no page can make it say otherwise; a request that
 * says neither comes from no browser, and has nobody's cookie.
 */
const isFromOwnPage = ({ headers }: FastifyRequest, ownOrigin: string | null): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === undefined || headers.origin === ownOrigin
}

/** Who may pass, checked before anything of the request is read. */
export const guard =
  (app: FastifyInstance, { id, access }: { id: string; access: Access }) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    switch (access.kind) {
      case 'anyone':
        return
      case 'ownPage':
        if (!isFromOwnPage(request, app.ownOrigin)) throw new ApiError('FORBIDDEN')
        return
      case 'loopback': {
        const token = app.accessTokens[access.unlessToken]
        // A proxy on this machine need not give itself away. A public address tells that there is one, and then only a token opens this.
        if (token ? !hasToken(request, token) : !(app.isLocal && isFromThisMachine(request))) throw new ApiError('FORBIDDEN')
        return
      }
      case 'account': {
        // It is for one person: nothing on the way to them may keep it.
        reply.header('cache-control', 'no-store')
        const token = bearerToken(request)
        if (token === null) throw new ApiError('UNAUTHORIZED')
        const caller = await app.authenticate(token)
        if (!caller) throw new ApiError('TOKEN_INVALID')
        const region = request.headers['x-region']
        if (region !== undefined && region !== caller.region) throw new ApiError('MISDIRECTED_REQUEST', { region: caller.region })
        if (access.may !== null && !hasPermission(caller.scopes, access.may)) {
          await app.tellRefusal(caller, id)
          throw new ApiError('FORBIDDEN')
        }
        request.caller = caller
      }
    }
  }
