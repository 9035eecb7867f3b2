import type { FastifyReply } from 'fastify'
import { newAccountSchema, signUpOwner } from '../people/sign-up.ts'
import { renderSignIn } from '../pages/sign-in-page.ts'
import { renderSignUp, SIGN_UP_FIELDS, type SignUpField, type SignUpForm } from '../pages/sign-up-page.ts'
import { startSession } from '../sessions/sessions.ts'
import { signInWithPassword } from '../sessions/sign-in.ts'
import { type Answer, formContext, pageAnswer, queryText } from './answer.ts'
import type { AuthorizeDeps } from './deps.ts'
import type { Query } from './read-request.ts'
import type { Visit } from './visit.ts'

const WRONG = 'This e-mail and password do not belong together. Check both and try again.'
const TOO_OFTEN = 'That was wrong too often. Wait a quarter of an hour, then try again.'

/** Back to the same authorization, with a session now. */
const goOn = (deps: AuthorizeDeps, { query }: Visit, reply: FastifyReply, secret: string): Answer => {
  deps.cookie.set(reply, secret)
  return { kind: 'redirect', location: `/?${queryText(query, ['login', 'select_account'])}` }
}

export const submitSignIn = async (
  deps: AuthorizeDeps,
  visit: Visit,
  reply: FastifyReply,
  { email, password }: { email: string; password: string },
): Promise<Answer> => {
  if (visit.framed) return visit.refuse({ identity_exception: 'unauthorized' })
  const result = await signInWithPassword(deps, { email, password, from: visit.address, before: visit.secret }, visit.now)
  if (result.kind === 'signed-in') return goOn(deps, visit, reply, result.secret)
  const context = formContext(deps.publicUrl, visit.query, visit.request)
  const isTooOften = result.kind === 'too-often'
  return pageAnswer(renderSignIn(context, { email, error: isTooOften ? TOO_OFTEN : WRONG }), isTooOften ? 429 : 401)
}

export const submitSignUp = async (deps: AuthorizeDeps, visit: Visit, reply: FastifyReply, body: Query): Promise<Answer> => {
  if (visit.framed) return visit.refuse({ identity_exception: 'unauthorized' })
  const text = (name: SignUpField) => (typeof body[name] === 'string' ? body[name] : '')
  const again = (errors: SignUpForm['errors']): Answer => {
    const context = formContext(deps.publicUrl, visit.query, visit.request)
    const values = { name: text('name'), email: text('email'), organization: text('organization') }
    return pageAnswer(renderSignUp(context, { values, errors }), 422)
  }
  const fields = Object.fromEntries(SIGN_UP_FIELDS.map((name) => [name, text(name)]))
  const parsed = newAccountSchema.safeParse(fields)
  if (!parsed.success)
    return again(Object.fromEntries(parsed.error.issues.toReversed().map(({ path: [name], message }) => [String(name), message])))
  if (parsed.data.password === deps.refusedPassword)
    return again({ password: 'Everybody knows this password. Take another one.' })
  const who = await signUpOwner(deps.database, parsed.data, visit.now)
  if (!who) return again({ email: 'There is an account with this e-mail already. Sign in with it.' })
  return goOn(deps, visit, reply, await startSession(deps.database, { ...who, before: visit.secret }, visit.now))
}
