import { listRuleOf } from '@marketplace/domain/application-list'
import { ApiError } from '../../core/api-error.ts'
import type { Transaction } from '../../db/transaction.ts'
import { findListState, holdList } from './repository.ts'

/**
 * Throws APPLICATION_NOT_ALLOWED if the organization's own list refuses the application. The list is held until the transaction ends: a
 * simultaneous change of it was committed before, or waits.
 */
export const assertListAllows = async (
  transaction: Transaction,
  organizationId: string,
  applicationId: string,
): Promise<void> => {
  await holdList(transaction, organizationId)
  const { allows, reason } = listRuleOf(await findListState(transaction, organizationId, applicationId))
  if (!allows) throw new ApiError('APPLICATION_NOT_ALLOWED', { reason })
}
