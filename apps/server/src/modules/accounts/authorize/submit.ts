import type { FastifyReply } from 'fastify'
import { formatWait } from '@marketplace/domain/pace'
import { siteOf } from '@marketplace/domain/network'
import { QueueFull } from '../fair-queue.ts'
import type { Page } from '../pages/layout.ts'
import { newPasswordProblem } from '../new-password.ts'
import { QUEUE_LASTS_SECONDS } from '../passwords.ts'
import { newAccountSchema, signUpOwner } from '../people/sign-up.ts'
import { renderSignIn } from '../pages/sign-in-page.ts'
import { renderSignUp, SIGN_UP_FIELDS, type SignUpField, type SignUpForm } from '../pages/sign-up-page.ts'
import { startSession } from '../sessions/sessions.ts'
import { signInWithPassword } from '../sessions/sign-in.ts'
import { type Answer, formContext, pageAnswer, queryText } from './answer.ts'
import type { AuthorizeDeps } from './deps.ts'
import type { Query } from './read-request.ts'
import type { Visit } from './visit.ts'

export const WRONG = 'This e-mail and password do not belong together. Check both and try again.'
export const tooOften = (waitSeconds: number) => `That was wrong too often. Wait ${formatWait(waitSeconds)}, then try again.`

export const TOO_BUSY = 'Too many people are signing in at this moment. Wait a few seconds, then try again.'

/** The queue of passwords was full; anything else goes on as what it is. */
export const fullQueue = (error: unknown): QueueFull => {
  if (error instanceof QueueFull) return error
  throw error
}
/** 429 for a network that sends too many at once, 503 where it is not this one's doing. */
export const busyAnswer = ({ by }: QueueFull, page: Page): Answer =>
  pageAnswer(page, by === 'source' ? 429 : 503, QUEUE_LASTS_SECONDS)

/** Back to the same authorization, with a session now, in a browser that is known from now on. */
const goOn = (
  deps: AuthorizeDeps,
  { query, device }: Visit,
  reply: FastifyReply,
  { secret, email }: { secret: string; email: string },
): Answer => {
  deps.cookie.set(reply, secret)
  deps.devices.remember(reply, device, email.trim().toLowerCase())
  return { kind: 'redirect', location: `/?${queryText(query, ['login', 'select_account'])}` }
}

export const submitSignIn = async (
  deps: AuthorizeDeps,
  visit: Visit,
  reply: FastifyReply,
  { email, password }: { email: string; password: string },
): Promise<Answer> => {
  if (visit.framed) return visit.refuse({ identity_exception: 'unauthorized' })
  const context = formContext(deps.publicUrl, visit.query, visit.request)
  const result = await signInWithPassword(deps, { email, password, visit }, visit.now).catch(fullQueue)
  if (result instanceof QueueFull) return busyAnswer(result, renderSignIn(context, { email, error: TOO_BUSY }))
  if (result.kind === 'signed-in') return goOn(deps, visit, reply, { secret: result.secret, email })
  if (result.kind === 'wrong') return pageAnswer(renderSignIn(context, { email, error: WRONG }), 401)
  const { waitSeconds } = result
  return pageAnswer(renderSignIn(context, { email, error: tooOften(waitSeconds) }), 429, waitSeconds)
}

export const submitSignUp = async (deps: AuthorizeDeps, visit: Visit, reply: FastifyReply, body: Query): Promise<Answer> => {
  if (visit.framed) return visit.refuse({ identity_exception: 'unauthorized' })
  const text = (name: SignUpField) => (typeof body[name] === 'string' ? body[name] : '')
  const form = (errors: SignUpForm['errors'], error?: string): Page => {
    const context = formContext(deps.publicUrl, visit.query, visit.request)
    const values = { name: text('name'), email: text('email'), organization: text('organization') }
    return renderSignUp(context, { values, errors, ...(error !== undefined && { error }) })
  }
  const again = (errors: SignUpForm['errors']): Answer => pageAnswer(form(errors), 422)
  const fields = Object.fromEntries(SIGN_UP_FIELDS.map((name) => [name, text(name)]))
  const parsed = newAccountSchema.safeParse(fields)
  if (!parsed.success)
    return again(Object.fromEntries(parsed.error.issues.toReversed().map(({ path: [name], message }) => [String(name), message])))
  if (parsed.data.password === visit.refusedPassword)
    return again({ password: 'Everybody knows this password. Take another one.' })
  const badPassword = await newPasswordProblem(parsed.data.password, parsed.data)
  if (badPassword !== null) return again({ password: badPassword })
  const who = await signUpOwner(deps.database, parsed.data, siteOf(visit.address), visit.now).catch(fullQueue)
  if (who instanceof QueueFull) return busyAnswer(who, form({}, TOO_BUSY))
  if (!who) return again({ email: 'There is an account with this e-mail already. Sign in with it.' })
  const { browser, secret: before } = visit
  const secret = await startSession(deps, { ...who, browser, passwordHash: null, before, notice: null }, visit.now)
  if (secret === null) throw new Error('a session without a password to compare was refused')
  return goOn(deps, visit, reply, { secret, email: parsed.data.email })
}
