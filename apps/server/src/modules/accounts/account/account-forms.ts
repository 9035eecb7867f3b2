import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashSecret } from '../../clients/index.ts'
import {
  type PageAnswer,
  busyAnswer,
  fullQueue,
  pageAnswer,
  type Query,
  sendAnswer,
  textField,
  TOO_BUSY,
  tooOften,
} from '../pages/answers.ts'
import { QueueFull } from '../passwords/fair-queue.ts'
import { isStale, REAUTHENTICATE_SECONDS } from '../sessions/limits.ts'
import { updateSession } from '../sessions/repository.ts'
import { readBrowser, type SignedIn, whoIs } from '../sessions/visitor.ts'
import type { SignInDeps } from '../sign-in/deps.ts'
import { checkPassword } from '../sign-in/sign-in.ts'
import { renderConfirm } from './account-page.ts'

const ACCOUNT = '/account'
export const NOT_YOURS = 'This is not your password. Check it and try again.'

/** Back to the account. `done` names what was done, for the page to show. */
export const goTo = (done = ''): PageAnswer => ({ kind: 'redirect', location: done === '' ? ACCOUNT : `${ACCOUNT}?done=${done}` })

/** A person who is signed in and uses the pages of their account. */
export type AccountVisit = {
  signedIn: SignedIn
  browser: ReturnType<typeof readBrowser> & { secret: string | null }
  now: Date
}

/** What the forms of "Your account" share. */
export const accountForms = (deps: SignInDeps) => {
  const readVisit = async (request: FastifyRequest) => {
    const [now, secret] = [deps.clock.now(), deps.cookie.read(request)]
    const signedIn = secret === null ? null : await whoIs(deps, hashSecret(secret), now)
    return { now, signedIn, browser: { ...readBrowser(deps, request), secret } }
  }

  /** Answers a form of a person who is signed in. Anybody else is asked to sign in first. */
  const answerForm = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    work: (visit: AccountVisit) => Promise<PageAnswer>,
  ) => {
    const { signedIn, ...visit } = await readVisit(request)
    return sendAnswer(request, reply, signedIn ? await work({ signedIn, ...visit }) : goTo())
  }

  /** Asks for the password if it was typed more than `seconds` ago. Null if it need not be asked, or if the form has it and it is right. */
  const confirm = async (
    { signedIn, browser: visit, now }: AccountVisit,
    body: Query,
    form: { action: string; fields: Readonly<Record<string, string>> },
    seconds: number = REAUTHENTICATE_SECONDS,
  ): Promise<PageAnswer | null> => {
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
