import { addSeconds } from '../../../core/clock.ts'
import type { FastifyInstance } from 'fastify'
import { askForReset, forgotPage, resetPage, submitReset } from '@marketplace/contracts/accounts/page-endpoints'
import { siteOf } from '@marketplace/domain/network'
import { newId } from '../../../core/ids.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import type { SendJob } from '../../jobs/index.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { keptQuery } from '../pages/addresses.ts'
import { busyAnswer, fullQueue, pageAnswer, queryText, sendAnswer, textField, TOO_BUSY, tooOften } from '../pages/answers.ts'
import { QueueFull } from '../passwords/fair-queue.ts'
import { foldEmail, MAX_EMAIL } from '../people/limits.ts'
import type { AuthorizationCookie } from '../mailed-links/authorization-cookie.ts'
import { lockRecentLink } from '../mailed-links/repository.ts'
import { readBrowser } from '../sessions/visitor.ts'
import type { SignInDeps } from '../sign-in/deps.ts'
import { createLimiter } from '../sign-in/limiter.ts'
import { insertReset } from './repository.ts'
import { renderForgot, renderForgotSent, renderReset, renderResetDone, renderResetGone } from './reset-pages.ts'
import { RESET_MINUTES, SEND_RESET } from './send-reset.ts'
import { readResetLink, useReset } from './use-reset.ts'

type ResetDeps = SignInDeps & { send: SendJob; outbox: Outbox; resetCookie: AuthorizationCookie }

/** The number of links that a network may request in an hour. */
const OF_NETWORK = { max: 30, seconds: 3_600 } as const

export const registerResetRoutes = (app: FastifyInstance, deps: ResetDeps): void => {
  const { database, clock, publicUrl, outbox, resetCookie } = deps
  const networks = createLimiter(OF_NETWORK)

  registerEndpoint(app, forgotPage, async ({ query, request, reply }) =>
    sendAnswer(request, reply, pageAnswer(renderForgot({ publicUrl, query: queryText(query) }, { email: '', error: null }))),
  )

  registerEndpoint(app, askForReset, async ({ query, body, request, reply }) => {
    const now = clock.now()
    const where = { publicUrl, query: keptQuery(queryText(query)) }
    const email = textField(body, 'email').trim()
    const again = (error: string) => renderForgot(where, { email, error })
    if (!email.includes('@') || email.length > MAX_EMAIL)
      return sendAnswer(request, reply, pageAnswer(again('This is no e-mail address.'), 422))
    if (!networks.hit(siteOf(request.ip), now))
      return sendAnswer(request, reply, pageAnswer(again(tooOften(OF_NETWORK.seconds)), 429, OF_NETWORK.seconds))
    const mailbox = foldEmail(email)
    const id = await inTransaction(database, async (transaction) => {
      // A recent mail is enough, even if a stranger requested it: its link works for the owner too, and the inbox cannot be flooded.
      const before = await lockRecentLink(transaction, 'reset', mailbox, now)
      if (before !== null) return before
      const asked = newId()
      const expiresAt = addSeconds(now, RESET_MINUTES * 60)
      await insertReset(transaction, { id: asked, email: mailbox, createdAt: now, expiresAt })
      await deps.send(transaction, SEND_RESET, { resetId: asked })
      return asked
    })
    resetCookie.set(reply, where.query)
    return sendAnswer(request, reply, pageAnswer(renderForgotSent(where, outbox.offer(request, reply, id))))
  })

  registerEndpoint(app, resetPage, async ({ query, request, reply }) => {
    const token = textField(query, 'token')
    const link = await readResetLink(database, token, clock.now())
    const page = link ? renderReset(publicUrl, { token, error: {} }) : renderResetGone(publicUrl)
    return sendAnswer(request, reply, pageAnswer(page, link ? 200 : 400))
  })

  registerEndpoint(app, submitReset, async ({ body, request, reply }) => {
    const [token, next] = [textField(body, 'token'), textField(body, 'next')]
    const { address, browser } = readBrowser(deps, request)
    const again = (error: { field?: string; form?: string }) => renderReset(publicUrl, { token, error })
    const result = await useReset(deps, { token, next, address, browser }, clock.now()).catch(fullQueue)
    const answer = () => {
      if (result instanceof QueueFull) return busyAnswer(result, again({ form: TOO_BUSY }))
      switch (result.kind) {
        case 'changed': {
          const query = resetCookie.read(request)
          resetCookie.clear(reply)
          return pageAnswer(renderResetDone({ publicUrl, query }))
        }
        case 'gone':
          return pageAnswer(renderResetGone(publicUrl), 400)
        case 'refused':
          return pageAnswer(again({ field: result.reason }), 422)
      }
    }
    return sendAnswer(request, reply, answer())
  })
}
