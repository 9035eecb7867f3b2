import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ListMode, ListState } from '@marketplace/domain/application-list'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { OrganizationId } from '../../core/caller.ts'
import type { Queryable } from '../../db/client.ts'
import { listStateOf } from '../../db/list-state.ts'
import { type Locking, declareLockingOfName, lockName } from '../../db/locks.ts'
import { accounts, applicationRules, applications, developers, installations, ruledApplications } from '../../db/schema.ts'
import { isStorable } from '../../db/storable.ts'
import type { Transaction } from '../../db/transaction.ts'

const LOCK = 'application list'

/** Prevents changes of the organization's list until the transaction ends. Works for an organization without a list too. */
export const holdList = (transaction: Transaction, organizationId: OrganizationId): Promise<void> =>
  lockName(transaction, LOCK, organizationId, { shared: true })

/** The same, for lockTogether. */
export const listLocking: (organizationId: OrganizationId) => Locking = declareLockingOfName(LOCK)

/** Locks the organization's list until the transaction ends. It waits for all transactions that hold the list. */
export const lockList = (transaction: Transaction, organizationId: OrganizationId): Promise<void> =>
  lockName(transaction, LOCK, organizationId)

/** The state of the organization's list for an application; null without a list. */
export const findListState = async (
  database: Queryable,
  organizationId: OrganizationId,
  applicationId: string,
): Promise<ListState | null> => {
  const { rows } = await database.execute<{ state: ListState | null }>(
    sql`select ${listStateOf(organizationId, sql`${applicationId}`)} as state`,
  )
  return rows[0]?.state ?? null
}

type RuledRow = { id: string; slug: string; name: string; iconId: string | null; product: Product; installed: boolean }

export type RulesRecord = {
  mode: ListMode
  reason: string
  revision: number
  changedAt: string | null
  changedBy: { id: string; name: string } | null
  applications: RuledRow[]
  refusedInstalled: number
}

/** The list of an organization with the applications on it, by name, in one statement. */
export const readRules = async (database: Queryable, organizationId: OrganizationId): Promise<RulesRecord> => {
  const isInstalled = sql`exists (
    select from ${installations} i
    where i.organization_id = ${organizationId} and i.application_id = a.id and i.uninstalled_at is null)`
  const { rows } = await database.execute<RulesRecord>(sql`
    select
      coalesce(r.mode, 'off') as mode, coalesce(r.reason, '') as reason, coalesce(r.revision, 0) as revision,
      r.changed_at as "changedAt",
      (select json_build_object('id', p.id, 'name', p.name) from ${accounts} p where p.id = r.changed_by) as "changedBy",
      (select coalesce(json_agg(json_build_object('id', a.id, 'slug', a.slug, 'name', a.name, 'iconId', a.icon_id,
          'product', a.product, 'installed', ${isInstalled}) order by lower(a.name), a.id), '[]')
        from ${ruledApplications} l join ${applications} a on a.id = l.application_id
        where l.organization_id = ${organizationId}) as applications,
      (select count(*)::int from ${installations} n
        where n.organization_id = ${organizationId} and n.uninstalled_at is null and r.mode <> 'off'
          and (r.mode = 'block') = exists (
            select from ${ruledApplications} l where l.organization_id = n.organization_id and l.application_id = n.application_id)
      ) as "refusedInstalled"
    from (select 1) as once left join ${applicationRules} r on r.organization_id = ${organizationId}`)
  const [row] = rows
  if (!row) throw new Error('a query of one row has none')
  return row
}

/** The number of these applications that the organization may know of: published, its own, or installed. */
export const countVisible = async (
  database: Queryable,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<number> => {
  const asked = ids.filter(isStorable)
  if (asked.length === 0) return 0
  const [row] = await database
    .select({ count: sql<number>`count(*)::int` })
    .from(applications)
    .leftJoin(developers, eq(developers.id, applications.developerId))
    .where(
      and(
        inArray(applications.id, asked),
        sql`(${applications.publishedAt} is not null and not ${applications.private}
          or ${developers.organizationId} = ${organizationId}
          or exists (select from ${ruledApplications} l
            where l.organization_id = ${organizationId} and l.application_id = ${applications.id})
          or exists (select from ${installations} i
            where i.organization_id = ${organizationId} and i.application_id = ${applications.id} and i.uninstalled_at is null))`,
      ),
    )
  return row?.count ?? 0
}

/** Replaces the organization's list. */
export const writeRules = async (
  transaction: Transaction,
  rules: typeof applicationRules.$inferInsert,
  applicationIds: readonly string[],
): Promise<void> => {
  const { organizationId } = rules
  await transaction
    .insert(applicationRules)
    .values(rules)
    .onConflictDoUpdate({ target: applicationRules.organizationId, set: rules })
  await transaction.delete(ruledApplications).where(eq(ruledApplications.organizationId, organizationId))
  if (applicationIds.length > 0)
    await transaction.insert(ruledApplications).values(applicationIds.map((applicationId) => ({ organizationId, applicationId })))
}
