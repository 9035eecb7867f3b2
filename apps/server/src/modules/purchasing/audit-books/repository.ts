import { type SQL, sql } from 'drizzle-orm'
import { clientIdOfNamed } from '../../../db/client-of-application.ts'
import type { CartQuote } from '@marketplace/domain/buying/cart-quote'
import type { Queryable } from '../../../db/client.ts'

/**
 * A rule of buying, with the query for the rows that break it. Each row has the id of the wrong record. The numbers are those of
 * docs/product/buying.md, Rules.
 */
export type Check = { rule: number; what: string; broken: (now: string) => SQL }

/** Every charge and change, with their common columns. `given`: its delivery is final; `tried`: it may be delivered but not sold yet. */
const CHARGES = sql`(
  select 'recurrent_charge' as kind, id, organization_id, license_id, application_id, plan_id, cart_id, state, test, created_at,
    state in ('active', 'past_due', 'frozen', 'cancelled') as given, trial_days > 0 or replaces_id is not null as tried
    from recurrent_charges
  union all
  select 'change', c.id, r.organization_id, r.license_id, r.application_id, null, null, c.state, r.test, c.created_at,
    c.state = 'applied', c.ends_at is null from charge_changes c join recurrent_charges r on r.id = c.charge_id
  union all
  select 'direct_charge', id, organization_id, license_id, application_id, plan_id, cart_id, state, test, created_at,
    state = 'success', false from direct_charges)`

export const CHECKS: readonly Check[] = [
  {
    rule: 1,
    what: 'paid for twice',
    broken: () => sql`select subject_kind || ' ' || subject_id as id from payment_attempts
      where state = 'captured' and capture_amount > 0 group by 1 having count(*) > 1`,
  },
  {
    rule: 1,
    what: 'two captured attempts have the same capture',
    broken: () => sql`select capture_id as id from payment_attempts where capture_id is not null group by 1 having count(*) > 1`,
  },
  {
    rule: 2,
    what: 'what was captured is not what was sold',
    broken: () => sql`select p.id from payment_attempts p left join sales s on s.attempt_id = p.id
      where p.state = 'captured' group by p.id having p.capture_amount <> coalesce(sum(s.total), 0)`,
  },
  {
    rule: 2,
    what: 'sold without a capture',
    broken: () => sql`select s.id from sales s join payment_attempts p on p.id = s.attempt_id
      where p.state <> 'captured' or s.capture_id is distinct from p.capture_id`,
  },
  {
    rule: 2,
    what: 'the movements of the ledger do not add up to 0',
    broken: () => sql`select movement_kind || ' ' || movement_id as id from ledger_entries
      group by 1 having sum(amount) <> 0`,
  },
  {
    rule: 2,
    what: 'the ledger is not what was sold',
    broken: () => sql`select s.id from sales s
      left join ledger_entries e on e.movement_kind = 'sale' and e.movement_id = s.id
      group by s.id having s.total <> 0 and (
        coalesce(sum(abs(e.amount)) filter (where e.account = 'provider'), 0) <> s.total
        or coalesce(sum(abs(e.amount)) filter (where e.account = 'tax'), 0) <> s.tax)`,
  },
  {
    rule: 2,
    what: 'the invoice is not what was sold',
    broken: () => sql`select p.id from payment_attempts p join sales s on s.attempt_id = p.id
      left join invoices i on i.attempt_id = p.id
      group by p.id, i.id having i.id is null or i.total <> sum(s.total) or i.tax <> sum(s.tax)`,
  },
  {
    rule: 2,
    what: 'sold and not given',
    broken: () => sql`select s.id from sales s left join ${CHARGES} c on c.kind = s.charge_kind and c.id = s.charge_id
      where c.id is null or not c.given
        or (c.plan_id is not null and not exists (select from entitlements e where e.charge_id = c.id))`,
  },
  {
    rule: 2,
    what: 'given and not sold',
    broken: () => sql`select c.id from ${CHARGES} c
      where c.given and not c.test and not c.tried and c.state <> 'cancelled'
        and not exists (select from sales s where s.charge_kind = c.kind and s.charge_id = c.id)`,
  },
  {
    rule: 2,
    what: 'a refund has succeeded that the provider did not make',
    broken: () => sql`select id from refunds where state = 'succeeded' and reason <> 'dispute' and provider_refund_id is null`,
  },
  {
    rule: 2,
    what: 'a payout is not what the ledger says',
    broken: () => sql`select p.id from payouts p
      left join ledger_entries e on e.movement_kind = 'payout' and e.account = 'developer'
        and e.developer_id = p.developer_id and split_part(e.movement_id, ':', 1) = p.id
      group by p.id having coalesce(sum(e.amount), 0) <> case when p.state in ('failed', 'cancelled') then 0 else p.amount end`,
  },
  {
    rule: 2,
    what: 'a statement is not what the ledger says',
    broken: () => sql`select t.developer_id || ' ' || t.month as id from statements t
      where (t.document ->> 'closing')::bigint <> (
        select coalesce(-sum(e.amount), 0) from ledger_entries e where e.account = 'developer' and e.developer_id = t.developer_id
          and e.at < (to_date(t.month, 'YYYY-MM') + interval '1 month') at time zone 'UTC')
        or (t.document ->> 'closing')::bigint <> (t.document ->> 'opening')::bigint + (
          select coalesce(sum((l ->> 'amount')::bigint), 0) from jsonb_array_elements(t.document -> 'lines') l)`,
  },
  {
    rule: 3,
    what: 'an item of a purchased cart has neither or both of a purchase and a note',
    broken: () => sql`select i.cart_id || ' ' || i.application_id as id from cart_items i join carts c on c.id = i.cart_id
      where c.purchased_at is not null and (i.purchased_at is null) = (i.note is null)`,
  },
  {
    rule: 3,
    what: 'something was kept for an item that has a note',
    broken: () => sql`select i.cart_id || ' ' || i.application_id as id from cart_items i
      join ${CHARGES} c on c.cart_id = i.cart_id and c.application_id = i.application_id
      where i.note is not null and i.purchased_at is null and (c.given
        or exists (select from entitlements e where e.charge_id = c.id and e.ended_at is null))`,
  },
  {
    rule: 3,
    what: 'a purchased item has no charge that gave it',
    broken: () => sql`select i.cart_id || ' ' || i.application_id as id from cart_items i
      left join ${CHARGES} c on c.id = i.charge_id
      where i.purchased_at is not null and (c.id is null or not c.given or c.cart_id is distinct from i.cart_id)`,
  },
  {
    rule: 4,
    what: 'purchased and closed',
    broken: () => sql`select id from carts where purchased_at is not null and closed_at is not null`,
  },
  {
    rule: 4,
    what: 'an item was purchased, and its cart was not',
    broken: () => sql`select distinct c.id from carts c join cart_items i on i.cart_id = c.id
      where c.purchased_at is null and i.purchased_at is not null`,
  },
  {
    rule: 5,
    what: 'charged for another price than was shown',
    broken: () => sql`select s.id from sales s join ${CHARGES} c on c.kind = s.charge_kind and c.id = s.charge_id
      join payment_attempts p on p.id = s.attempt_id and p.subject_kind = 'cart'
      join carts k on k.id = c.cart_id
      left join lateral jsonb_array_elements(k.quote -> 'lines') l on l ->> 'id' = c.application_id
      where (l is null or s.total <> (l -> 'due' ->> 'total')::bigint
        or s.unit_price <> (l ->> 'unitPrice')::bigint or s.quantity <> (l ->> 'quantity')::bigint)`,
  },
  {
    rule: 5,
    what: 'a change was charged at another price than was shown',
    broken: () => sql`select s.id from sales s left join charge_changes c on c.id = s.charge_id
      where s.charge_kind = 'change' and (c.id is null or s.total <> c.total or s.unit_price <> c."full"
        or s.discount <> c.credit or s.tax_rate <> c.tax_rate or s.period_end is distinct from c.ends_at)`,
  },
  {
    rule: 6,
    what: 'a change is paid for by nobody',
    broken: () => sql`select c.id from charge_changes c where c.state = 'paying' and not exists (
      select from payment_attempts p where p.subject_kind = 'change' and p.subject_id = c.id and p.ended_at is null)`,
  },
  {
    rule: 6,
    what: 'nobody goes on with a payment',
    broken: (now) => sql`select id from payment_attempts
      where ended_at is null and lease_until < ${now}::timestamptz - interval '15 seconds'`,
  },
  {
    rule: 6,
    what: 'a payment is on its way for a cart that nothing locks',
    broken: () => sql`select c.id from carts c join payment_attempts p on p.subject_kind = 'cart' and p.subject_id = c.id
      where p.ended_at is null and (c.checked_out_until is null or c.purchased_at is not null or c.closed_at is not null)`,
  },
  {
    rule: 7,
    what: 'two open carts',
    broken: () => sql`select organization_id || ' ' || license_id as id from carts
      where purchased_at is null and closed_at is null group by 1 having count(*) > 1`,
  },
  {
    rule: 8,
    what: 'the periods of a charge have a gap, or are not counted',
    broken: () => sql`select c.id from recurrent_charges c left join charge_periods p on p.charge_id = c.id
      group by c.id having c.settled_period <> coalesce(max(p.index), -1) or count(p.index) <> c.settled_period + 1`,
  },
  {
    rule: 8,
    what: 'a period was charged and not sold, or sold and not charged',
    broken: () => sql`select coalesce(p.charge_id, s.charge_id) as id
      from (select * from charge_periods where outcome = 'charged') p
      full join (select * from sales where charge_kind = 'recurrent_charge') s on s.charge_id = p.charge_id and s.period = p.index
      where p.charge_id is null or s.id is null or s.attempt_id <> p.attempt_id`,
  },
  {
    rule: 8,
    what: 'a period began after the cancellation',
    broken: () => sql`select c.id from recurrent_charges c join charge_periods p on p.charge_id = c.id
      where p.outcome = 'charged' and p.index > 0 and p.starts_at >= c.cancelled_at`,
  },
  {
    rule: 9,
    what: 'two rights to one application',
    broken: () => sql`select organization_id || ' ' || application_id as id from entitlements
      where ended_at is null group by 1 having count(*) > 1`,
  },
  {
    rule: 9,
    what: 'two live charges of one name',
    broken: () => sql`select organization_id || ' ' || seller_client_id || ' ' || name as id from recurrent_charges
      where plan_id is null and state in ('processed', 'active', 'past_due', 'frozen') group by 1 having count(*) > 1`,
  },
  {
    rule: 10,
    what: 'charged in a trial',
    broken:
      () => sql`select s.id from sales s join recurrent_charges c on s.charge_kind = 'recurrent_charge' and c.id = s.charge_id
      where s.sold_at < c.trial_ends_at and s.total > 0`,
  },
  {
    rule: 10,
    what: 'a trial of a charge that came to nothing, or a trial that is not written down',
    broken: () => sql`
      select t.charge_id as id from trials t join recurrent_charges c on c.id = t.charge_id where c.state = 'declined'
      union all
      select c.id from recurrent_charges c where c.trial_ends_at is not null and c.application_id is not null
        and not exists (select from trials t where t.organization_id = c.organization_id and t.application_id = c.application_id)`,
  },
  {
    rule: 10,
    what: 'captured after the cancellation',
    broken:
      () => sql`select s.id from sales s join recurrent_charges c on s.charge_kind = 'recurrent_charge' and c.id = s.charge_id
      where s.sold_at > c.cancelled_at`,
  },
  {
    rule: 11,
    what: 'installed without consent to a scope that it requires',
    broken: () => sql`select i.id from installations i join applications a on a.id = i.application_id
      cross join lateral jsonb_array_elements(coalesce(a."authorization" -> 'scopes', '[]')) w
      where i.uninstalled_at is null and (w ->> 'required')::boolean and not exists (
        select from consents c where c.organization_id = i.organization_id and c.account_id is null
          and c.client_id = ${clientIdOfNamed} and w ->> 'name' = any (c.scopes))`,
  },
  {
    rule: 11,
    what: 'installed without the right to it',
    broken: (now) => sql`select i.id from installations i join applications a on a.id = i.application_id
      left join developers d on d.id = a.developer_id
      where i.uninstalled_at is null and (a.payment ->> 'price')::bigint > 0
        and d.organization_id is distinct from i.organization_id and not exists (
          select from entitlements e where e.organization_id = i.organization_id and e.application_id = i.application_id
            and e.ended_at is null and (e.ends_at is null or e.ends_at > ${now}::timestamptz))`,
  },
  {
    rule: 11,
    what: 'a right of a charge that came to nothing',
    broken: () => sql`select e.id from entitlements e join ${CHARGES} c on c.kind = e.source and c.id = e.charge_id
      where e.ended_at is null and c.state in ('pending', 'accepted', 'declined', 'failed')`,
  },
  {
    rule: 12,
    what: 'a coupon was used more often than it allows',
    broken: () => sql`select c.code as id from coupons c join coupon_redemptions r on r.code = c.code and r.released_at is null
      group by c.code having count(*) > c.max_redemptions`,
  },
  {
    rule: 12,
    what: 'a coupon is used up without a capture, free again in spite of one, or still reserved',
    broken: () => sql`select r.attempt_id as id from coupon_redemptions r join payment_attempts p on p.id = r.attempt_id
      where (r.redeemed_at is not null and not (p.state = 'captured' and (p.amount = 0 or p.capture_amount > 0)))
        or (r.released_at is not null and p.state = 'captured' and p.capture_amount > 0)
        or (r.redeemed_at is null and r.released_at is null and p.ended_at is not null)`,
  },
  {
    rule: 12,
    what: 'a negative amount',
    broken: () => sql`select id from sales where net < 0 or tax < 0 or total < 0 or discount > unit_price * quantity`,
  },
  {
    rule: 13,
    what: 'a row points into another organization',
    broken: () => sql`
      select c.id from carts c join licenses l on l.id = c.license_id where l.organization_id <> c.organization_id
      union all
      select p.id from payment_attempts p join carts c on p.subject_kind = 'cart' and p.subject_id = c.id
        where c.organization_id <> p.organization_id
      union all
      select c.id from ${CHARGES} c join licenses l on l.id = c.license_id where l.organization_id <> c.organization_id
      union all
      select s.id from sales s join payment_attempts p on p.id = s.attempt_id where s.organization_id <> p.organization_id
      union all
      select s.id from sales s join ${CHARGES} c on c.kind = s.charge_kind and c.id = s.charge_id
        where s.organization_id <> c.organization_id
      union all
      select i.id from invoices i join payment_attempts p on p.id = i.attempt_id where i.organization_id <> p.organization_id
      union all
      select e.id from entitlements e join ${CHARGES} c on c.id = e.charge_id where e.organization_id <> c.organization_id`,
  },
]

export const runCheck = async (database: Queryable, { broken }: Check, now: Date): Promise<string[]> => {
  const { rows } = await database.execute<{ id: string }>(broken(now.toISOString()))
  return rows.map(({ id }) => id)
}

export type AuditedAttempt = { id: string; live: boolean; captureAmount: number | null; captureId: string | null; state: string }

/** The attempts, for the comparison with the provider's ledger. */
export const readAttempts = async (database: Queryable): Promise<AuditedAttempt[]> => {
  const { rows } = await database.execute<AuditedAttempt>(sql`
    select id, ended_at is null as live, capture_amount::int as "captureAmount", capture_id as "captureId", state from payment_attempts`)
  return rows
}

export const readRefunds = async (
  database: Queryable,
): Promise<{ providerRefundId: string; total: number; captureId: string | null }[]> => {
  const { rows } = await database.execute<{ providerRefundId: string; total: number; captureId: string | null }>(sql`
    select r.provider_refund_id as "providerRefundId", sum(r.total)::int as total, min(s.capture_id) as "captureId"
    from refunds r join sales s on s.id = r.sale_id
    where r.state in ('pending', 'succeeded') and r.provider_refund_id is not null and r.reason <> 'dispute'
    group by r.provider_refund_id`)
  return rows
}

/** The quotes of purchased carts, with the checksums that the buyers agreed to. */
export const readQuotes = async (database: Queryable): Promise<{ id: string; quote: CartQuote; checksum: string }[]> => {
  const { rows } = await database.execute<{ id: string; quote: CartQuote; checksum: string }>(
    sql`select id, quote, checksum from carts where purchased_at is not null and quote is not null`,
  )
  return rows
}

export type AuditedPeriod = { chargeId: string; anchor: string; months: number; index: number; startsAt: string }

export const readPeriods = async (database: Queryable): Promise<AuditedPeriod[]> => {
  const { rows } = await database.execute<AuditedPeriod>(sql`
    select p.charge_id as "chargeId", c.anchor_at as anchor, c.months, p.index, p.starts_at as "startsAt"
    from charge_periods p join recurrent_charges c on c.id = p.charge_id where c.anchor_at is not null`)
  return rows
}
