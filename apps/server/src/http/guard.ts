import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '@marketplace/contracts/endpoint'
import { hasPermission } from '@marketplace/domain/permissions'
import { type Authenticate, bearerToken, type Caller, type TellRefusal } from './caller.ts'
import { ApiError } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Tokens out of the settings that open an endpoint for other machines; null where the setting is not given. */
    accessTokens: Readonly<Record<'METRICS_TOKEN', string | null>>
    authenticate: Authenticate
    tellRefusal: TellRefusal
  }
  interface FastifyRequest {
    /** Who calls; null where the endpoint is for anyone. */
    caller: Caller | null
  }
}

const isLoopback = (address: string): boolean => {
  const plain = address.replace(/^::ffff:/, '')
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}

const hasToken = (request: FastifyRequest, token: string): boolean => {
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Who may pass, checked before anything of the request is read. */
export const guard =
  (app: FastifyInstance, { id, access }: { id: string; access: Access }) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    switch (access.kind) {
      case 'anyone':
        return
      case 'loopback': {
        const token = app.accessTokens[access.unlessToken]
        // With a token set, loopback is no proof: a proxy in front of us calls from there too.
        if (token ? !hasToken(request, token) : !isLoopback(request.socket.remoteAddress ?? '')) throw new ApiError('FORBIDDEN')
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
