import { sql } from 'drizzle-orm'
import { clientIdOfNamed } from '../../../../db/client-of-application.ts'
import { type Check, CHARGES } from '../rows/repository.ts'

/** Rules 7 to 13: carts, periods, rights, coupons, and whose rows they are. */
export const RIGHT_CHECKS: readonly Check[] = [
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
    rule: 8,
    what: 'charged while it was frozen',
    broken: () => sql`select c.id from recurrent_charges c join charge_periods p on p.charge_id = c.id
      where c.state = 'frozen' and p.outcome = 'charged' and p.settled_at > c.frozen_at`,
  },
  {
    rule: 8,
    what: 'a period that went by while the charge was frozen was charged',
    broken: () => sql`select p.charge_id as id from charge_periods p join payment_attempts a on a.id = p.attempt_id
      join audit_events f on f.action = 'charge.frozen' and f.subject = p.charge_id and f.at <= p.starts_at
      where p.outcome = 'charged' and a.created_at >= p.ends_at and not exists (
        select from audit_events e where e.subject = f.subject and e.action in ('charge.paid', 'charge.waived')
          and e.id > f.id and e.at < a.created_at)`,
  },
  {
    rule: 8,
    what: 'the client of a frozen application has a token',
    broken: (now) => sql`select t.organization_id || ' ' || t.client_id as id from tokens t
      left join oauth_clients o on o.id = t.client_id
      where o.trusted is not true and t.revoked_at is null and t.used_at is null and t.expires_at > ${now}::timestamptz and (
        select bool_and(exists (
          select from entitlements e join recurrent_charges c on c.id = e.charge_id
          where e.organization_id = i.organization_id and e.application_id = i.application_id and e.ended_at is null
            and c.state = 'frozen'))
        from installations i join applications a on a.id = i.application_id
        where i.organization_id = t.organization_id and i.uninstalled_at is null and ${clientIdOfNamed} = t.client_id)`,
  },
  {
    rule: 8,
    what: 'a renewal was captured while its application was not published',
    broken: () => sql`select s.id from sales s
      join payment_attempts p on p.id = s.attempt_id and p.subject_kind = 'renewal'
      join audit_events e on e.action = 'payment.capturing' and e.subject = p.id
      where e.details ->> 'publication' not in ('PUBLISHED', 'PRIVATE')`,
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
    what: 'installed while it was neither published nor shared privately',
    broken: () => sql`select i.id from installations i
      join audit_events e on e.action = 'application.installed' and e.subject = i.application_id
        and e.organization_id = i.organization_id and e.at = i.installed_at
      where i.uninstalled_at is null and not case when (e.details ->> 'private')::boolean
        then (e.details ->> 'owned')::boolean else e.details ->> 'publication' = 'PUBLISHED' end`,
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
      select e.id from entitlements e join ${CHARGES} c on c.id = e.charge_id where e.organization_id <> c.organization_id
      union all
      select t.charge_id from trials t join recurrent_charges c on c.id = t.charge_id where t.organization_id <> c.organization_id
      union all
      select c.id from ${CHARGES} c join carts k on k.id = c.cart_id where c.organization_id <> k.organization_id
      union all
      select i.cart_id from cart_items i join carts k on k.id = i.cart_id join ${CHARGES} c on c.id = i.charge_id
        where c.organization_id <> k.organization_id
      union all
      select p.charge_id from charge_periods p join recurrent_charges c on c.id = p.charge_id
        join payment_attempts a on a.id = p.attempt_id where a.organization_id <> c.organization_id`,
  },
  {
    rule: 13,
    what: 'a refund, or its document, is of another organization than its sale',
    broken: () => sql`
      select r.id from refunds r join sales s on s.id = r.sale_id where r.organization_id <> s.organization_id
      union all
      select i.id from invoices i join refunds r on r.id = i.refund_id where i.organization_id <> r.organization_id
      union all
      select i.id from invoices i join invoices c on c.id = i.corrects_id where i.organization_id <> c.organization_id`,
  },
  {
    rule: 13,
    what: 'a coupon was redeemed for another organization than the one that paid',
    broken: () => sql`select r.attempt_id as id from coupon_redemptions r join payment_attempts p on p.id = r.attempt_id
      where r.organization_id <> p.organization_id`,
  },
  {
    rule: 13,
    what: 'a row names a person of another organization',
    // Rows of a person who has left every organization are right: the person had a membership when they were written.
    broken: () => sql`select named.id from (
        select id, organization_id, unnest(agents) as account_id from carts
        union all select id, organization_id, unnest(array[created_by, locked_by]) from carts
        union all select c.id, c.organization_id, i.added_by from cart_items i join carts c on c.id = i.cart_id
        union all select id, organization_id, unnest(agents) from installations
        union all select id, organization_id, unnest(array[installed_by, uninstalled_by]) from installations
        union all select id, organization_id, account_id from payment_attempts
        union all select id, organization_id, account_id from recurrent_charges
        union all select id, organization_id, account_id from direct_charges) named
      where exists (select from memberships m where m.account_id = named.account_id) and not exists (
        select from memberships m where m.account_id = named.account_id and m.organization_id = named.organization_id)`,
  },
]
