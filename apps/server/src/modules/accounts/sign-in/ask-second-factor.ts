import { hashSecret } from '../../clients/index.ts'
import { askForPasskey, type PasskeyDeps, stepPurpose } from '../factors/passkeys.ts'
import { findApp, findPasskeys } from '../factors/repository.ts'
import { type PageAnswer, pageAnswer, type Query, queryText } from '../pages/answers.ts'
import type { SignInDeps } from './deps.ts'
import { renderSecondStep } from './second-step-pages.ts'

export type SecondFactorPrompt = { accountId: string; step: string; query: Query }

/** The page that asks for the second factor, with the error of the last attempt. */
export const askSecondFactor = async (
  deps: PasskeyDeps & Pick<SignInDeps, 'database' | 'clock' | 'publicUrl' | 'isInPopup'>,
  { accountId, step, query }: SecondFactorPrompt,
  wrong: { error: string; status: number; waitSeconds?: number } | null = null,
): Promise<PageAnswer> => {
  const { database, publicUrl } = deps
  const passkeys = await findPasskeys(database, accountId)
  const asked = { purpose: stepPurpose(hashSecret(step)), only: passkeys }
  const page = renderSecondStep({
    publicUrl,
    query: queryText(query),
    inPopup: deps.isInPopup(query),
    step,
    hasApp: (await findApp(database, accountId)) !== null,
    passkey: passkeys.length === 0 ? null : askForPasskey(deps, deps.clock.now(), asked),
    error: wrong?.error ?? null,
  })
  return pageAnswer(page, wrong?.status, wrong?.waitSeconds)
}
