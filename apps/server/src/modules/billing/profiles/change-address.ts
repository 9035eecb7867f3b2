import type { z } from 'zod'
import type { BillingAddress, billingAddressBodySchema } from '@marketplace/contracts/billing/schemas'
import { holdsCardNumber } from '@marketplace/domain/buying/card-numbers'
import { isVatIdOf } from '@marketplace/domain/buying/vat-ids'
import { usStateOf } from '@marketplace/domain/buying/us-states'
import { hasPermission } from '@marketplace/domain/permissions'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import type { LockCaller } from '../../clients/index.ts'
import { type BillingProfile, writeAddress } from './repository.ts'

type Given = z.output<typeof billingAddressBodySchema>

export const presentAddress = ({
  vatId,
  name,
  country,
  state,
  zip,
  city,
  street,
}: Omit<BillingProfile, 'customerId'>): BillingAddress => ({
  name,
  country,
  state,
  zip,
  city,
  street,
  vat_id: vatId,
})

/** Sets the organization's billing address. A US ZIP code determines the state. A VAT id must have the country's form. */
export const changeAddress = async (
  { database, clock, lockCaller }: { database: Database; clock: Clock; lockCaller: LockCaller },
  asking: Caller,
  { vat_id: vatId, ...given }: Given,
): Promise<BillingAddress> => {
  if (holdsCardNumber(given)) throw new ApiError('CARD_NUMBER_SENT')
  if (vatId !== null && !isVatIdOf(given.country, vatId))
    throw new ApiError('INVALID_PARAMETERS', { fields: [{ field: 'vat_id', message: 'is not a VAT id of this country' }] })
  const address = { ...given, vatId, state: given.country === 'US' && given.zip !== null ? usStateOf(given.zip) : null }
  const now = clock.now()
  return inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    if (!hasPermission(caller.scopes, 'manageBilling')) throw new ApiError('FORBIDDEN')
    const { country, state } = address
    await writeAddress(transaction, caller.organizationId, address, now)
    await recordAudit(transaction, { action: 'billing.address-changed', at: now, who: caller, details: { country, state } })
    return presentAddress(address)
  })
}
