import type { Database } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Asking, Authenticate, Caller, OrganizationId, Recall } from '../../../core/caller.ts'
import { ApiError } from '../../../core/api-error.ts'
import type { Clock } from '../../../core/clock.ts'
import { callerOf, type Member, memberOf } from './caller-of.ts'
import type { Locking } from '../../../db/locks.ts'
import type { RecentCallers } from './recent-callers.ts'
import { findToken, lockMember, lockRightsOfToken } from './repository.ts'
import { hashSecret } from '../tokens/secrets.ts'

/** Reads the caller of a token from the database, at each call. */
export const authenticator =
  (database: Database, clock: Clock, recent?: RecentCallers): Authenticate =>
  async (secret) => {
    const token = await findToken(database, hashSecret(secret), clock.now())
    const caller = token?.kind === 'access' ? callerOf(token) : null
    if (caller) recent?.remember(caller)
    return caller
  }

export const callerRecaller =
  (recent: RecentCallers): Recall =>
  async (secret) =>
    recent.recall(hashSecret(secret))

/**
 * Locks the caller's rights until the transaction ends, and reads the caller again if they have changed since it was found, however long
 * ago. A simultaneous change is either committed before, or waits. The same statement locks `also` after the rights. Throws TOKEN_INVALID
 * if the token is no longer valid.
 */
export type LockCaller = (transaction: Transaction, asking: Asking, also?: readonly Locking[]) => Promise<Caller>

export const callerLocker =
  (clock: Clock, recent?: RecentCallers): LockCaller =>
  async (transaction, asking, also = []) => {
    const found = 'asFound' in asking ? asking.asFound : asking
    const { accountId, organizationId, clientId, actor, tokenHash: hash, versions } = found
    const readAgain = async (): Promise<Caller> => {
      const token = await findToken(transaction, hash, clock.now())
      const caller = token && callerOf(token)
      if (caller) recent?.remember(caller)
      else recent?.forget(hash)
      if (!caller) throw new ApiError('TOKEN_INVALID')
      return caller
    }
    const rights = { organizationId, accountId, clientId, actorId: actor?.accountId ?? null }
    try {
      if (await lockRightsOfToken(transaction, rights, { hash, versions }, clock.now(), also)) return found
    } catch (error) {
      // Somebody whose token has ended must not learn whether the other rows exist.
      if (error instanceof ApiError && found !== asking) await readAgain()
      throw error
    }
    return readAgain()
  }

/**
 * Locks everything that determines what an account may do through a client, then `also`. Returns the account's rights, which do not depend
 * on a token; null if the account has no rights any more.
 */
export const lockMemberRights = async (
  transaction: Transaction,
  of: { organizationId: OrganizationId; accountId: string; clientId: string },
  also: readonly Locking[],
): Promise<Member | null> => {
  const found = await lockMember(transaction, of, also)
  return found && memberOf(found)
}
