import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashSecret } from '../../clients/index.ts'
import { type PageAnswer, sendAnswer } from '../pages/answers.ts'
import { readBrowser, type SignedIn, whoIs } from '../sessions/visitor.ts'
import type { SignInDeps } from '../sign-in/deps.ts'

const ACCOUNT = '/account'
export const NOT_YOURS = 'This is not your password. Check it and try again.'

/** Redirects to the account page, which shows a message about the action that `done` names. */
export const goTo = (done = ''): PageAnswer => ({ kind: 'redirect', location: done === '' ? ACCOUNT : `${ACCOUNT}?done=${done}` })

/** A person who is signed in and uses the pages of their account. */
export type AccountVisit = {
  signedIn: SignedIn
  browser: ReturnType<typeof readBrowser> & { secret: string | null }
  now: Date
  /** Keeps the new secret of the session in the browser's cookie. */
  keepSecret: (secret: string) => void
}

/** The shared code of the forms of "Your account". */
export const accountForms = (deps: SignInDeps) => {
  const readVisit = async (request: FastifyRequest) => {
    const [now, secret] = [deps.clock.now(), deps.cookie.read(request)]
    const signedIn = secret === null ? null : await whoIs(deps, hashSecret(secret), now)
    return { now, signedIn, browser: { ...readBrowser(deps, request), secret } }
  }

  /** Answers a form of a signed-in person. Other visitors are asked to sign in first. */
  const answerForm = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    work: (visit: AccountVisit) => Promise<PageAnswer>,
  ) => {
    const { signedIn, ...visit } = await readVisit(request)
    const keepSecret = (secret: string) => deps.cookie.set(reply, secret)
    return sendAnswer(request, reply, signedIn ? await work({ signedIn, ...visit, keepSecret }) : goTo())
  }

  return { readVisit, answerForm }
}
