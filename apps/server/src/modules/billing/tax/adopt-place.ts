import { isVatIdOf } from '@marketplace/domain/buying/vat-ids'
import { usStateOf } from '@marketplace/domain/buying/us-states'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { BuyerPlace } from './tax-for.ts'
import { readBillingProfile, writeAddress } from '../profiles/repository.ts'

/** Stores a place as the address of an organization that has none. */
export const adoptPlace = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  { country, zip, vatId }: BuyerPlace,
  at: Date,
): Promise<void> => {
  const profile = await readBillingProfile(transaction, organizationId)
  if (country === null || profile.country !== null) return
  const { customerId: _, ...kept } = profile
  const state = country === 'US' && zip !== null ? usStateOf(zip) : null
  const own = vatId !== null && isVatIdOf(country, vatId) ? vatId : null
  await writeAddress(transaction, organizationId, { ...kept, country, zip, state, vatId: own }, at)
}
