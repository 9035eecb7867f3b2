import { addSeconds } from '../../../core/clock.ts'
import type { Caller, OrganizationId } from '../../../core/caller.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import {
  hashSecret,
  newSecret,
  lockFamily,
  lockSession,
  moveSessionTokens,
  revokeAccountTokens,
  revokeFamily,
  revokeSessionTokens,
} from '../../clients/index.ts'
import type { NewMail, QueueMail } from '../../mail/index.ts'
import { hasSecondFactor } from '../../organizations/index.ts'
import { findPasswordHash, sharePassword } from '../people/repository.ts'
import { deleteSession, findSessionHashes, insertSession, updateSession } from './repository.ts'

/** How long a session lasts, in seconds. */
export const SESSION_LIVES = 30 * 86_400

/** A description of a browser that its owner recognizes. */
export type Browser = { device: string; network: string }

export type Arrival = {
  accountId: string
  organizationId: OrganizationId
  browser: Browser
  /** The session that the browser had before, if any. */
  before: string | null
  /** The second factor that was used, or the passkey that replaced the password; absent after a password alone. */
  secondFactor?: 'app' | 'recovery' | 'passkey'
}

/**
 * Signs in a person who has typed their password and has no second factor. Null if, since the password was checked, it was changed or a
 * second factor was added.
 */
export const startSession = (
  { database, queueMail }: { database: Database; queueMail: QueueMail },
  {
    passwordHash,
    notice,
    ...arrival
  }: Arrival & {
    /** The hash of the typed password. Null for an account that was just created. */
    passwordHash: string | null
    /** The mail that informs the owner of the sign-in, if any. */
    notice: NewMail | null
  },
  now: Date,
): Promise<string | null> => {
  const { accountId } = arrival
  return inTransaction(database, async (transaction) => {
    await sharePassword(transaction, accountId)
    if (passwordHash !== null && (await findPasswordHash(transaction, accountId)) !== passwordHash) return null
    if (await hasSecondFactor(transaction, accountId)) return null
    if (notice) await queueMail(transaction, [notice], now)
    return openSession(transaction, arrival, now)
  })
}

/**
 * Creates a session. Its secret is always new, so that a stranger cannot plant a known one. Ends the browser's previous session: if the
 * account is the same, its tokens move to the new session; otherwise they are revoked. Call sharePassword before.
 */
export const openSession = async (
  transaction: Transaction,
  { accountId, organizationId, browser, before, secondFactor }: Arrival,
  now: Date,
): Promise<string> => {
  const secret = newSecret()
  const hash = hashSecret(secret)
  const times = {
    createdAt: now,
    authenticatedAt: now,
    secondFactorAt: secondFactor ? now : null,
    lastUsedAt: now,
    expiresAt: addSeconds(now, SESSION_LIVES),
  }
  await insertSession(transaction, { hash, accountId, ...browser, ...times })
  if (before !== null) {
    const beforeHash = hashSecret(before)
    await lockSession(transaction, beforeHash)
    const wasOf = await deleteSession(transaction, beforeHash)
    if (wasOf === accountId) await moveSessionTokens(transaction, beforeHash, hash)
    else if (wasOf !== null) await revokeSessionTokens(transaction, beforeHash, now)
  }
  const details = secondFactor ? { secondFactor } : {}
  await recordAudit(transaction, {
    action: 'session.started',
    at: now,
    who: { accountId, organizationId },
    subject: accountId,
    details,
  })
  return secret
}

/**
 * Gives a session a new secret, with which its tokens go on. A copy of the cookie from before is worth nothing then. Call lockSession
 * before.
 */
export const renewSession = async (
  transaction: Transaction,
  sessionHash: string,
  proved: { authenticatedAt?: Date; secondFactorAt?: Date } = {},
): Promise<string> => {
  const secret = newSecret()
  const hash = hashSecret(secret)
  await updateSession(transaction, sessionHash, { ...proved, hash })
  await moveSessionTokens(transaction, sessionHash, hash)
  return secret
}

/**
 * Signs out: ends the session of a token, and revokes all its tokens. For a token without a session, and for a ghost login, revokes only the
 * token's family, so that staff who stop browsing as another person remain signed in.
 */
export const endSession = async (database: Database, caller: Caller, now: Date): Promise<void> => {
  const { sessionHash, actor } = caller
  await inTransaction(database, async (transaction) => {
    if (sessionHash !== null && !actor) {
      await closeSession(transaction, sessionHash, now)
    } else {
      await lockFamily(transaction, caller)
      await revokeFamily(transaction, caller.familyId, now)
    }
    await recordAudit(transaction, { action: 'session.ended', at: now, who: caller, subject: caller.accountId })
  })
}

/** Ends a session and revokes its tokens, in a transaction. Returns whether it existed. */
export const closeSession = async (transaction: Transaction, hash: string, now: Date): Promise<boolean> => {
  await lockSession(transaction, hash)
  const accountId = await deleteSession(transaction, hash)
  await revokeSessionTokens(transaction, hash, now)
  return accountId !== null
}

/** Ends the sessions of an account and revokes their tokens, except the session to keep. Returns how many it ended. */
export const closeSessions = async (
  transaction: Transaction,
  { accountId, keep }: { accountId: string; keep: string | null },
  now: Date,
): Promise<number> => {
  const hashes = (await findSessionHashes(transaction, accountId)).filter((hash) => hash !== keep)
  for (const hash of hashes) await closeSession(transaction, hash, now)
  return hashes.length
}

/**
 * Ends every session and revokes every token of an account, except one session and the marketplace's own tokens in it. Applications have to
 * be authorized again in that browser too. Call lockPassword before.
 */
export const closeEverything = async (
  transaction: Transaction,
  { accountId, keep }: { accountId: string; keep: string | null },
  now: Date,
): Promise<void> => {
  await closeSessions(transaction, { accountId, keep }, now)
  await revokeAccountTokens(transaction, { accountId, keep, keptClients: 'trusted' }, now)
}

/**
 * Ends every session of an account and revokes its tokens, except one session and its tokens. Refresh tokens of expired sessions are
 * revoked too. Returns the number of ended sessions, and the number of tokens that were revoked besides theirs.
 */
export const closeOthers = async (
  transaction: Transaction,
  { accountId, keep }: { accountId: string; keep: string },
  now: Date,
): Promise<{ sessions: number; tokens: number }> => ({
  sessions: await closeSessions(transaction, { accountId, keep }, now),
  tokens: await revokeAccountTokens(transaction, { accountId, keep, keptClients: 'all' }, now),
})
