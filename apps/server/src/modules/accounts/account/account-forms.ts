import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, pageAnswer } from '../authorize/answer.ts'
import type { AuthorizeDeps } from '../authorize/deps.ts'
import type { Query } from '../authorize/read-request.ts'
import { sendAnswer, textField } from '../authorize/routes.ts'
import { busyAnswer, fullQueue, TOO_BUSY, tooOften } from '../authorize/submit.ts'
import { readBrowser, type SignedIn, whoIs } from '../authorize/visit.ts'
import { QueueFull } from '../fair-queue.ts'
import { renderConfirm } from '../pages/account-page.ts'
import { hashSecret } from '../../clients/index.ts'
import { isStale, REAUTHENTICATE_SECONDS } from '../sessions/limits.ts'
import { updateSession } from '../sessions/repository.ts'
import { checkPassword } from '../sessions/sign-in.ts'

const ACCOUNT = '/account'
export const NOT_YOURS = 'This is not your password. Check it and try again.'

/** Back to the account; `done` is what was done, as the page says it. */
export const goTo = (done = ''): Answer => ({ kind: 'redirect', location: done === '' ? ACCOUNT : `${ACCOUNT}?done=${done}` })

/** Somebody who is signed in and looks at their account. */
export type AccountVisit = {
  signedIn: SignedIn
  browser: ReturnType<typeof readBrowser> & { secret: string | null }
  now: Date
}

/** What every form of "Your account" begins with. */
export const accountForms = (deps: AuthorizeDeps) => {
  const readVisit = async (request: FastifyRequest) => {
    const [now, secret] = [deps.clock.now(), deps.cookie.read(request)]
    const signedIn = secret === null ? null : await whoIs(deps, hashSecret(secret), now)
    return { now, signedIn, browser: { ...readBrowser(deps, request), secret } }
  }

  /** Answers a form of somebody who is signed in; anybody else is asked to sign in first. */
  const answerForm = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    work: (visit: AccountVisit) => Promise<Answer>,
  ) => {
    const { signedIn, ...visit } = await readVisit(request)
    return sendAnswer(request, reply, signedIn ? await work({ signedIn, ...visit }) : goTo())
  }

  /** Asks for the password where it was not typed within `seconds`; null if there is no need to ask, or the form has it. */
  const confirm = async (
    { signedIn, browser: visit, now }: AccountVisit,
    body: Query,
    form: { action: string; fields: Readonly<Record<string, string>> },
    seconds: number = REAUTHENTICATE_SECONDS,
  ): Promise<Answer | null> => {
    if (!isStale(signedIn.authenticatedAt, seconds, now)) return null
    const ask = (error: string | null) => renderConfirm(deps.publicUrl, { ...form, error })
    const password = textField(body, 'password')
    if (password === '') return pageAnswer(ask(null))
    const { email } = signedIn.identity
    const result = await checkPassword(deps, { email, password, visit }, now).catch(fullQueue)
    if (result instanceof QueueFull) return busyAnswer(result, ask(TOO_BUSY))
    if (result.kind === 'too-often') return pageAnswer(ask(tooOften(result.waitSeconds)), 429, result.waitSeconds)
    if (result.kind === 'wrong') return pageAnswer(ask(NOT_YOURS), 401)
    await updateSession(deps.database, signedIn.sessionHash, { authenticatedAt: now })
    return null
  }

  return { readVisit, answerForm, confirm }
}
