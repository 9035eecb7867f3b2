import { siteOf } from '@marketplace/domain/network'
import { inTransaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { lockSession } from '../../clients/index.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { findPasswordHash, updatePasswordHash } from '../people/repository.ts'
import { deleteResetsOf } from '../reset/repository.ts'
import { writeNotice } from '../sessions/notices.ts'
import { closeEverything, renewSession } from '../sessions/sessions.ts'
import { holdSignedIn, type SignedIn } from '../sessions/visitor.ts'
import type { SignInDeps } from '../sign-in/deps.ts'
import { checkPassword, type SignInAttempt } from '../sign-in/sign-in.ts'

export type PasswordChange =
  /** `secret` is the new one of this session. */
  | { kind: 'changed'; secret: string }
  | { kind: 'wrong' }
  /** The session has ended. */
  | { kind: 'gone' }
  | { kind: 'too-often'; waitSeconds: number }
  | { kind: 'refused'; reason: string }

/**
 * Changes the password for a person who knows the current one, and ends every other session and token of the account. This session gets a
 * new secret, so that a copy of its cookie ends too. Wrong passwords count in the same way as at sign-in. Rejects with QueueFull while too
 * many passwords wait to be hashed.
 */
export const changePassword = async (
  deps: SignInDeps,
  signedIn: SignedIn,
  { current, next, visit }: { current: string; next: string; visit: SignInAttempt['visit'] },
  now: Date,
): Promise<PasswordChange> => {
  const { database, queueMail, accountsUrl } = deps
  const { identity, sessionHash } = signedIn
  const checked = await checkPassword(deps, { email: identity.email, password: current, visit }, now)
  if (checked.kind !== 'right') return checked
  const [membership] = identity.memberships
  const about = { ...identity, ...(membership && { organization: membership.name }) }
  const reason = await newPasswordProblem(next, about)
  if (reason !== null) return { kind: 'refused', reason }
  const passwordHash = await hashPassword(next, siteOf(visit.address))
  const { account } = checked
  return inTransaction(database, async (transaction): Promise<PasswordChange> => {
    if (!(await holdSignedIn(transaction, signedIn, now))) return { kind: 'gone' }
    // Of two simultaneous changes, the second one has checked a password that the first one has replaced.
    if ((await findPasswordHash(transaction, account.id)) !== account.passwordHash) return { kind: 'wrong' }
    await lockSession(transaction, sessionHash)
    await closeEverything(transaction, { accountId: account.id, keep: sessionHash }, now)
    const secret = await renewSession(transaction, sessionHash)
    // Mailed links are valid only for the password that is replaced here. Deleting them also allows a new link at once.
    await deleteResetsOf(transaction, account.id)
    await updatePasswordHash(transaction, account.id, passwordHash, now)
    await queueMail(
      transaction,
      [writeNotice({ kind: 'password-changed', browser: visit.browser }, account, accountsUrl, now)],
      now,
    )
    const who = { accountId: account.id, organizationId: account.organizationId }
    await recordAudit(transaction, { action: 'account.password-changed', at: now, who, subject: account.id })
    return { kind: 'changed', secret }
  })
}
