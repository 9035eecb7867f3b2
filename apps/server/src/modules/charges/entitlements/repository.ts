import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { entitlements, recurrentCharges, trials } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { EntitlementRecord } from '../records.ts'

const isLiveOf = (organizationId: string, applicationId: string): SQL | undefined =>
  and(
    eq(entitlements.organizationId, organizationId),
    eq(entitlements.applicationId, applicationId),
    isNull(entitlements.endedAt),
  )

/** The right to use an application, and whether it waits for a payment. Null without a right, also once its end has come. */
export const findEntitlement = async (
  database: Queryable,
  organizationId: string,
  applicationId: string,
  at: Date,
): Promise<{ entitlement: EntitlementRecord; paymentNeeded: boolean } | null> => {
  const [found] = await database
    .select({ entitlement: entitlements, paymentNeeded: sql<boolean>`coalesce(${recurrentCharges.state} = 'frozen', false)` })
    .from(entitlements)
    .leftJoin(recurrentCharges, eq(recurrentCharges.id, entitlements.chargeId))
    .where(and(isLiveOf(organizationId, applicationId), or(isNull(entitlements.endsAt), gt(entitlements.endsAt, at))))
  return found ?? null
}

/** Writes an entitlement. False if the organization has a live one for this application already, even from a simultaneous purchase. */
export const insertEntitlement = async (
  transaction: Transaction,
  entitlement: typeof entitlements.$inferInsert,
): Promise<boolean> => {
  const inserted = await transaction
    .insert(entitlements)
    .values(entitlement)
    .onConflictDoNothing()
    .returning({ id: entitlements.id })
  return inserted.length > 0
}

/** Ends the live entitlement of an application whose end has come. */
export const endOverdue = async (
  transaction: Transaction,
  organizationId: string,
  applicationId: string,
  at: Date,
): Promise<void> => {
  await transaction
    .update(entitlements)
    .set({ endedAt: at })
    .where(and(isLiveOf(organizationId, applicationId), lte(entitlements.endsAt, at)))
}

/** Whether this charge gave the live entitlement of its application. */
export const isLiveOfCharge = async (
  transaction: Transaction,
  charge: { organizationId: string; applicationId: string; id: string },
): Promise<boolean> => {
  const found = await transaction
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(and(isLiveOf(charge.organizationId, charge.applicationId), eq(entitlements.chargeId, charge.id)))
  return found.length > 0
}

/** Changes the live entitlement that a charge gave. Returns it; null if there is none. */
export const changeEntitlementOf = async (
  transaction: Transaction,
  chargeId: string,
  changes: Pick<Partial<EntitlementRecord>, 'endsAt' | 'endedAt'>,
): Promise<EntitlementRecord | null> => {
  const [changed] = await transaction
    .update(entitlements)
    .set(changes)
    .where(and(eq(entitlements.chargeId, chargeId), isNull(entitlements.endedAt)))
    .returning()
  return changed ?? null
}

/** The charge that used the trial of an application; null if the organization had no trial of it. */
export const findTrialCharge = async (
  database: Queryable,
  organizationId: string,
  applicationId: string,
): Promise<string | null> => {
  const [found] = await database
    .select({ chargeId: trials.chargeId })
    .from(trials)
    .where(and(eq(trials.organizationId, organizationId), eq(trials.applicationId, applicationId)))
  return found?.chargeId ?? null
}

export const insertTrial = async (transaction: Transaction, trial: typeof trials.$inferInsert): Promise<void> => {
  await transaction.insert(trials).values(trial).onConflictDoNothing()
}
