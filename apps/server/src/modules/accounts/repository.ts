import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client.ts'
import { accounts, cards, developers, licenses, memberships, oauthClients, organizations, tokens } from '../../db/schema.ts'
import type { TokenRecord } from './records.ts'

/** Who a token stands for, in one question; null for one that is unknown, used up, revoked or over. */
export const findToken = async (database: Queryable, hash: string, now: Date): Promise<TokenRecord | null> => {
  const { rows } = await database.execute<Omit<TokenRecord, 'expiresAt'> & { expiresAt: string }>(sql`
    select
      t.kind, t.hash, t.family_id as "familyId", t.client_id as "clientId", c.trusted, t.session_hash as "sessionHash",
      t.expires_at as "expiresAt",
      array(select s from unnest(t.scopes) with ordinality given (s, position) where s = any(c.scopes) order by position) as scopes,
      json_build_object('id', a.id, 'name', a.name, 'email', a.email, 'staff', a.staff) as account,
      json_build_object('id', o.id, 'region', o.region,
        'develops', exists (select from ${developers} d where d.organization_id = o.id)) as organization,
      coalesce((
        select json_agg(json_build_object('product', m.product, 'role', m.role, 'suspended', m.suspended) order by m.product)
        from ${memberships} m where m.organization_id = o.id and m.account_id = a.id
      ), '[]') as roles,
      case when t.actor_id is not null then
        (select json_build_object('id', s.id, 'email', s.email, 'staff', s.staff,
          'active', exists (select from ${memberships} n where n.account_id = s.id and not n.suspended))
          from ${accounts} s where s.id = t.actor_id)
      end as actor
    from ${tokens} t
    join ${oauthClients} c on c.id = t.client_id
    join ${accounts} a on a.id = t.account_id
    join ${organizations} o on o.id = t.organization_id
    where t.hash = ${hash} and t.used_at is null and t.revoked_at is null and t.expires_at > ${now.toISOString()}`)
  const [row] = rows
  return row ? { ...row, expiresAt: new Date(row.expiresAt) } : null
}

type Rights = { organizationId: string; accountId: string; clientId: string; actorId: string | null }

/**
 * Until the transaction ends, nobody changes what an account may do through a client: its roles in the organization, what else it is, what
 * the client is registered for, and all that an actor is. A change that is under way is waited for. Tokens are not held: whoever revokes
 * them holds other things first.
 */
export const holdRights = async (
  database: Queryable,
  { organizationId, accountId, clientId, actorId }: Rights,
): Promise<void> => {
  await database.execute(sql`
    select 1 from ${oauthClients} c, ${accounts} a, ${memberships} m
    where c.id = ${clientId} and m.account_id = a.id
      and ((a.id = ${accountId} and m.organization_id = ${organizationId}) or a.id = ${actorId})
    for share`)
}

/** Until the transaction ends, nobody changes what an account is, in any organization. */
export const holdAccount = async (database: Queryable, accountId: string): Promise<void> => {
  await database.execute(sql`
    select 1 from ${accounts} a, ${memberships} m where a.id = ${accountId} and m.account_id = a.id for share`)
}

export type NewOrganization = typeof organizations.$inferInsert
export type NewAccount = typeof accounts.$inferInsert
export type NewMembership = typeof memberships.$inferInsert
export type NewLicense = typeof licenses.$inferInsert
export type NewCard = typeof cards.$inferInsert

/** Everything that makes up organizations and who belongs to them, in the order in which it refers to itself. */
export type NewPeople = {
  organizations: readonly NewOrganization[]
  accounts: readonly NewAccount[]
  memberships: readonly NewMembership[]
  licenses: readonly NewLicense[]
  cards: readonly NewCard[]
}

export const insertPeople = async (database: Queryable, people: NewPeople): Promise<void> => {
  await insertAll(people.organizations, (rows) => database.insert(organizations).values(rows))
  await insertAll(people.accounts, (rows) => database.insert(accounts).values(rows))
  await insertAll(people.memberships, (rows) => database.insert(memberships).values(rows))
  await insertAll(people.licenses, (rows) => database.insert(licenses).values(rows))
  await insertAll(people.cards, (rows) => database.insert(cards).values(rows))
}

const insertAll = async <Row>(rows: readonly Row[], insert: (rows: Row[]) => Promise<unknown>): Promise<void> => {
  if (rows.length > 0) await insert([...rows])
}

export const hasOrganizations = async (database: Queryable): Promise<boolean> => {
  const found = await database.select({ id: organizations.id }).from(organizations).limit(1)
  return found.length > 0
}

/** Says whose a developer is, which gives its people the developer program's scopes. */
export const giveDeveloper = async (database: Queryable, developerName: string, organizationId: string): Promise<void> => {
  await database
    .update(developers)
    .set({ organizationId })
    .where(sql`lower(${developers.name}) = lower(${developerName})`)
}

export type NewToken = typeof tokens.$inferInsert

export const insertToken = async (database: Queryable, token: NewToken): Promise<void> => {
  await database.insert(tokens).values(token)
}
