import type { FastifyInstance } from 'fastify'
import { finishSignUp as finishSignUpEndpoint, openSignUpLink } from '@marketplace/contracts/accounts/page-endpoints'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { hashSecret } from '../../clients/index.ts'
import { continueAddress } from '../pages/addresses.ts'
import { type PageAnswer, busyAnswer, fullQueue, pageAnswer, sendAnswer, textField, TOO_BUSY } from '../pages/answers.ts'
import { QueueFull } from '../passwords/fair-queue.ts'
import type { AuthorizationCookie } from '../mailed-links/authorization-cookie.ts'
import { isFramed } from '../sessions/framed.ts'
import { readBrowser, rememberSignIn } from '../sessions/visitor.ts'
import type { SignInDeps } from '../sign-in/deps.ts'
import { finishSignUp, type NewOwnerErrors } from './finish-sign-up.ts'
import { findSignUpByToken } from './repository.ts'
import { renderFinish, renderFinishGone, renderTaken } from './sign-up-pages.ts'

/** The mailed link that completes a sign-up. */
export const registerSignUpRoutes = (app: FastifyInstance, deps: SignInDeps & { signUpCookie: AuthorizationCookie }): void => {
  const { database, clock, publicUrl, signUpCookie } = deps

  // Changes nothing, because programs open links in mails too.
  registerEndpoint(app, openSignUpLink, async ({ query, request, reply }) => {
    const token = textField(query, 'token')
    const found = await findSignUpByToken(database, hashSecret(token), clock.now())
    const answer = found
      ? pageAnswer(renderFinish(publicUrl, { token, email: found.email, values: { name: '', organization: '' }, errors: {} }))
      : pageAnswer(renderFinishGone(publicUrl), 400)
    return sendAnswer(request, reply, answer)
  })

  registerEndpoint(app, finishSignUpEndpoint, async ({ body, request, reply }) => {
    const now = clock.now()
    const token = textField(body, 'token')
    const fields = {
      name: textField(body, 'name'),
      organization: textField(body, 'organization'),
      password: textField(body, 'password'),
    }
    const tokenHash = hashSecret(token)
    const finish = async (): Promise<PageAnswer> => {
      const found = await findSignUpByToken(database, tokenHash, now)
      if (!found || isFramed(request)) return pageAnswer(renderFinishGone(publicUrl), 400)
      const { email } = found
      const again = (errors: NewOwnerErrors, error?: string) =>
        renderFinish(publicUrl, { token, email, values: fields, errors, ...(error !== undefined && { error }) })
      const { device, ...visitor } = readBrowser(deps, request)
      const asked = { email, tokenHash, fields }
      const done = await finishSignUp(database, asked, { ...visitor, before: deps.cookie.read(request) }, now).catch(fullQueue)
      if (done instanceof QueueFull) return busyAnswer(done, again({}, TOO_BUSY))
      const query = signUpCookie.read(request)
      switch (done.kind) {
        case 'gone':
          return pageAnswer(renderFinishGone(publicUrl), 400)
        case 'invalid':
          return pageAnswer(again(done.errors), 422)
        case 'taken':
          return pageAnswer(renderTaken({ publicUrl, query }), 409)
        case 'signed-in':
          rememberSignIn(deps, reply, { secret: done.secret, email, device })
          signUpCookie.clear(reply)
          return { kind: 'redirect', location: continueAddress(query) }
      }
    }
    return sendAnswer(request, reply, await finish())
  })
}
