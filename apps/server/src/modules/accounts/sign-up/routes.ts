import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { finishSignUp as finishSignUpEndpoint, openSignUpLink } from '@marketplace/contracts/accounts/page-endpoints'
import { siteOf } from '@marketplace/domain/network'
import { ApiError } from '../../../core/api-error.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { hashSecret } from '../../clients/index.ts'
import { continueAddress } from '../pages/addresses.ts'
import {
  type PageAnswer,
  busyAnswer,
  fullQueue,
  pageAnswer,
  sendAnswer,
  textField,
  TOO_BUSY,
  tooOften,
} from '../pages/answers.ts'
import { QueueFull } from '../passwords/fair-queue.ts'
import { isPassword } from '../passwords/passwords.ts'
import { isFramed } from '../sessions/framed.ts'
import { readBrowser, rememberSignIn } from '../sessions/visitor.ts'
import type { SignInDeps } from '../sign-in/deps.ts'
import { finishSignUp } from './finish-sign-up.ts'
import { findSignUpByToken, type SignUp } from './repository.ts'
import type { SignUpCookie } from './sign-up-cookie.ts'
import { renderFinish, renderFinishGone, renderTaken } from './sign-up-pages.ts'

const NOT_CHOSEN = 'This is not the password that you chose when you signed up.'

/** The mailed link that completes a sign-up. */
export const registerSignUpRoutes = (app: FastifyInstance, deps: SignInDeps & { signUpCookie: SignUpCookie }): void => {
  const { database, clock, publicUrl, signUpCookie } = deps

  const finish = async (found: SignUp, request: FastifyRequest, reply: FastifyReply, now: Date): Promise<PageAnswer> => {
    const { device, browser } = readBrowser(deps, request)
    const done = await finishSignUp(database, found, { browser, before: deps.cookie.read(request) }, now)
    if (done.kind === 'gone') return pageAnswer(renderFinishGone(publicUrl), 400)
    if (done.kind === 'taken') return pageAnswer(renderTaken({ publicUrl, query: found.query }), 409)
    rememberSignIn(deps, reply, { secret: done.secret, email: found.email, device })
    signUpCookie.clear(reply)
    return { kind: 'redirect', location: continueAddress(found.query) }
  }

  registerEndpoint(app, openSignUpLink, async ({ query, request, reply }) => {
    // Programs that scan links in mails send HEAD too, which must change nothing.
    if (request.method === 'HEAD') throw new ApiError('METHOD_NOT_ALLOWED')
    const [now, token] = [clock.now(), textField(query, 'token')]
    const found = await findSignUpByToken(database, hashSecret(token), now)
    if (!found) return sendAnswer(request, reply, pageAnswer(renderFinishGone(publicUrl), 400))
    const secret = signUpCookie.read(request)
    // In the browser that sent the form the link is enough. Anybody else may have the link without knowing the password.
    const isSameBrowser = secret !== null && hashSecret(secret) === found.browserHash && !isFramed(request)
    const answer = isSameBrowser
      ? await finish(found, request, reply, now)
      : pageAnswer(renderFinish(publicUrl, { token, email: found.email, error: null }))
    return sendAnswer(request, reply, answer)
  })

  registerEndpoint(app, finishSignUpEndpoint, async ({ body, request, reply }) => {
    const [now, token, password] = [clock.now(), textField(body, 'token'), textField(body, 'password')]
    const found = await findSignUpByToken(database, hashSecret(token), now)
    if (!found || isFramed(request)) return sendAnswer(request, reply, pageAnswer(renderFinishGone(publicUrl), 400))
    const again = (error: string) => renderFinish(publicUrl, { token, email: found.email, error })
    const check = async (): Promise<PageAnswer> => {
      const site = siteOf(request.ip)
      const attempt = { email: found.id, source: { kind: 'site', id: site } } as const
      const { waitSeconds } = deps.codeGate.enter(attempt, now)
      if (waitSeconds > 0) return pageAnswer(again(tooOften(waitSeconds)), 429, waitSeconds)
      const isRight = await isPassword(password, found.passwordHash, site).catch(fullQueue)
      if (isRight instanceof QueueFull) {
        deps.codeGate.withdraw(attempt)
        return busyAnswer(isRight, again(TOO_BUSY))
      }
      if (!isRight) return pageAnswer(again(NOT_CHOSEN), 401)
      deps.codeGate.succeed(attempt)
      return finish(found, request, reply, now)
    }
    return sendAnswer(request, reply, await check())
  })
}
