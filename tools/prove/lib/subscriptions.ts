import type { AttackedShop, Buyer } from './attacked-shop.ts'

const CARTS = '/api/v2/products-carts'

/** Where the server has the recurrent charges of live chat. */
export const CHARGES = '/billing/v3/recurrent_charge/livechat'

/** Subscribes this buyer to an application, with a coupon if one is given. Returns the id of the charge. */
export const subscribe = async (
  shop: AttackedShop,
  buyer: Buyer,
  slug: string,
  coupon: string | null = null,
): Promise<string> => {
  const cart = await shop.lockedCart(buyer, [slug], coupon)
  const { status, body } = await shop.ask(0, buyer.token, 'PATCH', `${CARTS}/${cart}/purchase`)
  if (status !== 200) throw new Error(`the cart was not purchased: ${status} ${JSON.stringify(body)}`)
  await shop.settled()
  const [charge] = await shop.sql<{ id: string }>('select id from recurrent_charges where cart_id = $1', [cart])
  if (!charge) throw new Error('no charge')
  return charge.id
}

/**
 * Makes a charge a month older, so that its next period has begun, or ends its trial. With `state` overdue, the charge is as after a failed
 * renewal that is tried again in an hour, so that only its buyer pays it now.
 */
export const makeDue = async (shop: AttackedShop, id: string, state: 'due' | 'overdue' = 'due'): Promise<void> => {
  await shop.sql(
    `with moved as (
       update recurrent_charges set
         anchor_at = case when trial_ends_at is null then anchor_at - interval '31 days' else now() - interval '1 minute' end,
         trial_ends_at = case when trial_ends_at is null then null else now() - interval '1 minute' end
       where id = $1 returning id, anchor_at, months)
     update charge_periods p set starts_at = m.anchor_at, ends_at = m.anchor_at + make_interval(months => m.months) from moved m
     where p.charge_id = m.id`,
    [id],
  )
  // The triggers of the database refuse every change of a sale.
  await shop.sql('alter table sales disable trigger user')
  await shop.sql(
    `update sales set period_start = p.starts_at, period_end = p.ends_at from charge_periods p
     where sales.charge_id = $1 and p.charge_id = $1 and p.index = sales.period`,
    [id],
  )
  await shop.sql('alter table sales enable trigger user')
  await shop.sql(
    state === 'due'
      ? `update recurrent_charges set due_at = now() - interval '1 minute' where id = $1`
      : `update recurrent_charges set state = 'past_due', first_failed_at = now(), due_at = now() + interval '1 hour' where id = $1`,
    [id],
  )
}

/** What a charge is by now, or the one that has replaced it, and how often it was renewed. */
export const readSubscription = async (shop: AttackedShop, id: string) => {
  const [row] = await shop.sql<{ state: string; renewals: number; total: number | null }>(
    `select c.state, count(s.id)::int as renewals, max(s.total)::int as total
     from recurrent_charges c left join sales s on s.charge_kind = 'recurrent_charge' and s.charge_id = c.id
       and (s.period > 0 or c.trial_days > 0 or c.replaces_id is not null)
     where c.id = $1 and not exists (select from recurrent_charges r where r.replaces_id = c.id) or c.replaces_id = $1
     group by c.id`,
    [id],
  )
  if (!row) throw new Error('no charge')
  return row
}
