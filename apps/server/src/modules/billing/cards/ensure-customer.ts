import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../../core/api-error.ts'
import type { Clock } from '../../../core/clock.ts'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Payments, Unknown } from '../../../ports/payments.ts'
import { findOrganizationName } from '../../organizations/index.ts'
import { readBillingProfile, storeCustomer } from '../profiles/repository.ts'

export type ProviderDependencies = { database: Database; payments: Payments; clock: Clock }

const [TRIES, WAIT_MS] = [10, 200]

/** Repeats the call with the same key while another request with this key is under way. */
export const untilDone = async <T extends { kind: string }>(call: () => Promise<T | Unknown>): Promise<T | Unknown> => {
  for (let count = 1; ; count++) {
    const outcome = await call()
    if (count === TRIES || outcome.kind !== 'unknown' || (outcome as Unknown).reason !== 'in_progress') return outcome
    await sleep(WAIT_MS)
  }
}

/** An idempotency key for the provider: equal parts give equal keys, within the provider's length limit. */
export const customerKey = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * The organization's customer at the provider. It is created only once, because the key is computed from the organization. `gone` is a
 * customer that the provider no longer knows; it is replaced.
 */
export const ensureCustomer = async (
  { database, payments, clock }: ProviderDependencies,
  organizationId: OrganizationId,
  gone: string | null = null,
): Promise<string> => {
  const { customerId } = await readBillingProfile(database, organizationId)
  if (customerId !== null && customerId !== gone) return customerId
  const name = await findOrganizationName(database, organizationId)
  const customer = { name, metadata: { organization: organizationId } }
  const key = customerKey('customer', organizationId, name, gone ?? '')
  const created = await untilDone(() => payments.createCustomer(customer, key))
  if (created.kind !== 'succeeded') throw new ApiError('PAYMENTS_UNAVAILABLE')
  return inTransaction(database, (transaction) =>
    storeCustomer(transaction, organizationId, { customerId: created.value, gone, now: clock.now() }),
  )
}
