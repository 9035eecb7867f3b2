import { eq, inArray } from 'drizzle-orm'
import type { OrganizationId } from '../../core/caller.ts'
import type { Queryable } from '../../db/client.ts'
import { billingProfiles, organizations } from '../../db/schema.ts'

type ProfileRow = typeof billingProfiles.$inferSelect

/** Where an organization is billed, and as which customer the payment provider knows it. */
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

/** What is known about how an organization is billed. All of it is null for an organization that never said anything. */
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

/** Adds profiles of organizations that exist and have none. */
export const addBillingProfiles = async (
  database: Queryable,
  rows: readonly (typeof billingProfiles.$inferInsert)[],
): Promise<void> => {
  const ids = rows.map(({ organizationId }) => organizationId)
  const existing = await database.select({ id: organizations.id }).from(organizations).where(inArray(organizations.id, ids))
  const wanted = rows.filter(({ organizationId }) => existing.some(({ id }) => id === organizationId))
  if (wanted.length > 0) await database.insert(billingProfiles).values(wanted).onConflictDoNothing()
}
