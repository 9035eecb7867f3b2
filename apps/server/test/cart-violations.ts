/** Violations of the rules that must always hold for the carts in the database. */
export const cartViolations = async (sql: (query: string) => Promise<readonly unknown[]>): Promise<string[]> => {
  const found: string[] = []
  const none = async (what: string, query: string) => {
    if ((await sql(query)).length > 0) found.push(what)
  }
  await none(
    'a licence has two carts that have not ended',
    `select 1 from carts where purchased_at is null and closed_at is null group by license_id having count(*) > 1`,
  )
  await none(
    'a cart is locked without what it showed',
    `select 1 from carts where (checked_out_until is null) <> (locked_by is null) or (checked_out_until is not null and quote is null)`,
  )
  await none(
    'the frozen quote is not of what is in the cart',
    `select 1 from carts c where c.checked_out_until is not null and c.closed_at is null and
      (select jsonb_agg(line ->> 'id' order by line ->> 'id') from jsonb_array_elements(c.quote -> 'lines') line)
        is distinct from (select jsonb_agg(i.application_id order by i.application_id) from cart_items i where i.cart_id = c.id)`,
  )
  await none(
    'a payment runs for a cart that nobody holds',
    `select 1 from payment_attempts p join carts c on c.id = p.subject_id
     where p.ended_at is null and (c.checked_out_until is null or c.closed_at is not null)`,
  )
  await none(
    'a lock and its end are not both in the audit',
    `select 1 from carts c where
      (select count(*) from audit_events a where a.subject = c.id and a.action = 'cart.locked')
      - (select count(*) from audit_events a where a.subject = c.id and a.action = 'cart.opened')
      not between 0 and 1`,
  )
  return found
}
