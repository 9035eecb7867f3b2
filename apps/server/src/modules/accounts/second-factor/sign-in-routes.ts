import type { FastifyInstance } from 'fastify'
import { passSecondFactor } from '@marketplace/contracts/endpoints/second-factor'
import { ApiError } from '../../../http/errors.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { type Answer, pageAnswer, queryText } from '../authorize/answer.ts'
import type { AuthorizeDeps } from '../authorize/deps.ts'
import type { Query } from '../authorize/read-request.ts'
import { sendAnswer, textField } from '../authorize/routes.ts'
import { tooOften } from '../authorize/submit.ts'
import { readBrowser } from '../authorize/visit.ts'
import { renderStepGone } from '../pages/second-factor-pages.ts'
import { isFramed } from '../sessions/framed.ts'
import { askSecondFactor } from './ask.ts'
import { isAppCode, claimCode } from './check-code.ts'
import { passStep, type StepResult } from './sign-in-step.ts'

const WRONG = 'This code is wrong, or was used already. Wait for the next one, then try again.'

/** Where somebody who has signed in goes on: with the authorization, or to their account. */
const goOn = (query: Query): string => {
  const text = queryText(query, ['login', 'select_account'])
  return text === '' ? '/account' : `/?${text}`
}

/** The second step of signing in. */
export const registerSecondStepRoutes = (app: FastifyInstance, deps: AuthorizeDeps): void => {
  registerEndpoint(app, passSecondFactor, async ({ query, body, request, reply }) => {
    if (isFramed(request)) throw new ApiError('FORBIDDEN')
    const now = deps.clock.now()
    const [step, code] = [textField(body, 'step'), textField(body, 'code')]
    const visit = { ...readBrowser(deps, request), secret: deps.cookie.read(request) }
    const result = await passStep(
      deps,
      {
        step,
        isGuessable: isAppCode(code),
        use: (transaction, accountId) => claimCode(transaction, deps.vault, { accountId, code }, now),
        visit,
      },
      now,
    )
    const answer = async (given: StepResult): Promise<Answer> => {
      switch (given.kind) {
        case 'signed-in':
          deps.cookie.set(reply, given.secret)
          deps.devices.remember(reply, visit.device, given.email.toLowerCase())
          return { kind: 'redirect', location: goOn(query) }
        case 'wrong':
          return askSecondFactor(deps, { ...given, step, query }, { error: WRONG, status: 401 })
        case 'too-often': {
          const { waitSeconds } = given
          return askSecondFactor(deps, { ...given, step, query }, { error: tooOften(waitSeconds), status: 429, waitSeconds })
        }
        case 'gone':
          return pageAnswer(renderStepGone({ publicUrl: deps.publicUrl, query: queryText(query) }), 400)
      }
    }
    return sendAnswer(request, reply, await answer(result))
  })
}
