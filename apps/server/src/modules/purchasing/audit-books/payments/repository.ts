import { sql } from 'drizzle-orm'
import { type Check, CHARGES, TERMS } from '../rows/repository.ts'

/** Rules 1 to 6: what was captured, sold and shown. */
export const PAYMENT_CHECKS: readonly Check[] = [
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
    rule: 5,
    what: 'charged for another amount than the payment was begun with',
    broken: () => sql`select p.id from payment_attempts p
      where p.state = 'captured' and p.subject_kind <> 'cart' and p.capture_amount <> p.amount
      union all
      select s.id from sales s join payment_attempts p on p.id = s.attempt_id
      where p.subject_kind <> 'cart' and (s.tax_rate <> p.tax_rate or (p.subject_kind = 'renewal' and s.discount <> 0))`,
  },
  {
    rule: 5,
    what: 'a single charge was paid at another price than its own',
    broken: () => sql`select s.id from sales s join direct_charges c on s.charge_kind = 'direct_charge' and c.id = s.charge_id
      where s.unit_price <> c.price or s.quantity <> c.quantity or (c.cart_id is null and s.discount <> c.discount)`,
  },
  {
    rule: 5,
    what: 'a charge was paid at another total than was shown or agreed to',
    // A subscription is also shown after its first payment, so of it only a total that was agreed to is known.
    broken: () => sql`select s.id from sales s
      join payment_attempts p on p.id = s.attempt_id and p.subject_kind = s.charge_kind
      join (select id, agreed_tax_rate as rate from recurrent_charges
        union all select id, agreed_tax_rate from direct_charges) c on c.id = s.charge_id
      left join shown_charges w on w.charge_id = s.charge_id and w.account_id = p.account_id
      where (c.rate is not null or (w.total is not null and s.charge_kind = 'direct_charge'))
        and s.tax is distinct from (s.net * c.rate * 2 + 100000) / 200000 and s.total is distinct from w.total`,
  },
  {
    rule: 5,
    what: 'a charge was paid at other terms than the buyer last agreed to',
    broken: () => sql`select id from (
        select distinct on (s.id) s.id, (s.unit_price, s.quantity::bigint) = (t.price, t.quantity) as agreed
        from sales s
        join payment_attempts p on p.id = s.attempt_id and p.subject_kind in ('recurrent_charge', 'direct_charge', 'renewal')
        join audit_events b on b.action = 'payment.started' and b.subject = p.id
        join ${TERMS} t on t.charge_id = s.charge_id and t.told < b.id and (t.taken_back is null or t.taken_back > b.id)
        order by s.id, t.told desc, t.is_put_off desc) last
      where not agreed`,
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
]
