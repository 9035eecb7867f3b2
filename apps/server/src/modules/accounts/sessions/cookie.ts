import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_LIVES } from './sessions.ts'

/**
 * The cookie with the session's secret. Browsers send it in frames of other sites too, because the silent sign-in needs that
 * (docs/product/accounts.md, Signing in). A request that changes data must therefore not rely on the cookie alone. Browsers treat localhost
 * as secure, but the prefix `__Host-` needs https.
 */
export type SessionCookie = {
  /** The secret of the request's session; null if it has none. */
  read: (request: FastifyRequest) => string | null
  set: (reply: FastifyReply, secret: string) => void
  clear: (reply: FastifyReply) => void
}

const SECRET = /^[\w-]{43}$/

export const sessionCookie = (https: boolean): SessionCookie => {
  const name = https ? '__Host-marketplace_session' : 'marketplace_session'
  const options = { path: '/', httpOnly: true, secure: true, sameSite: 'none' } as const
  return {
    read: ({ cookies }) => {
      const secret = cookies[name] ?? ''
      return SECRET.test(secret) ? secret : null
    },
    set: (reply, secret) => void reply.setCookie(name, secret, { ...options, maxAge: SESSION_LIVES }),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}
