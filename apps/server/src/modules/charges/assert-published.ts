import { ApiError } from '../../core/api-error.ts'
import type { Transaction } from '../../db/transaction.ts'
import { isSuspended } from './renewals/renew-due.ts'
import { holdApplication } from './visible/repository.ts'

/**
 * Throws APPLICATION_NOT_FOUND if customers cannot see the application of a charge. Such a charge must not be sold, because its renewals
 * would be waived. The application is locked until the transaction ends. A test charge captures nothing, and is meant for developers whose
 * application is not published yet.
 */
export const assertPublished = async (
  transaction: Transaction,
  charge: { applicationId: string | null; test: boolean },
  at: Date,
): Promise<void> => {
  const { applicationId, test } = charge
  if (applicationId === null || test) return
  await holdApplication(transaction, applicationId)
  if (await isSuspended(transaction, { applicationId }, at)) throw new ApiError('APPLICATION_NOT_FOUND')
}
