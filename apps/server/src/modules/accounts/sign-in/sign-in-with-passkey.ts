import { inTransaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { claimPasskey, findClaimant, type PasskeyDeps } from '../factors/passkeys.ts'
import { foldEmail } from '../people/limits.ts'
import { findCredentialsOf, sharePassword } from '../people/repository.ts'
import { writeNotice } from '../sessions/notices.ts'
import { openSession } from '../sessions/sessions.ts'
import type { SignInDeps } from './deps.ts'
import type { StepAttempt } from './sign-in-step.ts'

/**
 * Signs in with a passkey alone. The person has unlocked the passkey, so it counts as two factors. Null if the answer is wrong. Passkeys
 * cannot be guessed, so only the endpoint's limit slows down attempts.
 */
export const signInWithPasskey = async (
  deps: PasskeyDeps & Pick<SignInDeps, 'database' | 'queueMail' | 'devices'>,
  { json, visit }: { json: string; visit: StepAttempt['visit'] },
  now: Date,
): Promise<{ secret: string; email: string } | null> => {
  const signedIn = await inTransaction(deps.database, async (transaction) => {
    const accountId = await findClaimant(transaction, json)
    if (accountId === null) return null
    // Locked before the passkey's row, in the same order as removing a passkey does.
    await sharePassword(transaction, accountId)
    const passkey = await claimPasskey(transaction, deps, { json, accountId }, now)
    if (!passkey) return null
    const account = await findCredentialsOf(transaction, passkey.accountId)
    if (!account) return null
    const isKnown = visit.device !== null && deps.devices.knows(visit.device, foldEmail(account.email))
    if (!isKnown) {
      const notice = writeNotice({ kind: 'signed-in', browser: visit.browser }, account, deps.accountsUrl, now)
      await deps.queueMail(transaction, [notice], now)
    }
    const { organizationId, email } = account
    const arrival = { accountId, organizationId, browser: visit.browser, before: visit.secret, secondFactor: 'passkey' } as const
    return { secret: await openSession(transaction, arrival, now), email }
  })
  if (!signedIn) {
    const who = { accountId: null, organizationId: null }
    await recordAudit(deps.database, { action: 'session.refused', at: now, who, details: { reason: 'passkey' } })
  }
  return signedIn
}
