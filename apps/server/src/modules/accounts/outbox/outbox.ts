import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSameSecret } from '../../../core/is-same-secret.ts'
import { isAskedLocally } from '../../../http/peers.ts'

/** Shows the demo's mail on this machine, in the browser that sent the form. */
export type Outbox = {
  /** Marks the browser that sent a form, and returns the address of the mail that answers the form. Null if mails are not shown. */
  offer: (request: FastifyRequest, reply: FastifyReply, id: string) => string | null
  mayRead: (request: FastifyRequest, id: string) => boolean
}

const NAME = 'marketplace_outbox'
const LASTS_SECONDS = 1_800

/** Mails are shown only if `showsMail` is true: in the demo without a mail server. */
export const openOutbox = (key: string, showsMail: boolean): Outbox => {
  const valueOf = (id: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['outbox', id]))
      .digest('base64url')
  const isShown = (request: FastifyRequest) => showsMail && isAskedLocally(request)
  return {
    offer: (request, reply, id) => {
      if (!isShown(request)) return null
      reply.setCookie(NAME, valueOf(id), {
        path: '/outbox',
        maxAge: LASTS_SECONDS,
        httpOnly: true,
        secure: true,
        sameSite: 'strict',
      })
      return `/outbox/${id}`
    },
    mayRead: (request, id) => isShown(request) && isSameSecret(request.cookies[NAME] ?? '', valueOf(id)),
  }
}
