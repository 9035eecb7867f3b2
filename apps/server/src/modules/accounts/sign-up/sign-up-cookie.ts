import type { FastifyReply, FastifyRequest } from 'fastify'
import { SIGN_UP_HOURS } from './send-sign-up.ts'

/**
 * The authorization with which this browser came to the sign-up. It continues after the mailed link. The browser keeps it, because a stranger
 * may have requested the link, and the person must not continue with the stranger's authorization. The cookie proves nothing: any page may
 * link to any authorization.
 */
export type SignUpCookie = {
  /** The query of the authorization; empty if this browser has not sent the form. */
  read: (request: FastifyRequest) => string
  set: (reply: FastifyReply, query: string) => void
  clear: (reply: FastifyReply) => void
}

export const signUpCookie = (https: boolean): SignUpCookie => {
  const name = https ? '__Secure-marketplace_sign_up' : 'marketplace_sign_up'
  // Lax, because the link is opened from a mail, which is a page of another site.
  const options = { path: '/signup/finish', httpOnly: true, secure: true, sameSite: 'lax' } as const
  return {
    // Parsed and written again, so that a cookie of another origin can add only a query to an address.
    read: ({ cookies }) => new URLSearchParams(Buffer.from(cookies[name] ?? '', 'base64url').toString()).toString(),
    set: (reply, query) =>
      void reply.setCookie(name, Buffer.from(query).toString('base64url'), { ...options, maxAge: SIGN_UP_HOURS * 3_600 }),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}
