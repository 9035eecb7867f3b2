import type { FastifyReply } from 'fastify'
import { formatWait } from '@marketplace/domain/pace'
import { QueueFull } from '../fair-queue.ts'
import type { Page } from '../pages/layout.ts'
import { QUEUE_LASTS_SECONDS } from '../passwords.ts'
import { renderSignIn } from '../pages/sign-in-page.ts'
import { askSecondFactor } from '../second-factor/ask.ts'
import { signInWithPassword } from '../sessions/sign-in.ts'
import { type Answer, formContext, pageAnswer, queryText } from './answer.ts'
import type { AuthorizeDeps } from './deps.ts'
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
  if (result.kind === 'second-factor') return askSecondFactor(deps, { ...result, query: visit.query })
  if (result.kind === 'wrong') return pageAnswer(renderSignIn(context, { email, error: WRONG }), 401)
  const { waitSeconds } = result
  return pageAnswer(renderSignIn(context, { email, error: tooOften(waitSeconds) }), 429, waitSeconds)
}
