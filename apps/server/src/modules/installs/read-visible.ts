import { isVisibleTo } from '@marketplace/domain/installing'
import type { Queryable } from '../../db/client.ts'
import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import { type InstallRules, ruled } from './policy.ts'
import type { Standing } from './records.ts'
import { readStanding } from './repository.ts'

export type Visible = ReturnType<typeof ruled> & { standing: Standing }

/**
 * How an application stands with the caller's organization, where that may know of it; otherwise it is as if there were none, which
 * `details` say more of. There is no other way to it, so that nobody forgets to look.
 */
export const readVisible = async (
  { database, rules }: { database: Queryable; rules: InstallRules },
  caller: Pick<Caller, 'scopes' | 'organizationId'>,
  applicationId: string,
  now: Date,
  details: { id?: string } = {},
): Promise<Visible> => {
  const standing = await readStanding(database, caller.organizationId, applicationId)
  const found = standing && ruled(standing, caller, rules, now)
  if (!found || !isVisibleTo(found.application, found.installer)) throw new ApiError('APPLICATION_NOT_FOUND', details)
  return { ...found, standing }
}
