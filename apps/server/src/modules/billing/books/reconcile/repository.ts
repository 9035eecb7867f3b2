import { and, asc, eq, gt, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../db/client.ts'
import { paymentAttempts, refunds } from '../../../../db/schema.ts'
import type { Difference, DifferenceKind } from './differences.ts'

/** The most differences of one kind that are listed: an accident may affect every row. */
const MOST = 200

type Times = { now: Date; hourAgo: Date }

const usd = (cents: SQL) => sql`'$' || to_char((${cents}) / 100.0, 'FM999999999990.00')`
/** SQL for the amount of refunds and disputes of a sale, including those under way. */
const REFUNDED = sql`(select coalesce(sum(r.total), 0) from refunds r
  where r.sale_id = s.id and r.state in ('requested', 'pending', 'succeeded'))`

/**
 * Checks within the database. Each query returns the columns subject and detail. Rows that are written by the same transaction are compared
 * at once, others an hour after they were written.
 */
const CHECKS: readonly [DifferenceKind, (times: Times) => SQL][] = [
  [
    'ledger_unbalanced',
    () => sql`select movement_kind || ' ' || movement_id as subject, 'sums to ' || sum(amount) || ' cents' as detail
      from ledger_entries group by movement_kind, movement_id having sum(amount) <> 0`,
  ],
  [
    'ledger_differs',
    () => sql`select 'sale ' || s.id as subject, 'the sale is ' || ${usd(sql`s.total`)} as detail from sales s
      left join lateral (
        select count(*) as entries, sum(amount) filter (where account = 'provider') as provider,
          sum(amount) filter (where account = 'tax') as tax, sum(amount) filter (where account = 'marketplace') as marketplace,
          sum(amount) filter (where account = 'developer' and e.developer_id is not distinct from s.developer_id) as developer
        from ledger_entries e where e.movement_kind = 'sale' and e.movement_id = s.id
      ) l on true
      where (l.entries, l.provider, l.tax, l.marketplace, l.developer)
        is distinct from (4::bigint, s.total::numeric, -s.tax::numeric, -s.commission::numeric, (s.commission - s.net)::numeric)`,
  ],
  [
    'ledger_differs',
    () => sql`select r.reason || ' refund ' || r.id as subject, r.state || ', ' || ${usd(sql`r.total`)} as detail from refunds r
      join sales s on s.id = r.sale_id
      join lateral (
        select coalesce(sum(amount) filter (where account = 'provider'), 0) as provider,
          coalesce(sum(amount) filter (where account = 'tax'), 0) as tax,
          coalesce(sum(amount) filter (where account = 'marketplace'), 0) as marketplace,
          coalesce(sum(amount) filter (where account = 'developer' and e.developer_id is not distinct from s.developer_id), 0) as developer
        from ledger_entries e where e.movement_kind in ('refund', 'dispute')
          and e.movement_id in (r.id, r.id || ':returned', r.id || ':ended')
      ) l on true
      join lateral (
        select case when r.state = 'succeeded' or (r.reason = 'dispute' and r.state = 'pending') then 1 else 0 end as factor
      ) booked on true
      where (l.provider, l.tax, l.marketplace, l.developer) is distinct from
        (-r.total::numeric * booked.factor, r.tax::numeric * booked.factor, r.commission::numeric * booked.factor,
          (r.total - r.tax - r.commission)::numeric * booked.factor)`,
  ],
  [
    'ledger_without_cause',
    () => sql`select distinct e.movement_kind || ' ' || e.movement_id as subject, 'booked at ' || e.at as detail
      from ledger_entries e
      where (e.movement_kind = 'sale' and not exists (select from sales s where s.id = e.movement_id))
        or (e.movement_kind in ('refund', 'dispute')
          and not exists (select from refunds r where r.id = split_part(e.movement_id, ':', 1)))`,
  ],
  [
    'attempt_without_sale',
    () => sql`select a.id as subject, ${usd(sql`a.capture_amount`)} || ' captured' as detail from payment_attempts a
      where a.state = 'captured' and a.capture_amount > 0 and not exists (select from sales s where s.attempt_id = a.id)`,
  ],
  [
    'sale_of_unpaid_attempt',
    () => sql`select s.id as subject, 'attempt ' || a.id || ' is ' || a.state as detail
      from sales s join payment_attempts a on a.id = s.attempt_id where a.state <> 'captured'`,
  ],
  [
    'paid_twice',
    () => sql`select later.id as subject, 'sale ' || s.id || ' is for the same days of charge ' || s.charge_id as detail
      from sales s join sales later on later.charge_id = s.charge_id and later.charge_kind = s.charge_kind
        and later.period > s.period and later.period_start < s.period_end
      where s.charge_kind = 'recurrent_charge' and s.total > 0 and later.total > 0`,
  ],
  [
    'period_without_sale',
    () => sql`select p.charge_id as subject, 'period ' || p.index as detail from charge_periods p
      where p.outcome = 'charged' and not exists (select from sales s
        where s.charge_kind = 'recurrent_charge' and s.charge_id = p.charge_id and s.period = p.index)`,
  ],
  [
    'renewal_missing',
    ({ hourAgo }) => sql`select c.id as subject, c.state || ', ' || coalesce('due ' || c.due_at, 'never due') as detail
      from recurrent_charges c where c.state in ('active', 'past_due') and (c.due_at is null or c.due_at < ${hourAgo})`,
  ],
  [
    'document_missing',
    () => sql`select 'attempt ' || s.attempt_id as subject, ${usd(sql`sum(s.total)`)} || ' sold' as detail from sales s
      group by s.attempt_id
      having sum(s.total) is distinct from
        (select i.total::numeric from invoices i where i.attempt_id = s.attempt_id and i.kind = 'invoice')`,
  ],
  [
    'document_missing',
    () => sql`select 'refund ' || r.id as subject, ${usd(sql`r.total`)} || ' refunded' as detail from refunds r
      where r.state = 'succeeded' and not exists (select from invoices i
        where i.refund_id = r.id and i.kind = 'credit_note' and i.total = r.total and i.tax = r.tax)`,
  ],
  [
    'number_missing',
    () => sql`select series || ' ' || (number - 1) as subject, 'after ' || coalesce(before::text, 'none') as detail
      from (select series, number, lag(number) over (partition by series order by number) as before from invoices) numbered
      where number <> coalesce(before, 0) + 1
      union all
      select n.series || ' ' || (n.next - 1), 'the last one that was given' from document_numbers n
      where n.next - 1 <> (select coalesce(max(number), 0) from invoices i where i.series = n.series)`,
  ],
  [
    'sale_without_entitlement',
    () => sql`select s.id as subject, 'charge ' || s.charge_id || ', ' || ${usd(sql`s.total`)} as detail from sales s
      where s.total > ${REFUNDED} and s.application_id is not null
        and exists (select from recurrent_charges c where c.id = s.charge_id and c.plan_id is not null
          union all select from direct_charges c where c.id = s.charge_id and c.plan_id is not null)
        and not exists (select from entitlements e where e.charge_id = s.charge_id)`,
  ],
  [
    'entitlement_without_sale',
    ({ hourAgo }) => sql`select e.id as subject, 'application ' || e.application_id || ', charge ' || e.charge_id as detail
      from entitlements e
      where e.ended_at is null and e.source <> 'earlier' and e.starts_at < ${hourAgo}
        and not exists (select from sales s where s.charge_id = e.charge_id)
        and not exists (select from trials t where t.charge_id = e.charge_id)
        and not exists (select from recurrent_charges c where c.id = e.charge_id and (c.test or c.replaces_id is not null)
          union all select from direct_charges c where c.id = e.charge_id and c.test)`,
  ],
  [
    'entitlement_outlives_charge',
    () => sql`select e.id as subject, 'charge ' || c.id || ' is ' || c.state as detail
      from entitlements e join recurrent_charges c on c.id = e.charge_id
      where e.ended_at is null and e.ends_at is null and c.state in ('cancelled', 'declined')`,
  ],
  [
    'install_without_entitlement',
    ({ hourAgo }) => sql`select i.id as subject, 'application ' || a.slug || ', organization ' || i.organization_id as detail
      from installations i join applications a on a.id = i.application_id
      where i.uninstalled_at is null and i.installed_at < ${hourAgo} and (a.payment ->> 'price')::numeric > 0
        and not exists (select from entitlements e
          where e.organization_id = i.organization_id and e.application_id = i.application_id and e.ended_at is null)`,
  ],
  [
    'attempt_stuck',
    ({ now, hourAgo }) => sql`select id as subject, state || ' since ' || updated_at as detail from payment_attempts
      where ended_at is null and updated_at < ${hourAgo} and coalesce(expires_at, created_at) < ${now}`,
  ],
  [
    'refund_stuck',
    ({ hourAgo }) => sql`select id as subject, ${usd(sql`total`)} || ' since ' || updated_at as detail from refunds
      where state = 'requested' and updated_at < ${hourAgo}`,
  ],
]

/** The differences within the database. */
export const findInside = async (database: Queryable, now: Date): Promise<Difference[]> => {
  const times = { now, hourAgo: new Date(now.getTime() - 3_600_000) }
  const found: Difference[] = []
  for (const [kind, query] of CHECKS) {
    const { rows } = await database.execute<{ subject: string; detail: string }>(sql`${query(times)} limit ${MOST}`)
    found.push(...rows.map(({ subject, detail }) => ({ kind, subject, detail })))
  }
  return found
}

const attemptColumns = {
  id: paymentAttempts.id,
  intentId: paymentAttempts.intentId,
  endedAt: paymentAttempts.endedAt,
  /** Null without sales. */
  sold: sql<number | null>`(select sum(s.total) from sales s where s.attempt_id = payment_attempts.id)`.mapWith((value: string) =>
    Number(value),
  ),
}

export type AttemptSold = { id: string; intentId: string | null; endedAt: Date | null; sold: number | null }

/** The attempts of these intents, found by the intent's id or its metadata. */
export const findAttempts = (
  database: Queryable,
  { intentIds, attemptIds }: { intentIds: readonly string[]; attemptIds: readonly string[] },
): Promise<AttemptSold[]> =>
  database
    .select(attemptColumns)
    .from(paymentAttempts)
    .where(sql`${inArray(paymentAttempts.intentId, [...intentIds])} or ${inArray(paymentAttempts.id, [...attemptIds])}`)

/** The remaining amount of the sales of these captures after refunds and disputes, in cents by the id of the capture. */
export const findLeft = async (database: Queryable, captureIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  if (captureIds.length === 0) return new Map()
  const { rows } = await database.execute<{ id: string; left: number }>(sql`
    select s.capture_id as id, sum(s.total - ${REFUNDED})::int as left from sales s
    where ${inArray(sql`s.capture_id`, [...captureIds])} group by s.capture_id`)
  return new Map(rows.map(({ id, left }) => [id, left]))
}

const PAGE = 1_000

/** A page of the attempts that captured money in this span, ordered by id. */
export const pageCaptured = (
  database: Queryable,
  { from, to, after }: { from: Date; to: Date; after: string },
): Promise<{ id: string; intentId: string | null; amount: number | null }[]> =>
  database
    .select({ id: paymentAttempts.id, intentId: paymentAttempts.intentId, amount: paymentAttempts.captureAmount })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.state, 'captured'),
        gt(paymentAttempts.captureAmount, 0),
        gte(paymentAttempts.createdAt, from),
        lt(paymentAttempts.updatedAt, to),
        gt(paymentAttempts.id, after),
      ),
    )
    .orderBy(asc(paymentAttempts.id))
    .limit(PAGE)

export type RefundRow = Pick<typeof refunds.$inferSelect, 'id' | 'providerRefundId' | 'state' | 'total' | 'reason' | 'updatedAt'>
const refundColumns = {
  id: refunds.id,
  providerRefundId: refunds.providerRefundId,
  state: refunds.state,
  total: refunds.total,
  reason: refunds.reason,
  updatedAt: refunds.updatedAt,
}

/** Our rows for refunds or disputes at the provider, by its id or by ours. */
export const findRefundRows = (
  database: Queryable,
  { providerIds, ids }: { providerIds: readonly string[]; ids: readonly string[] },
): Promise<RefundRow[]> =>
  database
    .select(refundColumns)
    .from(refunds)
    .where(sql`${inArray(refunds.providerRefundId, [...providerIds])} or ${inArray(refunds.id, [...ids])}`)

/** A page of the refunds (no disputes) that succeeded in this span, ordered by id. */
export const pageRefunded = (
  database: Queryable,
  { from, to, after }: { from: Date; to: Date; after: string },
): Promise<RefundRow[]> =>
  database
    .select(refundColumns)
    .from(refunds)
    .where(
      and(
        eq(refunds.state, 'succeeded'),
        ne(refunds.reason, 'dispute'),
        gte(refunds.createdAt, from),
        lt(refunds.updatedAt, to),
        gt(refunds.id, after),
      ),
    )
    .orderBy(asc(refunds.id))
    .limit(PAGE)
