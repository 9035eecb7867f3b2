import type { Database, Queryable } from '../../../db/client.ts'
import type { Authenticate, Caller } from '../../../core/caller.ts'
import { ApiError } from '../../../core/api-error.ts'
import type { Clock } from '../../../core/clock.ts'
import { callerOf } from './caller-of.ts'
import { findToken, holdRights } from './repository.ts'
import { hashSecret } from '../secrets.ts'

/** Reads who calls from the database, at each call. */
export const authenticator =
  (database: Database, clock: Clock): Authenticate =>
  async (secret) => {
    const token = await findToken(database, hashSecret(secret), clock.now())
    return token?.kind === 'access' ? callerOf(token) : null
  }

/**
 * Reads once more who calls, in the transaction of what they do, and holds their rights until it ends: a change of them is seen, or waits.
 * Throws TOKEN_INVALID if the token stands for nobody any more.
 */
export type HoldCaller = (transaction: Queryable, caller: Caller) => Promise<Caller>

export const callerHolder =
  (clock: Clock): HoldCaller =>
  async (transaction, { accountId, organizationId, clientId, actor, tokenHash }) => {
    await holdRights(transaction, { organizationId, accountId, clientId, actorId: actor?.accountId ?? null })
    const token = await findToken(transaction, tokenHash, clock.now())
    const caller = token && callerOf(token)
    if (!caller) throw new ApiError('TOKEN_INVALID')
    return caller
  }
