import type { Database } from '../../db/client.ts'
import type { Authenticate } from '../../http/caller.ts'
import type { Clock } from '../../ports/clock.ts'
import { callerOf } from './caller-of.ts'
import { findToken } from './repository.ts'
import { hashSecret } from './secrets.ts'

/** Reads who calls from the database, at each call. */
export const authenticator =
  (database: Database, clock: Clock): Authenticate =>
  async (secret) => {
    const token = await findToken(database, hashSecret(secret), clock.now())
    return token?.kind === 'access' ? callerOf(token) : null
  }
