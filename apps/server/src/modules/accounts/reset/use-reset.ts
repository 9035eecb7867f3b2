import { siteOf } from '@marketplace/domain/network'
import type { Queryable } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { hashSecret } from '../../clients/index.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { findIdentity, findPasswordHash, type Identity, lockPassword, updatePasswordHash } from '../people/repository.ts'
import { writeNotice } from '../sessions/notices.ts'
import { type Browser, closeEverything } from '../sessions/sessions.ts'
import type { SignInDeps } from '../sign-in/deps.ts'
import { deleteResetsOf, findResetByToken } from './repository.ts'

/** The account whose password a link may set. Null if the link does not work. */
export const readResetLink = async (database: Queryable, token: string, now: Date): Promise<Identity | null> => {
  const reset = await findResetByToken(database, hashSecret(token), now)
  if (!reset || reset.accountId === null) return null
  const passwordHash = await findPasswordHash(database, reset.accountId)
  if (passwordHash === null || hashSecret(passwordHash) !== reset.passwordProof) return null
  return findIdentity(database, reset.accountId)
}

export type ResetResult = { kind: 'changed' } | { kind: 'gone' } | { kind: 'refused'; reason: string }

/**
 * Sets the password of the account that a mailed link belongs to, and ends all its sessions and tokens. Rejects with QueueFull while too
 * many passwords wait to be hashed.
 */
export const useReset = async (
  { database, queueMail, accountsUrl }: Pick<SignInDeps, 'database' | 'queueMail' | 'accountsUrl'>,
  { token, next, address, browser }: { token: string; next: string; address: string; browser: Browser },
  now: Date,
): Promise<ResetResult> => {
  const identity = await readResetLink(database, token, now)
  if (!identity) return { kind: 'gone' }
  const [membership] = identity.memberships
  const reason = await newPasswordProblem(next, { ...identity, ...(membership && { organization: membership.name }) })
  if (reason !== null) return { kind: 'refused', reason }
  const passwordHash = await hashPassword(next, siteOf(address))
  const isDone = await inTransaction(database, async (transaction) => {
    await lockPassword(transaction, identity.id)
    // Of two simultaneous requests with the same link, the second one finds that the link was used.
    if (!(await readResetLink(transaction, token, now))) return false
    await closeEverything(transaction, { accountId: identity.id, keep: null }, now)
    await updatePasswordHash(transaction, identity.id, passwordHash, now)
    await deleteResetsOf(transaction, identity.id)
    await queueMail(transaction, [writeNotice({ kind: 'password-reset', browser }, identity, accountsUrl, now)], now)
    const who = { accountId: identity.id, organizationId: membership?.organizationId ?? null }
    await recordAudit(transaction, { action: 'account.password-reset', at: now, who, subject: identity.id })
    return true
  })
  return isDone ? { kind: 'changed' } : { kind: 'gone' }
}
