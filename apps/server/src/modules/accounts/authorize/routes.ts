import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authorize as authorizeEndpoint, giveConsent } from '@marketplace/contracts/oauth/endpoints'
import { signIn, signInPage, signUpBesidePage, signUpPage } from '@marketplace/contracts/accounts/page-endpoints'
import { ApiError } from '../../../core/api-error.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import type { Answer } from './answer.ts'
import { authorize } from './authorize.ts'
import type { Situation } from './decide.ts'
import type { AuthorizeDeps } from './deps.ts'
import { answerConsent } from './give-consent.ts'
import type { Query } from './read-request.ts'
import { submitSignIn } from './submit.ts'
import { readVisit, type Visit } from './visit.ts'

/** The one text of a field of a form; empty where it is missing or there twice. */
export const textField = (body: Query, name: string): string => {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

/** After a form a browser goes on with GET, whatever it did before. */
export const sendAnswer = (request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply =>
  answer.kind === 'page'
    ? reply
        .code(answer.status)
        .headers(answer.page.headers)
        .headers(answer.retryAfterSeconds === undefined ? {} : { 'retry-after': Math.ceil(answer.retryAfterSeconds) })
        .send(answer.page.body)
    : reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(answer.location, request.method === 'GET' ? 302 : 303)

export const registerAuthorizeRoutes = (app: FastifyInstance, deps: AuthorizeDeps): void => {
  type Call = { query: Query; request: FastifyRequest; reply: FastifyReply }
  const answer = async ({ query, request, reply }: Call, work: (visit: Visit) => Promise<Answer>) => {
    // Fastify answers HEAD with what GET does, and that gives something away each time.
    if (request.method === 'HEAD') {
      reply.header('allow', 'GET, POST')
      throw new ApiError('METHOD_NOT_ALLOWED')
    }
    const read = await readVisit(deps, request, query)
    return sendAnswer(request, reply, read.kind === 'answer' ? read.answer : await work(read.visit))
  }
  const show = (entry: Situation['entry']) => (call: Call) => answer(call, (visit) => authorize(deps, visit, entry))

  registerEndpoint(app, authorizeEndpoint, show('authorize'))
  registerEndpoint(app, signInPage, show('signin'))
  registerEndpoint(app, signUpPage, show('signup'))
  registerEndpoint(app, signUpBesidePage, show('signup'))
  registerEndpoint(app, signIn, (call) =>
    answer(call, (visit) =>
      submitSignIn(deps, visit, call.reply, { email: textField(call.body, 'email'), password: textField(call.body, 'password') }),
    ),
  )
  registerEndpoint(app, giveConsent, (call) =>
    answer(call, (visit) =>
      answerConsent(deps, visit, { decision: textField(call.body, 'decision'), token: textField(call.body, 'token') }),
    ),
  )
}
