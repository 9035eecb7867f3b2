import type { Database } from '../../db/client.ts'
import type { Authenticate } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Clock } from '../../core/clock.ts'
import { callerOf } from './caller-of.ts'
import type { HoldCaller } from '../installs/index.ts'
import { findToken, holdRights } from './repository.ts'
import { hashSecret } from './secrets.ts'

/** Reads who calls from the database, at each call. */
export const authenticator =
  (database: Database, clock: Clock): Authenticate =>
  async (secret) => {
    const token = await findToken(database, hashSecret(secret), clock.now())
    return token?.kind === 'access' ? callerOf(token) : null
  }

/** Reads who calls once more in the transaction of what they do, and holds their rights until it ends. */
export const callerHolder =
  (clock: Clock): HoldCaller =>
  async (transaction, { accountId, organizationId, clientId, actor, tokenHash }) => {
    await holdRights(transaction, { organizationId, accountId, clientId, actorId: actor?.accountId ?? null })
    const token = await findToken(transaction, tokenHash, clock.now())
    const caller = token && callerOf(token)
    if (!caller) throw new ApiError('TOKEN_INVALID')
    return caller
  }
