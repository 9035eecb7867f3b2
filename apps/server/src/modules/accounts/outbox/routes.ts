import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { showOutbox } from '@marketplace/contracts/accounts/page-endpoints'
import { ApiError } from '../../../core/api-error.ts'
import type { Database } from '../../../db/client.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { findMail } from '../../mail/index.ts'
import { pageAnswer, sendAnswer } from '../pages/answers.ts'
import { type Html, markup } from '../pages/html.ts'
import { type Page, renderPage } from '../pages/layout.ts'
import type { Outbox } from './outbox.ts'

/** Finds a password reset or a sign-up by its id, and the mail that answers it. */
type FindAsked = (id: string) => Promise<{ mailId: string | null } | null>

type Deps = { database: Database; publicUrl: string; accountsUrl: string; outbox: Outbox; findAsked: FindAsked }

/** Shows mails of the demo to the browser that requested them. */
export const registerOutboxRoutes = (app: FastifyInstance, deps: Deps): void => {
  registerEndpoint(app, showOutbox, async ({ params: { id }, request, reply }) => {
    if (!deps.outbox.mayRead(request, id)) throw new ApiError('NOT_FOUND')
    return sendAnswer(request, reply, pageAnswer(renderOutbox({ ...deps, id }, await awaitMail(deps, id))))
  })
}

/** The maximum time (ms) that the page waits for the mail, which a job writes. */
const WAITS_MS = 5_000
const LOOKS_EVERY_MS = 100

/** The mail that answers this form. Null if the job has not written it yet, or writes none. */
const awaitMail = async ({ database, findAsked }: Deps, id: string) => {
  for (let waited = 0; ; waited += LOOKS_EVERY_MS) {
    const asked = await findAsked(id)
    if (!asked) return null
    if (asked.mailId !== null) return findMail(database, asked.mailId)
    if (waited >= WAITS_MS) return null
    await wait(LOOKS_EVERY_MS)
  }
}

/** A mail of the demo as text, with the links that lead to this server. Null while it is being written. */
const renderOutbox = (
  { publicUrl, accountsUrl, id }: { publicUrl: string; accountsUrl: string; id: string },
  mail: { recipient: string; subject: string; text: string } | null,
): Page =>
  renderPage(
    { title: 'Mail of the demo', publicUrl },
    mail === null
      ? markup`<h1>No mail yet</h1><p class="lead">The mail takes a moment. A request for a new password gets no mail if the e-mail has no account.</p>
<a class="button" href="/outbox/${id}">Look again</a>`
      : markup`<h1>${mail.subject}</h1><p class="lead">To ${mail.recipient}</p>
${mail.text.split('\n\n').map((paragraph) => mailParagraph(paragraph, accountsUrl))}`,
  )

const mailParagraph = (text: string, accountsUrl: string): Html => {
  const at = text.indexOf(`: ${accountsUrl}/`)
  return at === -1 ? markup`<p>${text}</p>` : markup`<p><a href="${text.slice(at + 2)}">${text.slice(0, at)}</a></p>`
}
