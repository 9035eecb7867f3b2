import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { billingProfiles, organizations } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'

type ProfileRow = typeof billingProfiles.$inferSelect

/** An organization's billing address, and its customer id at the payment provider. */
export type BillingProfile = Omit<ProfileRow, 'organizationId' | 'updatedAt'>

const NOTHING_KNOWN: BillingProfile = {
  customerId: null,
  name: null,
  country: null,
  state: null,
  zip: null,
  city: null,
  street: null,
  vatId: null,
}

/** The organization's billing profile; all fields are null if it was never set. */
export const readBillingProfile = async (database: Queryable, organizationId: OrganizationId): Promise<BillingProfile> => {
  const [found] = await database
    .select({
      customerId: billingProfiles.customerId,
      name: billingProfiles.name,
      country: billingProfiles.country,
      state: billingProfiles.state,
      zip: billingProfiles.zip,
      city: billingProfiles.city,
      street: billingProfiles.street,
      vatId: billingProfiles.vatId,
    })
    .from(billingProfiles)
    .where(eq(billingProfiles.organizationId, organizationId))
  return found ?? NOTHING_KNOWN
}

/**
 * Stores the organization's customer id, unless another id was stored meanwhile. Resolves with the stored id. `gone` is an id that may be
 * replaced.
 */
export const storeCustomer = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  { customerId, gone, now }: { customerId: string; gone: string | null; now: Date },
): Promise<string> => {
  // Not one `on conflict do update`: of two simultaneous inserts of the same row, one would fail on the unique customer id.
  await transaction.insert(billingProfiles).values({ organizationId, updatedAt: now }).onConflictDoNothing()
  await transaction
    .update(billingProfiles)
    .set({ customerId, updatedAt: now })
    .where(
      and(
        eq(billingProfiles.organizationId, organizationId),
        or(isNull(billingProfiles.customerId), gone === null ? undefined : eq(billingProfiles.customerId, gone)),
      ),
    )
  const stored = await readBillingProfile(transaction, organizationId)
  return stored.customerId ?? customerId
}

export const writeAddress = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  address: Omit<BillingProfile, 'customerId'>,
  now: Date,
): Promise<void> => {
  const set = { ...address, updatedAt: now }
  await transaction
    .insert(billingProfiles)
    .values({ organizationId, ...set })
    .onConflictDoUpdate({ target: billingProfiles.organizationId, set })
}

/** Adds profiles for existing organizations that have none. */
export const addBillingProfiles = async (
  database: Queryable,
  rows: readonly (typeof billingProfiles.$inferInsert)[],
): Promise<void> => {
  const ids = rows.map(({ organizationId }) => organizationId)
  const existing = await database.select({ id: organizations.id }).from(organizations).where(inArray(organizations.id, ids))
  const wanted = rows.filter(({ organizationId }) => existing.some(({ id }) => id === organizationId))
  if (wanted.length > 0) await database.insert(billingProfiles).values(wanted).onConflictDoNothing()
}
