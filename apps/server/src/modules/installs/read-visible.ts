import { isVisibleTo } from '@marketplace/domain/installing'
import type { Queryable } from '../../db/client.ts'
import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import { readPurchase } from '../charges/index.ts'
import { type InstallRules, ruleInput } from './policy.ts'
import type { InstallState } from './records.ts'
import { readInstallState } from './repository.ts'

export type Visible = ReturnType<typeof ruleInput> & { installState: InstallState }

/**
 * Reads the state of an application for the caller's organization. Throws a 404 with `details` if the application is invisible to
 * that organization. All use cases read the state through this function, so that none can forget the check.
 */
export const readVisible = async (
  { database, rules }: { database: Queryable; rules: InstallRules },
  caller: Pick<Caller, 'scopes' | 'organizationId'>,
  applicationId: string,
  now: Date,
  details: { id?: string } = {},
): Promise<Visible> => {
  const { organizationId } = caller
  const read = await readInstallState(database, organizationId, applicationId)
  const installState = read && { ...read, purchase: await readPurchase(database, organizationId, applicationId, now) }
  const found = installState && ruleInput(installState, caller, rules, now)
  if (!found || !isVisibleTo(found.application, found.installer)) throw new ApiError('APPLICATION_NOT_FOUND', details)
  return { ...found, installState }
}
