import { listRuleOf } from '@marketplace/domain/application-list'
import type { OrganizationId } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Queryable } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import { findListState, holdList } from './repository.ts'

/** Why the organization's own list refuses the application; null if it does not. */
export const refusalByList = async (
  database: Queryable,
  organizationId: OrganizationId,
  applicationId: string,
): Promise<ApiError | null> => {
  const { allows, reason } = listRuleOf(await findListState(database, organizationId, applicationId))
  return allows ? null : new ApiError('APPLICATION_NOT_ALLOWED', { reason })
}

/**
 * Throws APPLICATION_NOT_ALLOWED if the organization's own list refuses the application. The list is locked until the transaction ends, so
 * a simultaneous change is either committed before, or waits.
 */
export const assertListAllows = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  applicationId: string,
): Promise<void> => {
  await holdList(transaction, organizationId)
  const refusal = await refusalByList(transaction, organizationId, applicationId)
  if (refusal) throw refusal
}
