import type { Database } from '../../../db/client.ts'
import type { Caller } from '../../../http/caller.ts'
import { recordAudit } from '../../audit/index.ts'
import { hashSecret, newSecret } from '../secrets.ts'
import { after } from '../tokens/issue.ts'
import { lockFamily, lockSession, moveSessionTokens, revokeFamily, revokeSessionTokens } from '../tokens/repository.ts'
import { deleteSession, insertSession } from './repository.ts'

/** How long somebody stays signed in here, in seconds. */
export const SESSION_LIVES = 30 * 86_400

export type Arrival = {
  accountId: string
  organizationId: string
  /** The session that the browser had before, if it had one. */
  before: string | null
}

/**
 * Signs somebody in: always with a new secret, so that nobody can have planted it. The session that was there before ends; its tokens stay
 * with who they are of, and go where somebody else takes the place.
 */
export const startSession = async (
  database: Database,
  { accountId, organizationId, before }: Arrival,
  now: Date,
): Promise<string> => {
  const secret = newSecret()
  const hash = hashSecret(secret)
  await database.transaction(async (transaction) => {
    await insertSession(transaction, { hash, accountId, createdAt: now, expiresAt: after(now, SESSION_LIVES) })
    if (before !== null) {
      const beforeHash = hashSecret(before)
      await lockSession(transaction, beforeHash)
      const wasOf = await deleteSession(transaction, beforeHash)
      if (wasOf === accountId) await moveSessionTokens(transaction, beforeHash, hash)
      else if (wasOf !== null) await revokeSessionTokens(transaction, beforeHash, now)
    }
    await recordAudit(transaction, { action: 'session.started', who: { accountId, organizationId }, subject: accountId })
  })
  return secret
}

/**
 * Signs out: the session that a token came from, and every token of it. A token that came from none takes its own family with it, and so
 * does a ghost's: who stops browsing as somebody else stays signed in.
 */
export const endSession = async (database: Database, caller: Caller, now: Date): Promise<void> => {
  const { sessionHash, actor } = caller
  await database.transaction(async (transaction) => {
    if (sessionHash !== null && !actor) {
      await lockSession(transaction, sessionHash)
      await deleteSession(transaction, sessionHash)
      await revokeSessionTokens(transaction, sessionHash, now)
    } else {
      await lockFamily(transaction, caller)
      await revokeFamily(transaction, caller.familyId, now)
    }
    await recordAudit(transaction, { action: 'session.ended', who: caller, subject: caller.accountId })
  })
}
