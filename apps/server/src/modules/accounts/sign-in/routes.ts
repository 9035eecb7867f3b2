import type { FastifyInstance } from 'fastify'
import {
  passkeyOptions,
  passkeyScript,
  passSecondFactor,
  signInWithPasskey as signInWithPasskeyEndpoint,
} from '@marketplace/contracts/accounts/second-factor-endpoints'
import { ApiError } from '../../../core/api-error.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import { hashSecret } from '../../clients/index.ts'
import { isAppCode, claimCode } from '../factors/check-code.ts'
import { askForPasskey, claimPasskey, stepPurpose } from '../factors/passkeys.ts'
import { continueAddress } from '../pages/addresses.ts'
import { type PageAnswer, pageAnswer, type Query, queryText, sendAnswer, textField, tooOften } from '../pages/answers.ts'
import { PASSKEY_SCRIPT } from '../pages/passkey-script.ts'
import { isFramed } from '../sessions/framed.ts'
import { readBrowser, rememberSignIn } from '../sessions/visitor.ts'
import { askSecondFactor } from './ask-second-factor.ts'
import type { SignInDeps } from './deps.ts'
import { renderPasskeyRefused, renderStepGone } from './second-step-pages.ts'
import { passStep, type StepResult } from './sign-in-step.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'

const WRONG = 'This code is wrong, or was used already. Wait for the next one, then try again.'
const NOT_THE_PASSKEY = 'This passkey did not work. Try again, or go on in another way.'

/** The second step of signing in, and signing in with a passkey instead of a password. */
export const registerSignInRoutes = (app: FastifyInstance, deps: SignInDeps): void => {
  const goOn = (query: Query): PageAnswer => ({ kind: 'redirect', location: continueAddress(deps.queryAfterSignIn(query)) })

  registerEndpoint(app, passSecondFactor, async ({ query, body, request, reply }) => {
    if (isFramed(request)) throw new ApiError('FORBIDDEN')
    const now = deps.clock.now()
    const [step, code, json] = [textField(body, 'step'), textField(body, 'code'), textField(body, 'passkey')]
    const purpose = stepPurpose(hashSecret(step))
    const visit = { ...readBrowser(deps, request), secret: deps.cookie.read(request) }
    const result = await passStep(
      deps,
      {
        step,
        isGuessable: json === '' && isAppCode(code),
        use: async (transaction, accountId) => {
          if (json === '') return claimCode(transaction, deps.vault, { accountId, code }, now)
          return (await claimPasskey(transaction, deps, { json, purpose, accountId }, now)) && 'passkey'
        },
        visit,
      },
      now,
    )
    const answer = async (given: StepResult): Promise<PageAnswer> => {
      switch (given.kind) {
        case 'signed-in':
          rememberSignIn(deps, reply, { ...given, device: visit.device })
          return goOn(query)
        case 'wrong':
          return askSecondFactor(deps, { ...given, step, query }, { error: json === '' ? WRONG : NOT_THE_PASSKEY, status: 401 })
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

  registerEndpoint(app, signInWithPasskeyEndpoint, async ({ query, body, request, reply }) => {
    if (isFramed(request)) throw new ApiError('FORBIDDEN')
    const visit = { ...readBrowser(deps, request), secret: deps.cookie.read(request) }
    const done = await signInWithPasskey(deps, { json: textField(body, 'passkey'), visit }, deps.clock.now())
    if (!done)
      return sendAnswer(
        request,
        reply,
        pageAnswer(renderPasskeyRefused({ publicUrl: deps.publicUrl, query: queryText(query) }), 401),
      )
    rememberSignIn(deps, reply, { ...done, device: visit.device })
    return sendAnswer(request, reply, goOn(query))
  })

  registerEndpoint(app, passkeyOptions, async ({ reply }) =>
    reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send(askForPasskey(deps, deps.clock.now())),
  )

  registerEndpoint(app, passkeyScript, async ({ reply }) =>
    reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=86400' })
      .send(PASSKEY_SCRIPT),
  )
}
