import { type SQL, sql } from 'drizzle-orm'

/**
 * A rule of buying, with the query for the rows that break it. Each row has the id of the wrong record. The numbers are those of
 * docs/product/buying.md, Rules.
 */
export type Check = { rule: number; what: string; broken: (now: string) => SQL }

/** Every charge and change, with their common columns. `given`: its delivery is final; `tried`: it may be delivered but not sold yet. */
export const CHARGES = sql`(
  select 'recurrent_charge' as kind, id, organization_id, license_id, application_id, plan_id, cart_id, state, test, created_at,
    state in ('active', 'past_due', 'frozen', 'cancelled') as given, trial_days > 0 or replaces_id is not null as tried
    from recurrent_charges
  union all
  select 'change', c.id, r.organization_id, r.license_id, r.application_id, null, null, c.state, r.test, c.created_at,
    c.state = 'applied', c.ends_at is null from charge_changes c join recurrent_charges r on r.id = c.charge_id
  union all
  select 'direct_charge', id, organization_id, license_id, application_id, plan_id, cart_id, state, test, created_at,
    state = 'success', false from direct_charges)`

/**
 * The terms of a recurrent or direct charge, as the audit has them: what it began with, and each change that its buyer agreed to. Of the rows
 * told before a payment was begun, and not taken back before it, the last one has the price and the number of seats of that payment. Terms that
 * were put off apply from the next renewal; taken back before it, they never do. A charge that replaces another one takes over its terms.
 */
export const TERMS = sql`(
  with recursive line (charge_id, of) as (
    select id, id from recurrent_charges
    union all select id, id from direct_charges
    union all select l.charge_id, c.replaces_id from line l join recurrent_charges c on c.id = l.of where c.replaces_id is not null),
  told as (
    select l.charge_id, e.id, e.action, e.details from line l join audit_events e on e.subject = l.of
    where e.action in ('charge.created', 'charge.changed', 'charge.change-scheduled', 'charge.change-undone')),
  renewed as (
    select l.charge_id, e.id from line l join audit_events e
      on e.action = 'payment.started' and e.details ->> 'kind' = 'renewal' and regexp_replace(e.details ->> 'of', ':[0-9]+$', '') = l.of),
  put_off as (
    select charge_id, id, details as terms from told where action = 'charge.change-scheduled'
    union all
    select t.charge_id, t.id, c.scheduled from told t join charge_changes c on c.id = t.details ->> 'change'
    where t.action = 'charge.changed' and c.scheduled is not null),
  agreed as (
    select charge_id, id as told, details as terms, false as is_put_off, null::bigint as taken_back
    from told where action in ('charge.created', 'charge.changed')
    union all
    select p.charge_id, p.id, p.terms, true, (
      select min(u.id) from told u
      where u.action = 'charge.change-undone' and u.charge_id = p.charge_id and u.id > p.id and not exists (
        select from renewed r where r.charge_id = p.charge_id and r.id > p.id and r.id < u.id))
    from put_off p)
  select charge_id, told, is_put_off, taken_back, (terms ->> 'price')::bigint as price, (terms ->> 'quantity')::bigint as quantity
  from agreed)`
