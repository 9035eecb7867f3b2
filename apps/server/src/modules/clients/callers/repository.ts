import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { lockRows } from '../../../db/locks.ts'
import { accounts, developers, memberships, oauthClients, organizations, tokens } from '../../../db/schema.ts'
import type { MemberRecord, TokenRecord } from './records.ts'

/** What an account is in an organization: for a query with the account `a` and the organization `o`. */
const accountInOrganization = sql`
      json_build_object('id', a.id, 'name', a.name, 'email', a.email, 'staff', a.staff) as account,
      json_build_object('id', o.id, 'region', o.region,
        'develops', exists (select from ${developers} d where d.organization_id = o.id)) as organization,
      coalesce((
        select json_agg(json_build_object('product', m.product, 'role', m.role, 'suspended', m.suspended) order by m.product)
        from ${memberships} m where m.organization_id = o.id and m.account_id = a.id
      ), '[]') as roles`

/** Changes with each change of a client, a membership and an account. */
const versionOf = (client: string, membership: string, account: string) =>
  sql<string>`concat_ws(' ', ${sql.raw(client)}.xmin, ${sql.raw(membership)}.xmin, ${sql.raw(account)}.xmin)`

const isUsable = (hash: string, now: Date) =>
  sql`t.hash = ${hash} and t.used_at is null and t.revoked_at is null and t.expires_at > ${now.toISOString()}`

/** Finds a token with everything that it depends on, in one query. Null if it is unknown, used, revoked or expired. */
export const findToken = async (database: Queryable, hash: string, now: Date): Promise<TokenRecord | null> => {
  const { rows } = await database.execute<Omit<TokenRecord, 'expiresAt'> & { expiresAt: string }>(sql`
    select
      t.kind, t.hash, t.family_id as "familyId", t.client_id as "clientId", c.trusted, t.session_hash as "sessionHash",
      t.expires_at as "expiresAt",
      array(select s from unnest(t.scopes) with ordinality given (s, position) where s = any(c.scopes) order by position) as scopes,
      ${accountInOrganization},
      case when t.actor_id is not null then
        (select json_build_object('id', s.id, 'email', s.email, 'staff', s.staff,
          'active', exists (select from ${memberships} n where n.account_id = s.id and not n.suspended))
          from ${accounts} s where s.id = t.actor_id)
      end as actor,
      array(
        select ${versionOf('c', 'm', 'n')} from ${memberships} m join ${accounts} n on n.id = m.account_id
        where (m.account_id = t.account_id and m.organization_id = t.organization_id) or m.account_id = t.actor_id) as versions
    from ${tokens} t
    join ${oauthClients} c on c.id = t.client_id
    join ${accounts} a on a.id = t.account_id
    join ${organizations} o on o.id = t.organization_id
    where ${isUsable(hash, now)}`)
  const [row] = rows
  return row ? { ...row, expiresAt: new Date(row.expiresAt) } : null
}

/** What an account may do through a client, without a token of it. Null if account, organization or client are unknown. */
export const findMember = async (
  database: Queryable,
  { organizationId, accountId, clientId }: { organizationId: string; accountId: string; clientId: string },
): Promise<MemberRecord | null> => {
  const { rows } = await database.execute<MemberRecord>(sql`
    select c.scopes, ${accountInOrganization}
    from ${oauthClients} c, ${accounts} a, ${organizations} o
    where c.id = ${clientId} and a.id = ${accountId} and o.id = ${organizationId}`)
  return rows[0] ?? null
}

type Rights = { organizationId: string; accountId: string; clientId: string; actorId: string | null }

/**
 * Locks everything that decides what an account may do through a client until the transaction ends: the account, its roles in the
 * organization, the client, and the staff member who browses as the account. Waits for changes in progress. Tokens are not
 * locked, because revoking them takes other locks first.
 */
export const lockRights = async (database: Queryable, rights: Rights): Promise<void> => {
  await lockRows('rights', selectRights(database, rights, {}), 'share')
}

/**
 * The same for the caller of a token. True if the token is usable and everything that was locked is as it was when the token was found: then
 * the caller may do what it might do then.
 */
export const lockRightsOfToken = async (
  database: Queryable,
  rights: Rights,
  { hash, versions }: { hash: string; versions: readonly string[] },
  now: Date,
): Promise<boolean> => {
  const usable = sql<boolean>`exists (select from ${tokens} t where ${isUsable(hash, now)})`
  const version = versionOf('oauth_clients', 'memberships', 'accounts')
  const locked = await lockRows('rights', selectRights(database, rights, { usable, version }), 'share')
  const before = versions.toSorted()
  const isSame = locked
    .map((row) => row.version)
    .toSorted()
    .every((each, index) => each === before[index])
  return isSame && locked.length === before.length && locked[0]?.usable === true
}

const selectRights = <Columns extends Record<string, SQL>>(
  database: Queryable,
  { organizationId, accountId, clientId, actorId }: Rights,
  columns: Columns,
) => {
  const isOwn = and(eq(memberships.accountId, accountId), eq(memberships.organizationId, organizationId))
  const isOfActor = actorId === null ? undefined : eq(memberships.accountId, actorId)
  return database
    .select({ one: sql`1`, ...columns })
    .from(oauthClients)
    .innerJoin(memberships, or(isOwn, isOfActor))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(eq(oauthClients.id, clientId))
}
