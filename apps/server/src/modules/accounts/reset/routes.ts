import type { FastifyInstance } from 'fastify'
import { askForReset, forgotPage, resetPage, showOutbox, submitReset } from '@marketplace/contracts/accounts/page-endpoints'
import { siteOf } from '@marketplace/domain/network'
import { newId } from '../../../core/ids.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { ApiError } from '../../../core/api-error.ts'
import { isAskedLocally } from '../../../http/peers.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import type { SendJob } from '../../jobs/index.ts'
import { pageAnswer, queryText } from '../authorize/answer.ts'
import type { AuthorizeDeps } from '../authorize/deps.ts'
import { sendAnswer, textField } from '../authorize/routes.ts'
import { busyAnswer, fullQueue, TOO_BUSY, tooOften } from '../authorize/submit.ts'
import { readBrowser } from '../authorize/visit.ts'
import { QueueFull } from '../fair-queue.ts'
import { SEND_RESET } from '../jobs.ts'
import {
  renderForgot,
  renderForgotSent,
  renderOutbox,
  renderReset,
  renderResetDone,
  renderResetGone,
} from '../pages/reset-pages.ts'
import { MAX_EMAIL } from '../sessions/limits.ts'
import { createLimiter } from '../sessions/limiter.ts'
import { after } from '../../clients/index.ts'
import { awaitMail } from './await-mail.ts'
import type { OutboxCookie } from './outbox-cookie.ts'
import { insertReset } from './repository.ts'
import { RESET_MINUTES } from './send-reset.ts'
import { readResetLink, useReset } from './use-reset.ts'

export type ResetDeps = AuthorizeDeps & {
  send: SendJob
  /** Whether the mail of the demo is shown to whoever asked for it on this machine: only where no mail server is set. */
  showsMail: boolean
  outbox: OutboxCookie
}

/** How often links are asked for: by one network, and for one e-mail. Beyond the latter nothing is sent, and the answer is the same. */
const OF_NETWORK = { max: 30, seconds: 3_600 } as const
const OF_EMAIL = { max: 5, seconds: 3_600 } as const
/** Longer queries are nobody's; the person goes on to their account instead. */
const LONGEST_QUERY = 4_000

export const registerResetRoutes = (app: FastifyInstance, deps: ResetDeps): void => {
  const { database, clock, publicUrl, accountsUrl, outbox } = deps
  const [networks, emails] = [createLimiter(OF_NETWORK), createLimiter(OF_EMAIL)]

  registerEndpoint(app, forgotPage, async ({ query, request, reply }) =>
    sendAnswer(request, reply, pageAnswer(renderForgot({ publicUrl, query: queryText(query) }, { email: '', error: null }))),
  )

  registerEndpoint(app, askForReset, async ({ query, body, request, reply }) => {
    const now = clock.now()
    const text = queryText(query)
    const where = { publicUrl, query: text.length > LONGEST_QUERY ? '' : text }
    const email = textField(body, 'email').trim()
    const again = (error: string) => renderForgot(where, { email, error })
    if (!email.includes('@') || email.length > MAX_EMAIL)
      return sendAnswer(request, reply, pageAnswer(again('This is no e-mail address.'), 422))
    if (!networks.hit(siteOf(request.ip), now))
      return sendAnswer(request, reply, pageAnswer(again(tooOften(OF_NETWORK.seconds)), 429, OF_NETWORK.seconds))
    const id = newId()
    if (emails.hit(email.toLowerCase(), now))
      await inTransaction(database, async (transaction) => {
        const expiresAt = after(now, RESET_MINUTES * 60)
        await insertReset(transaction, { id, email, query: where.query, createdAt: now, expiresAt })
        await deps.send(transaction, SEND_RESET, { resetId: id })
      })
    const isShown = deps.showsMail && isAskedLocally(request)
    if (isShown) outbox.set(reply, id)
    return sendAnswer(request, reply, pageAnswer(renderForgotSent(where, isShown ? `/outbox/${id}` : null)))
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
        case 'changed':
          return pageAnswer(renderResetDone({ publicUrl, query: result.query }))
        case 'gone':
          return pageAnswer(renderResetGone(publicUrl), 400)
        case 'refused':
          return pageAnswer(again({ field: result.reason }), 422)
      }
    }
    return sendAnswer(request, reply, answer())
  })

  registerEndpoint(app, showOutbox, async ({ params: { id }, request, reply }) => {
    if (!deps.showsMail || !isAskedLocally(request) || !outbox.isOf(request, id)) throw new ApiError('NOT_FOUND')
    const mail = await awaitMail(database, id)
    return sendAnswer(request, reply, pageAnswer(renderOutbox({ publicUrl, accountsUrl, id }, mail)))
  })
}
