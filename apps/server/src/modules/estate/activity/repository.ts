import { type SQL, sql } from 'drizzle-orm'
import type { ActivityQuery } from '@marketplace/contracts/estate/schemas'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { clientIdOfApplication } from '../../../db/client-of-application.ts'
import {
  accounts,
  applications,
  auditEvents,
  directCharges,
  installations,
  recurrentCharges,
  uninstallReceipts,
} from '../../../db/schema.ts'
import { isStorable } from '../../../db/storable.ts'

export type ActivityRow = {
  id: number
  at: string
  action: string
  accountId: string | null
  personName: string | null
  actorId: string | null
  details: Record<string, string | number | boolean | null | string[]>
  applicationId: string | null
  applicationName: string | null
  receiptId: string | null
}

export type ActivityFilter = Omit<ActivityQuery, 'kind' | 'from' | 'to'> & {
  /** The actions to select; null for all. */
  actions: readonly string[] | null
  from: Date | null
  until: Date | null
}

/** The application of an audit row: the subject itself, the application of a charge, or the installed application of a client. */
const applicationOf = sql`coalesce(
  (select a.id from ${applications} a where a.id = e.subject),
  (select c.application_id from ${recurrentCharges} c where c.id = e.subject),
  (select d.application_id from ${directCharges} d where d.id = e.subject),
  (select ${applications.id} from ${applications} join ${installations} i on i.application_id = ${applications.id}
    where i.organization_id = e.organization_id and e.action like 'consent.%' and ${clientIdOfApplication} = e.subject
    order by i.installed_at desc limit 1))`

/** The subjects that belong to an application: the application, its client, and its charges in the organization. */
const subjectsOf = (organizationId: OrganizationId, applicationId: string): SQL => sql`(
  select ${applicationId}
  union all select ${clientIdOfApplication} from ${applications} where ${applications.id} = ${applicationId}
  union all select c.id from ${recurrentCharges} c where c.organization_id = ${organizationId} and c.application_id = ${applicationId}
  union all select d.id from ${directCharges} d where d.organization_id = ${organizationId} and d.application_id = ${applicationId})`

/**
 * The audit rows of an organization, the newest first, in one statement. Rows contain ids; names are the current ones, and null for deleted
 * accounts and subjects.
 */
export const findActivity = async (
  database: Queryable,
  organizationId: OrganizationId,
  { application, person, before, actions, from, until }: ActivityFilter,
  limit: number,
): Promise<ActivityRow[]> => {
  if (![application, person].every((id) => id === undefined || isStorable(id))) return []
  const and = (condition: SQL | false): SQL => (condition ? sql` and ${condition}` : sql``)
  const { rows } = await database.execute<ActivityRow>(sql`
    select e.id::int8 as id, e.at, e.action, e.account_id as "accountId", p.name as "personName", e.actor_id as "actorId", e.details,
      coalesce(t.id, case when e.action like 'application.%' then e.subject end) as "applicationId", t.name as "applicationName",
      case when e.action = 'application.uninstalled' then (
        select r.id from ${uninstallReceipts} r
        where r.organization_id = e.organization_id and r.application_id = e.subject and r.at = e.at limit 1) end as "receiptId"
    from (
      select * from ${auditEvents} e
      where e.organization_id = ${organizationId}
        ${and(before !== undefined && sql`(e.at, e.id) < (select b.at, b.id from ${auditEvents} b where b.id = ${before} and b.organization_id = ${organizationId})`)}
        ${and(person !== undefined && sql`e.account_id = ${person}`)}
        ${and(actions !== null && sql`e.action = any(${sql.param([...(actions ?? [])])}::text[])`)}
        ${and(from !== null && sql`e.at >= ${from?.toISOString()}`)}
        ${and(until !== null && sql`e.at < ${until?.toISOString()}`)}
        ${and(application !== undefined && sql`e.subject in ${subjectsOf(organizationId, application ?? '')}`)}
      order by e.at desc, e.id desc limit ${limit}) e
    left join ${accounts} p on p.id = e.account_id
    left join ${applications} t on t.id = ${applicationOf}
    order by e.at desc, e.id desc`)
  return rows.map((row) => ({ ...row, id: Number(row.id), at: new Date(row.at).toISOString() }))
}
