import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { BillingCycle } from '@marketplace/contracts/core/enumerations'
import { monthsOf } from '@marketplace/domain/buying/quote'
import type { Queryable } from '../../db/client.ts'
import { listStateOf } from '../../db/list-state.ts'
import { clientIdOfApplication } from '../../db/client-of-application.ts'
import {
  accounts,
  applications,
  directCharges,
  entitlements,
  installations,
  oauthClients,
  plans,
  recurrentCharges,
  refunds,
  sales,
} from '../../db/schema.ts'
import type { OrganizationId } from '../../core/caller.ts'
import { installedColumns, isInstalledBy } from '../installs/index.ts'

/** The terms from the next renewal on, if a change is scheduled for it. */
type NextPeriod = { price: number; quantity: number; billingCycle: BillingCycle }

const nextPeriodOf = (scheduled: SQL | typeof recurrentCharges.scheduled) => sql<NextPeriod | null>`(
  select json_build_object('price', (${scheduled} ->> 'price')::int, 'quantity', (${scheduled} ->> 'quantity')::int,
    'billingCycle', n.billing_cycle)
  from ${plans} n where n.id = ${scheduled} ->> 'planId')`

/** A charge as JSON, so its dates are texts. */
type Charge = {
  applicationId: string
  id: string
  name: string
  state: string
  price: number
  quantity: number
  perAccount: boolean
  months: number
  test: boolean
  anchorAt: string | null
  trialEndsAt: string | null
  settledPeriod: number
  next: NextPeriod | null
  listPrice: number | null
}
type Right = { applicationId: string; source: 'recurrent_charge' | 'direct_charge' | 'earlier'; endsAt: string | null }
type PaidFor = { charges: Charge[]; rights: Right[]; boughtOnce: { applicationId: string; refunded: boolean }[] }

/**
 * The organization's charges for all applications: active ones, those that wait for a payment, and cancelled ones that are still paid for.
 * PostgreSQL runs these subqueries once for the whole list, because they do not depend on the row.
 */
const paidFor = (organizationId: OrganizationId, at: Date) => sql<PaidFor | null>`
  case when row_number() over () = 1 then json_build_object(
    'charges', (
      select coalesce(json_agg(json_build_object(
        'applicationId', c.application_id, 'id', c.id, 'name', c.name, 'state', c.state, 'price', c.price, 'quantity', c.quantity,
        'perAccount', c.per_account, 'months', c.months, 'test', c.test, 'anchorAt', c.anchor_at, 'trialEndsAt', c.trial_ends_at,
        'settledPeriod', c.settled_period, 'next', ${nextPeriodOf(sql`c.scheduled`)}, 'listPrice', p.price_cents)
        order by c.created_at, c.id), '[]')
      from ${recurrentCharges} c left join ${plans} p on p.id = c.plan_id and p.retired_at is null
      where c.organization_id = ${organizationId} and c.application_id is not null
        and c.state in ('active', 'past_due', 'frozen', 'cancelled')),
    'rights', (
      select coalesce(json_agg(json_build_object('applicationId', e.application_id, 'source', e.source, 'endsAt', e.ends_at)), '[]')
      from ${entitlements} e
      where e.organization_id = ${organizationId} and e.ended_at is null
        and (e.ends_at is null or e.ends_at > ${at.toISOString()})),
    'boughtOnce', (
      select coalesce(json_agg(json_build_object('applicationId', d.application_id, 'refunded', d.refunded)), '[]') from (
        select d.application_id, coalesce(sum(s.total), 0) > 0 and sum(s.total) = sum(s.refunded) as refunded
        from ${directCharges} d left join lateral (
          select s.total, (
            select coalesce(sum(r.total), 0) from ${refunds} r where r.sale_id = s.id and r.state = 'succeeded') as refunded
          from ${sales} s where s.charge_kind = 'direct_charge' and s.charge_id = d.id) s on true
        where d.organization_id = ${organizationId} and d.state = 'success' and not d.test and d.application_id is not null
        group by d.application_id) d)) end`

/**
 * All installed applications of an organization, by name, in one statement. Costs, overlaps and unused applications are computed by the
 * domain's rules.
 */
export const readEstate = async (database: Queryable, organizationId: OrganizationId, at: Date) => {
  const rows = await database
    .select({
      ...installedColumns,
      lastUsedAt: installations.lastUsedAt,
      recordedSince: installations.useRecordedSince,
      signsIn: sql<boolean>`exists (select from ${oauthClients} o where o.id = ${clientIdOfApplication})`,
      list: listStateOf(organizationId, sql`${applications.id}`),
      paidFor: paidFor(organizationId, at),
    })
    .from(installations)
    .innerJoin(applications, eq(applications.id, installations.applicationId))
    .leftJoin(accounts, eq(accounts.id, installations.installedBy))
    .where(isInstalledBy(organizationId))
    .orderBy(sql`lower(${applications.name})`, asc(applications.id))
  const paid = rows.find((row) => row.paidFor !== null)?.paidFor ?? { charges: [], rights: [], boughtOnce: [] }
  const charges = Map.groupBy(paid.charges, ({ applicationId }) => applicationId)
  const rights = new Map(paid.rights.map((right) => [right.applicationId, right]))
  const boughtOnce = new Map(paid.boughtOnce.map(({ applicationId, refunded }) => [applicationId, refunded]))
  return rows.map(({ paidFor: _, ...row }) => ({
    ...row,
    charges: charges.get(row.application.id) ?? [],
    right: rights.get(row.application.id) ?? null,
    paidOnce: boughtOnce.has(row.application.id),
    refunded: boughtOnce.get(row.application.id) ?? false,
  }))
}

/** The terms from the next renewal on. Null for a one-time plan, because it never renews. */
export const nextOf = (next: NextPeriod | null, months: number) =>
  next && { price: next.price, quantity: next.quantity, months: monthsOf(next.billingCycle) ?? months }

export type EstateRow = Awaited<ReturnType<typeof readEstate>>[number]
export type EstateCharge = EstateRow['charges'][number]

type InstalledUse = { applicationId: string; lastUsedAt: string | null; recordedSince: string }

/** Every charge that renews, with the use of its application; null if the application is not installed. */
export const readCosts = async (database: Queryable, organizationId: OrganizationId) => {
  const rows = await database
    .select({
      charge: recurrentCharges,
      next: nextPeriodOf(recurrentCharges.scheduled),
      slug: applications.slug,
      widgets: applications.widgets,
      customProps: applications.customProps,
      signsIn: sql<boolean>`exists (select from ${oauthClients} o where o.id = ${clientIdOfApplication})`,
      installed: sql<InstalledUse[] | null>`
        case when row_number() over () = 1 then (
          select json_agg(json_build_object('applicationId', i.application_id, 'lastUsedAt', i.last_used_at,
            'recordedSince', i.use_recorded_since))
          from ${installations} i where i.organization_id = ${organizationId} and i.uninstalled_at is null) end`,
    })
    .from(recurrentCharges)
    .leftJoin(applications, eq(applications.id, recurrentCharges.applicationId))
    .where(and(eq(recurrentCharges.organizationId, organizationId), sql`${recurrentCharges.state} in ('active', 'past_due')`))
  const installed = rows.find((row) => row.installed !== null)?.installed ?? []
  const uses = new Map(
    installed.map(({ applicationId, lastUsedAt, recordedSince }) => [
      applicationId,
      { lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt), recordedSince: new Date(recordedSince) },
    ]),
  )
  return rows.map(({ installed: _, ...row }) => ({ ...row, use: uses.get(row.charge.applicationId ?? '') ?? null }))
}
