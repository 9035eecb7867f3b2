import { and, asc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../core/caller.ts'
import { clientIdOfNamed } from '../../../db/client-of-application.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Value } from '../../../db/compiled.ts'
import { lockRows } from '../../../db/locks.ts'
import { prepared, preparedFor } from '../../../db/prepared.ts'
import {
  applications,
  consents,
  directCharges,
  entitlements,
  installations,
  recurrentCharges,
  trials,
} from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { EntitlementRecord } from '../records/records.ts'

const isLiveOf = (organizationId: OrganizationId, applicationId: string): SQL | undefined =>
  and(
    eq(entitlements.organizationId, organizationId),
    eq(entitlements.applicationId, applicationId),
    isNull(entitlements.endedAt),
  )

/**
 * The right to use an application, with the recurrent charge that pays for it. `charge` is null if the application was bought once, or
 * was installed before it had a price.
 */
export type Right = { entitlement: EntitlementRecord; charge: typeof recurrentCharges.$inferSelect | null }

const selectRight = prepared((database, value: Value<'organization' | 'application' | 'at'>) =>
  database
    .select({ entitlement: entitlements, charge: recurrentCharges })
    .from(entitlements)
    .leftJoin(recurrentCharges, eq(recurrentCharges.id, entitlements.chargeId))
    .where(
      and(
        eq(entitlements.organizationId, value('organization')),
        eq(entitlements.applicationId, value('application')),
        isNull(entitlements.endedAt),
        or(isNull(entitlements.endsAt), gt(entitlements.endsAt, value('at', entitlements.endsAt))),
      ),
    ),
)

/** The organization's right to use an application. Null if it has none or the right has expired. */
export const findRight = async (
  database: Queryable,
  organizationId: OrganizationId,
  applicationId: string,
  at: Date,
): Promise<Right | null> => {
  const [found] = await selectRight(database, { organization: organizationId, application: applicationId, at })
  return found ?? null
}

/**
 * Whether a payment is missing for every installed application of this client in an organization. If one of them is paid or free, the
 * client keeps working.
 */
export const isClientFrozen = async (database: Queryable, organizationId: OrganizationId, clientId: string): Promise<boolean> => {
  const { rows } = await database.execute<{ frozen: boolean | null }>(sql`
    select bool_and(exists (
      select from ${entitlements} e join ${recurrentCharges} c on c.id = e.charge_id
      where e.organization_id = i.organization_id and e.application_id = i.application_id and e.ended_at is null
        and c.state = 'frozen')) as frozen
    from ${installations} i join ${applications} a on a.id = i.application_id
    where i.organization_id = ${organizationId} and i.uninstalled_at is null
      and ${clientIdOfNamed} = ${clientId}`)
  return rows[0]?.frozen ?? false
}

/** Locks the live consents to a client in an organization. */
export const lockClientConsents = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  clientId: string,
): Promise<void> => {
  const held = transaction
    .select({ id: consents.id })
    .from(consents)
    .where(and(eq(consents.organizationId, organizationId), eq(consents.clientId, clientId)))
    .orderBy(asc(consents.id))
  await lockRows('consent', held, 'update')
}

/** Ends the right of an organization that it has because it installed the application before the application had a price. */
export const endEarlier = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  applicationId: string,
  at: Date,
): Promise<boolean> => {
  const ended = await transaction
    .update(entitlements)
    .set({ endedAt: at })
    .where(and(isLiveOf(organizationId, applicationId), eq(entitlements.source, 'earlier')))
    .returning({ id: entitlements.id })
  return ended.length > 0
}

export type Owner = { organizationId: OrganizationId; applicationId: string }

/** Organizations and applications whose rights have expired but were not ended yet. */
export const findOverdue = (database: Queryable, at: Date, limit: number): Promise<Owner[]> =>
  database
    .select({ organizationId: entitlements.organizationId, applicationId: entitlements.applicationId })
    .from(entitlements)
    .where(and(isNull(entitlements.endedAt), lte(entitlements.endsAt, at)))
    .orderBy(asc(entitlements.endsAt))
    .limit(limit)

/**
 * Gives a free right to organizations that installed an application before it had a price. Every organization that bought an application
 * has a row, and that row ends together with its install, so only organizations that installed earlier have none. The row of a purchase that
 * came to nothing does not count.
 */
export const insertEarlier = async (transaction: Transaction, at: Date, limit: number): Promise<Owner[]> => {
  const { rows } = await transaction.execute<Owner>(sql`
    insert into ${entitlements} (id, organization_id, application_id, source, starts_at)
    select gen_random_uuid()::text, i.organization_id, i.application_id, 'earlier', i.installed_at
    from ${installations} i join ${applications} a on a.id = i.application_id
    where i.uninstalled_at is null and (a.payment ->> 'price')::numeric > 0 and i.installed_at <= ${at.toISOString()}
      and not exists (
        select from ${entitlements} e
        where e.organization_id = i.organization_id and e.application_id = i.application_id
          and (e.ended_at is null or e.ended_at >= i.installed_at)
          and not exists (
            select from ${recurrentCharges} c where c.id = e.charge_id and c.state = 'declined'
            union all
            select from ${directCharges} c where c.id = e.charge_id and c.state = 'failed'))
    limit ${limit}
    on conflict do nothing
    returning organization_id as "organizationId", application_id as "applicationId"`)
  return rows
}

const insertRow = preparedFor(entitlements, (database, row) =>
  database.insert(entitlements).values(row).onConflictDoNothing().returning({ id: entitlements.id }),
)

/** Writes an entitlement. False if the organization already has a live one for this application, even from a simultaneous purchase. */
export const insertEntitlement = async (
  transaction: Transaction,
  entitlement: typeof entitlements.$inferInsert,
): Promise<boolean> => (await insertRow(transaction, entitlement)).length > 0

/** Ends the live entitlement of an application if it has expired. False if it has not. */
export const endOverdue = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  applicationId: string,
  at: Date,
): Promise<boolean> => {
  const ended = await transaction
    .update(entitlements)
    .set({ endedAt: at })
    .where(and(isLiveOf(organizationId, applicationId), lte(entitlements.endsAt, at)))
    .returning({ id: entitlements.id })
  return ended.length > 0
}

/** Whether this charge gave the live entitlement of its application. */
export const isLiveOfCharge = async (
  transaction: Transaction,
  charge: { organizationId: OrganizationId; applicationId: string; id: string },
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
  organizationId: OrganizationId,
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

export const deleteTrialOf = async (transaction: Transaction, chargeId: string): Promise<void> => {
  await transaction.delete(trials).where(eq(trials.chargeId, chargeId))
}
