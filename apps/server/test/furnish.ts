type Query = (text: string, values: unknown[]) => Promise<unknown>

/**
 * Installs this many published applications for an organization, by name: every second one with two write scopes, every third one with a
 * monthly charge, every fifth one unused for longer than a month. The catalogue must have as many applications.
 */
export const furnish = async (
  query: Query,
  { organizationId, accountId }: { organizationId: string; accountId: string },
  count: number,
  now: Date,
): Promise<void> => {
  await query(
    `with chosen as (
       select a.id, coalesce(a."authorization" ->> 'clientId', a.id) as client, row_number() over (order by a.slug) as place
       from applications a where a.published_at is not null and not a.private order by a.slug limit $4),
     added as (
       insert into installations (id, organization_id, application_id, installed_by, installed_at, last_used_at, use_recorded_since)
       select gen_random_uuid()::text, $1, id, $2, $3::timestamptz - interval '90 days',
         $3::timestamptz - case when place % 5 = 0 then interval '40 days' else interval '1 day' end, $3::timestamptz - interval '90 days'
       from chosen),
     agreed as (
       insert into consents (id, organization_id, client_id, scopes)
       select gen_random_uuid()::text, $1, client, '{chats--all:rw,agents--all:ro}' from chosen where place % 2 = 0
       on conflict do nothing),
     sold as (
       insert into recurrent_charges (id, organization_id, license_id, account_id, seller_client_id, order_client_id, application_id, name,
         price, quantity, per_account, test, commission_percent, created_at, updated_at, state, months, trial_days, anchor_at,
         settled_period, due_at)
       select gen_random_uuid()::text, $1, (select min(l.id) from licenses l where l.organization_id = $1), $2, 'marketplace', client, id,
         'Charge ' || place, 1200, 5, true, false, 20, $3, $3, 'active', 1, 0, $3::timestamptz - interval '10 days', 0,
         $3::timestamptz + interval '20 days'
       from chosen where place % 3 = 0
       returning application_id, id)
     insert into entitlements (id, organization_id, application_id, source, charge_id, starts_at)
     select gen_random_uuid()::text, $1, application_id, 'recurrent_charge', id, $3 from sold`,
    [organizationId, accountId, now, count],
  )
}
