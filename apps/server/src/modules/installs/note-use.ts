import { startOfUtcDay } from '@marketplace/domain/dates'
import { mayUse } from '@marketplace/domain/installing'
import { createRecentMap } from '../../core/recent-map.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Caller, OrganizationId } from '../../core/caller.ts'
import type { Clock } from '../../core/clock.ts'
import type { Queryable } from '../../db/client.ts'
import { findUsers, markUsed } from './use/repository.ts'

/**
 * The most pairs of organization and client that are remembered for a day. If there are more, the oldest are read from the database again.
 */
const MOST_PAIRS = 50_000

export type NoteUse = (of: { organizationId: OrganizationId; clientId: string }) => Promise<void>

/**
 * Records, once a day, that an organization uses an application's client: a token was issued for it, or it called an API. Errors are logged
 * and ignored, because a request must not fail if a date could not be written.
 */
export const useNoter = (
  { database, clock }: { database: Queryable; clock: Clock },
  onFailure: (error: unknown) => void,
): NoteUse => {
  const noted = createRecentMap<string, number>(MOST_PAIRS)
  return async ({ organizationId, clientId }) => {
    const at = clock.now()
    const day = startOfUtcDay(at)
    const pair = JSON.stringify([organizationId, clientId])
    if (noted.get(pair) === day.getTime()) return
    noted.set(pair, day.getTime())
    try {
      await markUsed(database, { organizationId, clientId }, day, at)
    } catch (error) {
      noted.delete(pair)
      onFailure(error)
    }
  }
}

/** Records that the caller has opened an installed application. Throws NOT_INSTALLED unless the caller may use it. */
export const noteOpened = async (
  { database, clock }: { database: Queryable; clock: Clock },
  { organizationId, accountId }: Caller,
  applicationId: string,
): Promise<void> => {
  const users = await findUsers(database, organizationId, applicationId)
  if (users === undefined || !mayUse(users, accountId)) throw new ApiError('NOT_INSTALLED')
  const at = clock.now()
  await markUsed(database, { organizationId, applicationId }, startOfUtcDay(at), at)
}
