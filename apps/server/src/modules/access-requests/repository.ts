import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { newId } from '../../core/ids.ts'
import type { Transaction } from '../../db/transaction.ts'
import { lockName } from '../../db/locks.ts'
import { accessRequests } from '../../db/schema.ts'
import type { OrganizationId } from '../../core/caller.ts'

export type NewAccessRequest = {
  organizationId: OrganizationId
  accountId: string
  product: Product
  applicationId: string | null
  createdAt: Date
}

/**
 * Stores a request, unless the same person has made the same one since `since`. Returns its id, or null. Call it in a
 * transaction: of two simultaneous requests the second waits for the first.
 */
export const insertAccessRequest = async (
  transaction: Transaction,
  request: NewAccessRequest,
  since: Date,
): Promise<string | null> => {
  const { organizationId, accountId, product, applicationId } = request
  await lockName(transaction, 'access request', [organizationId, accountId, applicationId ?? product].join(' '))
  const before = await transaction
    .select({ id: accessRequests.id })
    .from(accessRequests)
    .where(
      and(
        eq(accessRequests.organizationId, organizationId),
        eq(accessRequests.accountId, accountId),
        gt(accessRequests.createdAt, since),
        applicationId === null
          ? and(isNull(accessRequests.applicationId), eq(accessRequests.product, product))
          : eq(accessRequests.applicationId, applicationId),
      ),
    )
    .limit(1)
  if (before.length > 0) return null
  const id = newId()
  await transaction.insert(accessRequests).values({ id, ...request })
  return id
}
