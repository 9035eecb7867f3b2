import type { FastifyReply } from 'fastify'
import {
  type PageAnswer,
  askSecondFactor,
  busyAnswer,
  fullQueue,
  pageAnswer,
  QueueFull,
  rememberSignIn,
  signInWithPassword,
  TOO_BUSY,
  tooOften,
  WRONG_PASSWORD,
} from '../../accounts/index.ts'
import { formContext } from '../pages/form-context.ts'
import { renderSignIn } from '../pages/sign-in-page.ts'
import { queryAfterSignIn } from '../rules/query.ts'
import type { AuthorizeDeps } from './deps.ts'
import type { Visit } from './visit.ts'

/** Signs in, and continues with the same authorization. */
export const submitSignIn = async (
  deps: AuthorizeDeps,
  visit: Visit,
  reply: FastifyReply,
  { email, password }: { email: string; password: string },
): Promise<PageAnswer> => {
  if (visit.framed) return visit.refuse({ identity_exception: 'unauthorized' })
  const context = formContext(deps.publicUrl, visit.query, visit.request)
  const again = (error: string) => renderSignIn(context, { email, error })
  const result = await signInWithPassword(deps, { email, password, visit }, visit.now).catch(fullQueue)
  if (result instanceof QueueFull) return busyAnswer(result, again(TOO_BUSY))
  switch (result.kind) {
    case 'signed-in':
      rememberSignIn(deps, reply, { secret: result.secret, email, device: visit.device })
      return { kind: 'redirect', location: `/?${queryAfterSignIn(visit.query)}` }
    case 'second-factor':
      return askSecondFactor(deps, { ...result, query: visit.query })
    case 'wrong':
      return pageAnswer(again(WRONG_PASSWORD), 401)
    case 'too-often':
      return pageAnswer(again(tooOften(result.waitSeconds)), 429, result.waitSeconds)
  }
}
