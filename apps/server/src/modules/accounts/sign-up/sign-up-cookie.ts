import type { FastifyReply, FastifyRequest } from 'fastify'
import { SIGN_UP_HOURS } from './send-sign-up.ts'

/** The cookie by which the browser that has sent the form is known again when the mailed link is opened in it. */
export type SignUpCookie = {
  read: (request: FastifyRequest) => string | null
  set: (reply: FastifyReply, secret: string) => void
  clear: (reply: FastifyReply) => void
}

const SECRET = /^[\w-]{43}$/

export const signUpCookie = (https: boolean): SignUpCookie => {
  const name = https ? '__Secure-marketplace_sign_up' : 'marketplace_sign_up'
  // Lax: the link is followed from a mail, which is a page of somebody else.
  const options = { path: '/signup/finish', httpOnly: true, secure: true, sameSite: 'lax' } as const
  return {
    read: ({ cookies }) => {
      const secret = cookies[name] ?? ''
      return SECRET.test(secret) ? secret : null
    },
    set: (reply, secret) => void reply.setCookie(name, secret, { ...options, maxAge: SIGN_UP_HOURS * 3_600 }),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}
