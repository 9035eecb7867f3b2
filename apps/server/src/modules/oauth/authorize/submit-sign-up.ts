import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type PageAnswer,
  beginSignUp,
  busyAnswer,
  fullQueue,
  keptQuery,
  pageAnswer,
  type Query,
  QueueFull,
  SIGN_UP_FIELDS,
  type SignUpErrors,
  type SignUpField,
  textField,
  TOO_BUSY,
  tooOften,
} from '../../accounts/index.ts'
import { formContext } from '../pages/form-context.ts'
import { renderSignUp, renderSignUpSent } from '../pages/sign-up-page.ts'
import { queryAfterSignIn } from '../rules/query.ts'
import type { AuthorizeDeps } from './deps.ts'
import type { Visit } from './visit.ts'

/** Mails the link that completes the account. The link continues with the same authorization. */
export const submitSignUp = async (
  deps: AuthorizeDeps,
  visit: Visit,
  { body, request, reply }: { body: Query; request: FastifyRequest; reply: FastifyReply },
): Promise<PageAnswer> => {
  if (visit.framed) return visit.refuse({ identity_exception: 'unauthorized' })
  const context = formContext(deps.publicUrl, visit.query, visit.request)
  const values = Object.fromEntries(SIGN_UP_FIELDS.map((name) => [name, textField(body, name)])) as Record<SignUpField, string>
  const again = (errors: SignUpErrors, error?: string) =>
    renderSignUp(context, { values, errors, ...(error !== undefined && { error }) })
  const query = queryAfterSignIn(visit.query)
  const begun = await beginSignUp(
    { ...deps, limits: deps.signUpLimits },
    values,
    { ...visit, query: keptQuery(query) },
    visit.now,
  ).catch(fullQueue)
  if (begun instanceof QueueFull) return busyAnswer(begun, again({}, TOO_BUSY))
  switch (begun.kind) {
    case 'invalid':
      return pageAnswer(again(begun.errors), 422)
    case 'too-often':
      return pageAnswer(again({}, tooOften(begun.waitSeconds)), 429, begun.waitSeconds)
    case 'begun':
      deps.signUpCookie.set(reply, begun.browserSecret)
      return pageAnswer(renderSignUpSent({ ...context, query }, deps.outbox.offer(request, reply, begun.id)))
  }
}
