import type { Product } from '@marketplace/contracts/core/enumerations'
import { canBillFor } from '@marketplace/domain/permissions'
import { type Locking, lockTogether } from '../../../db/locks.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Attempt } from '../../billing/index.ts'
import { lockMemberRights, MARKETPLACE_CLIENT, type Member } from '../../clients/index.ts'
import { findLicenses } from '../../organizations/index.ts'
import type { ChargeRecord } from '../records/records.ts'

/**
 * Locks everything that determines what the paying account may do, then `also`. Returns the account's current rights; null if it may do
 * nothing for the organization any more.
 */
export const lockBuyer = async (
  transaction: Transaction,
  { organizationId, accountId }: Pick<Attempt, 'organizationId' | 'accountId'>,
  also: readonly Locking[] = [],
): Promise<Member | null> => {
  if (accountId !== null) return lockMemberRights(transaction, { organizationId, accountId, clientId: MARKETPLACE_CLIENT }, also)
  if (also.length > 0) await lockTogether(transaction, also)
  return null
}

/** Whether a buyer, as locked by the transaction that delivers, may still pay for a product. If not, nothing is bought. */
export const stillBills = (buyer: Member | null, product: Product): buyer is Member =>
  buyer !== null && canBillFor(buyer.scopes, product)

/** Whether a buyer may still pay for the product of a charge. */
export const stillBillsFor = async (
  transaction: Transaction,
  buyer: Member | null,
  { organizationId, licenseId }: Pick<ChargeRecord, 'organizationId' | 'licenseId'>,
): Promise<boolean> => {
  const license = (await findLicenses(transaction, organizationId)).find(({ id }) => id === licenseId)
  return license !== undefined && stillBills(buyer, license.product)
}
