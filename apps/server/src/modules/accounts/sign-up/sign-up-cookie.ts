import type { FastifyReply, FastifyRequest } from 'fastify'
import { SIGN_UP_HOURS } from './send-sign-up.ts'

/** Recognizes the browser that sent the form when it opens the mailed link. */
export type SignUpCookie = {
  read: (request: FastifyRequest) => string | null
  set: (reply: FastifyReply, secret: string) => void
  clear: (reply: FastifyReply) => void
}

const SECRET = /^[\w-]{43}$/

export const signUpCookie = (https: boolean): SignUpCookie => {
  const name = https ? '__Secure-marketplace_sign_up' : 'marketplace_sign_up'
  // Lax, because the link is opened from a mail, which is a page of another site.
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
