import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { finishSignUp as finishSignUpEndpoint, openSignUpLink, signUp } from '@marketplace/contracts/accounts/page-endpoints'
import { siteOf } from '@marketplace/domain/network'
import { ApiError } from '../../../core/api-error.ts'
import { isAskedLocally } from '../../../http/peers.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { type Answer, formContext, pageAnswer, queryText } from '../authorize/answer.ts'
import type { Query } from '../authorize/read-request.ts'
import { sendAnswer, textField } from '../authorize/routes.ts'
import { busyAnswer, fullQueue, TOO_BUSY, tooOften } from '../authorize/submit.ts'
import { readBrowser, readVisit, type Visit } from '../authorize/visit.ts'
import { QueueFull } from '../fair-queue.ts'
import { newPasswordProblem } from '../new-password.ts'
import type { Page } from '../pages/layout.ts'
import { renderSignUp, SIGN_UP_FIELDS, type SignUpField, type SignUpForm } from '../pages/sign-up-page.ts'
import { renderFinish, renderFinishGone, renderSignUpSent, renderTaken } from '../pages/sign-up-link-pages.ts'
import { isPassword } from '../passwords.ts'
import { newAccountSchema } from '../people/sign-up.ts'
import type { ResetDeps } from '../reset/routes.ts'
import { hashSecret } from '../../clients/index.ts'
import { isFramed } from '../sessions/framed.ts'
import { createLimiter } from '../sessions/limiter.ts'
import { beginSignUp, OF_EMAIL, OF_SITE } from './begin-sign-up.ts'
import { finishSignUp } from './finish-sign-up.ts'
import { findSignUpByToken, type SignUp } from './repository.ts'
import type { SignUpCookie } from './sign-up-cookie.ts'

const NOT_CHOSEN = 'This is not the password that you chose when you signed up.'
/** Longer queries are nobody's; the person goes on to their account instead. */
const LONGEST_QUERY = 4_000
/** How many sign-ups a network may send in an hour. */
const OF_NETWORK = { max: 60, seconds: 3_600 } as const

/** Signing up: a form, a mail, and the link in it, which makes the account. */
export const registerSignUpRoutes = (app: FastifyInstance, deps: ResetDeps & { signUpCookie: SignUpCookie }): void => {
  const { database, clock, publicUrl, outbox, signUpCookie } = deps
  const networks = createLimiter(OF_NETWORK)
  const beginDeps = { ...deps, mailsOfSite: createLimiter(OF_SITE), mailsOfEmail: createLimiter(OF_EMAIL) }

  const submit = async (visit: Visit, body: Query, request: FastifyRequest, reply: FastifyReply): Promise<Answer> => {
    if (visit.framed) return visit.refuse({ identity_exception: 'unauthorized' })
    const context = formContext(publicUrl, visit.query, visit.request)
    const fields = Object.fromEntries(SIGN_UP_FIELDS.map((name) => [name, textField(body, name)])) as Record<SignUpField, string>
    const form = (errors: SignUpForm['errors'], error?: string): Page =>
      renderSignUp(context, { values: fields, errors, ...(error !== undefined && { error }) })
    const again = (errors: SignUpForm['errors']): Answer => pageAnswer(form(errors), 422)
    const parsed = newAccountSchema.safeParse(fields)
    if (!parsed.success)
      return again(
        Object.fromEntries(parsed.error.issues.toReversed().map(({ path: [name], message }) => [String(name), message])),
      )
    if (parsed.data.password === visit.refusedPassword)
      return again({ password: 'Everybody knows this password. Take another one.' })
    const badPassword = await newPasswordProblem(parsed.data.password, parsed.data)
    if (badPassword !== null) return again({ password: badPassword })
    if (!networks.hit(siteOf(visit.address), visit.now))
      return pageAnswer(form({}, tooOften(OF_NETWORK.seconds)), 429, OF_NETWORK.seconds)
    const query = queryText(visit.query, ['login', 'select_account'])
    const where = { address: visit.address, query: query.length > LONGEST_QUERY ? '' : query }
    const begun = await beginSignUp(beginDeps, parsed.data, where, visit.now).catch(fullQueue)
    if (begun instanceof QueueFull) return busyAnswer(begun, form({}, TOO_BUSY))
    signUpCookie.set(reply, begun.browserSecret)
    const isShown = deps.showsMail && isAskedLocally(request)
    if (isShown) outbox.set(reply, begun.id)
    return pageAnswer(renderSignUpSent({ ...context, query }, isShown ? `/outbox/${begun.id}` : null))
  }

  registerEndpoint(app, signUp, async ({ query, body, request, reply }) => {
    const read = await readVisit(deps, request, query)
    return sendAnswer(request, reply, read.kind === 'answer' ? read.answer : await submit(read.visit, body, request, reply))
  })

  const finish = async (found: SignUp, request: FastifyRequest, reply: FastifyReply, now: Date): Promise<Answer> => {
    const { device, browser } = readBrowser(deps, request)
    const done = await finishSignUp(database, found, { browser, before: deps.cookie.read(request) }, now)
    if (done.kind === 'gone') return pageAnswer(renderFinishGone(publicUrl), 400)
    if (done.kind === 'taken') return pageAnswer(renderTaken({ publicUrl, query: found.query }), 409)
    deps.cookie.set(reply, done.secret)
    deps.devices.remember(reply, device, found.email.toLowerCase())
    signUpCookie.clear(reply)
    return { kind: 'redirect', location: found.query === '' ? '/account' : `/?${found.query}` }
  }

  registerEndpoint(app, openSignUpLink, async ({ query, request, reply }) => {
    // Programs that look at links in mails ask with HEAD too, and shall change nothing.
    if (request.method === 'HEAD') throw new ApiError('METHOD_NOT_ALLOWED')
    const [now, token] = [clock.now(), textField(query, 'token')]
    const found = await findSignUpByToken(database, hashSecret(token), now)
    if (!found) return sendAnswer(request, reply, pageAnswer(renderFinishGone(publicUrl), 400))
    const secret = signUpCookie.read(request)
    // In the browser that has sent the form the link is enough. Anybody else may have got it without having typed the password.
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
    const check = async (): Promise<Answer> => {
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
