import type { FastifyReply, FastifyRequest } from 'fastify'
import { SIGN_UP_HOURS } from './send-sign-up.ts'

/**
 * The authorization with which this browser came to sign up, to go on with after the mailed link. It is kept in the browser, because the
 * link may have been asked for by a stranger, whose authorization is none of the person's. It proves nothing: anybody may link to any
 * authorization.
 */
export type SignUpCookie = {
  /** The query; empty if this browser has sent no form. */
  read: (request: FastifyRequest) => string
  set: (reply: FastifyReply, query: string) => void
  clear: (reply: FastifyReply) => void
}

export const signUpCookie = (https: boolean): SignUpCookie => {
  const name = https ? '__Secure-marketplace_sign_up' : 'marketplace_sign_up'
  // Lax, because the link is opened from a mail, which is a page of another site.
  const options = { path: '/signup/finish', httpOnly: true, secure: true, sameSite: 'lax' } as const
  return {
    // Written again, so that a cookie of another origin puts nothing but a query into an address.
    read: ({ cookies }) => new URLSearchParams(Buffer.from(cookies[name] ?? '', 'base64url').toString()).toString(),
    set: (reply, query) =>
      void reply.setCookie(name, Buffer.from(query).toString('base64url'), { ...options, maxAge: SIGN_UP_HOURS * 3_600 }),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}
