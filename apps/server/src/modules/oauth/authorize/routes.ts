import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signIn, signInPage, signUp, signUpBesidePage, signUpPage } from '@marketplace/contracts/accounts/page-endpoints'
import { authorize as authorizeEndpoint, giveConsent } from '@marketplace/contracts/oauth/endpoints'
import { ApiError } from '../../../core/api-error.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { type PageAnswer, type Query, sendAnswer, textField } from '../../accounts/index.ts'
import type { Situation } from '../rules/decide.ts'
import { authorize } from './authorize.ts'
import type { AuthorizeDeps } from './deps.ts'
import { answerConsent } from './give-consent.ts'
import { submitSignIn } from './submit-sign-in.ts'
import { submitSignUp } from './submit-sign-up.ts'
import { readVisit, type Visit } from './visit.ts'

export const registerAuthorizeRoutes = (app: FastifyInstance, deps: AuthorizeDeps): void => {
  type Call = { query: Query; request: FastifyRequest; reply: FastifyReply }
  const answer = async ({ query, request, reply }: Call, work: (visit: Visit) => Promise<PageAnswer>) => {
    // Fastify answers HEAD like GET, which would issue a token each time.
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
  registerEndpoint(app, signUp, (call) => answer(call, (visit) => submitSignUp(deps, visit, call)))
  registerEndpoint(app, giveConsent, (call) =>
    answer(call, (visit) =>
      answerConsent(deps, visit, { decision: textField(call.body, 'decision'), token: textField(call.body, 'token') }),
    ),
  )
}
