import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_LIVES } from './sessions.ts'

/**
 * The cookie of who is signed in on this server. It goes along into frames of other sites, which is what the silent sign-in is
 * (clients.md), so that nothing that changes anything may rely on it alone. Browsers take localhost for secure, but not for the prefix's
 * promise of https.
 */
export type SessionCookie = {
  /** The secret of a request's session; null where it has none. */
  read: (request: FastifyRequest) => string | null
  set: (reply: FastifyReply, secret: string) => void
}

const SECRET = /^[\w-]{43}$/

export const sessionCookie = (https: boolean): SessionCookie => {
  const name = https ? '__Host-marketplace_session' : 'marketplace_session'
  return {
    read: ({ cookies }) => {
      const secret = cookies[name] ?? ''
      return SECRET.test(secret) ? secret : null
    },
    set: (reply, secret) =>
      void reply.setCookie(name, secret, { path: '/', maxAge: SESSION_LIVES, httpOnly: true, secure: true, sameSite: 'none' }),
  }
}
