import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Says in a cookie which reset a browser asked for, so that only that browser is shown its mail. For the demo on this machine. */
export type OutboxCookie = {
  set: (reply: FastifyReply, id: string) => void
  isOf: (request: FastifyRequest, id: string) => boolean
}

const NAME = 'marketplace_outbox'
const LIVES_SECONDS = 1_800

export const outboxCookie = (key: string): OutboxCookie => {
  const valueOf = (id: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['outbox', id]))
      .digest('base64url')
  return {
    set: (reply, id) =>
      void reply.setCookie(NAME, valueOf(id), { path: '/outbox', maxAge: LIVES_SECONDS, httpOnly: true, sameSite: 'strict' }),
    isOf: ({ cookies }, id) => {
      const [given, expected] = [Buffer.from(cookies[NAME] ?? ''), Buffer.from(valueOf(id))]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
