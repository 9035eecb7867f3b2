import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PageAnswer, beginSignUp, keptQuery, pageAnswer, type Query, textField, tooOften } from '../../accounts/index.ts'
import { formContext } from '../pages/form-context.ts'
import { renderSignUp, renderSignUpSent } from '../pages/sign-up-page.ts'
import { queryAfterSignIn } from '../rules/query.ts'
import type { AuthorizeDeps } from './deps.ts'
import type { Visit } from './visit.ts'

/** Mails the link that leads to an account. In this browser the link continues with the same authorization. */
export const submitSignUp = async (
  deps: AuthorizeDeps,
  visit: Visit,
  { body, request, reply }: { body: Query; request: FastifyRequest; reply: FastifyReply },
): Promise<PageAnswer> => {
  if (visit.framed) return visit.refuse({ identity_exception: 'unauthorized' })
  const context = formContext(deps.publicUrl, visit.query, visit.request)
  const email = textField(body, 'email')
  const again = (errors: { field?: string; form?: string }) => renderSignUp(context, { email, errors })
  const query = queryAfterSignIn(visit.query)
  const begun = await beginSignUp(deps, { email, address: visit.address }, visit.now)
  switch (begun.kind) {
    case 'invalid':
      return pageAnswer(again({ field: begun.error }), 422)
    case 'too-often':
      return pageAnswer(again({ form: tooOften(begun.waitSeconds) }), 429, begun.waitSeconds)
    case 'begun':
      deps.signUpCookie.set(reply, keptQuery(query))
      return pageAnswer(renderSignUpSent({ ...context, query }, deps.outbox.offer(request, reply, begun.id)))
  }
}
