import { type SQL, sql } from 'drizzle-orm'
import type { RoleInProduct } from '@marketplace/contracts/core/roles'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { compiled, type Value } from '../../../db/compiled.ts'
import { declareLocking, type Locking, lockTogether } from '../../../db/locks.ts'
import { accounts, developers, memberships, oauthClients, organizations, tokens } from '../../../db/schema.ts'
import type { RightsRecord, TokenRecord } from './records.ts'
import { sqlActiveMember, roleJson, sqlSecondFactor } from '../../organizations/index.ts'

/** The state of an account in an organization: part of a query with the account `a` and the organization `o`. */
const accountInOrganization = sql`
      json_build_object('id', a.id, 'name', a.name, 'email', a.email, 'staff', a.staff) as account,
      json_build_object('id', o.id, 'region', o.region,
        'develops', exists (select from ${developers} d where d.organization_id = o.id)) as organization,
      coalesce((
        select json_agg(${roleJson('m')} order by m.product)
        from ${memberships} m where m.organization_id = o.id and m.account_id = a.id
      ), '[]') as roles`

/** A text that changes with each change of a client, a membership or an account. */
const versionOf = (client: string, membership: string, account: string) =>
  sql<string>`concat_ws(' ', ${sql.raw(client)}.xmin, ${sql.raw(membership)}.xmin, ${sql.raw(account)}.xmin)`

/** Developers have scopes of their own. They are not locked, so this is compared as a version is. */
const developing = (develops: boolean): string => (develops ? 'develops' : 'does not develop')

/** Whether the organization of a token requires no second factor, or the account has one, or staff browse as the account. */
const meetsRule = sql`(t.actor_id is not null
  or not (select r.requires_second_factor from ${organizations} r where r.id = t.organization_id)
  or ${sqlSecondFactor(sql`t.account_id`)})`

const isUsable = (hash: string | SQL, now: string | SQL) =>
  sql`t.hash = ${hash} and t.used_at is null and t.revoked_at is null and t.expires_at > ${now} and ${meetsRule}`

const selectToken = compiled<Omit<TokenRecord, 'expiresAt'> & { expiresAt: string }, 'hash' | 'now'>(
  (value) => sql`
    select
      t.kind, t.hash, t.family_id as "familyId", t.client_id as "clientId", c.trusted, t.session_hash as "sessionHash",
      t.expires_at as "expiresAt",
      array(select s from unnest(t.scopes) with ordinality given (s, position) where s = any(c.scopes) order by position) as scopes,
      ${accountInOrganization},
      case when t.actor_id is not null then
        (select json_build_object('id', s.id, 'email', s.email, 'staff', s.staff,
          'active', exists (select from ${memberships} n where n.account_id = s.id and ${sqlActiveMember('n')}))
          from ${accounts} s where s.id = t.actor_id)
      end as actor,
      array(
        select ${versionOf('c', 'm', 'n')} from ${memberships} m join ${accounts} n on n.id = m.account_id
        where (m.account_id = t.account_id and m.organization_id = t.organization_id) or m.account_id = t.actor_id) as versions
    from ${tokens} t
    join ${oauthClients} c on c.id = t.client_id
    join ${accounts} a on a.id = t.account_id
    join ${organizations} o on o.id = t.organization_id
    where ${isUsable(value('hash'), value('now'))}`,
)

/**
 * Finds a token with everything that it depends on, in one query. Null if it is unknown, used, revoked or expired,
 * or if its organization requires a second factor that the account does not have.
 */
export const findToken = async (database: Queryable, hash: string, now: Date): Promise<TokenRecord | null> => {
  const [row] = await selectToken(database, { hash, now: now.toISOString() })
  if (!row) return null
  const versions = [...row.versions, developing(row.organization.develops)]
  return { ...row, versions, expiresAt: new Date(row.expiresAt) }
}

type Rights = { organizationId: OrganizationId; accountId: string; clientId: string; actorId: string | null }
type RightsValue = 'client' | 'account' | 'organization' | 'actor' | 'hash' | 'now'

/**
 * Declares the lock of an account's rights, which reads `columns` of the locked rows. With `actor`, it also locks the rights of the staff
 * member who browses as the account.
 */
const declareRights = <Row>(who: 'own' | 'actor', columns: (value: Value<RightsValue>) => SQL) => {
  const declared = declareLocking<Row, RightsValue>('rights', 'share', (value) => {
    const isOwn = sql`m.account_id = ${value('account')} and m.organization_id = ${value('organization')}`
    const isMember = who === 'own' ? isOwn : sql`((${isOwn}) or m.account_id = ${value('actor')})`
    return sql`select ${columns(value)} from ${oauthClients} c join ${memberships} m on ${isMember}
      join ${accounts} a on a.id = m.account_id where c.id = ${value('client')}`
  })
  return ({ organizationId, accountId, clientId, actorId }: Rights, values: { hash: string; now: Date } | null): Locking<Row> =>
    declared({
      client: clientId,
      account: accountId,
      organization: organizationId,
      actor: actorId,
      hash: values?.hash ?? null,
      now: values?.now.toISOString() ?? null,
    })
}

const anyRights = (who: 'own' | 'actor') => declareRights<{ one: number }>(who, () => sql`1 as one`)
const rightsOfToken = (who: 'own' | 'actor') =>
  declareRights<{ usable: boolean; develops: boolean; version: string }>(
    who,
    (value) =>
      sql`exists (select from ${tokens} t where ${isUsable(value('hash'), value('now'))}) as usable,
        exists (select from ${developers} d where d.organization_id = ${value('organization')}) as develops, ${versionOf('c', 'm', 'a')} as version`,
  )
const ANY_RIGHTS = { own: anyRights('own'), actor: anyRights('actor') }
const RIGHTS_OF_TOKEN = { own: rightsOfToken('own'), actor: rightsOfToken('actor') }
const RIGHTS_OF_MEMBER = declareRights<{ scopes: string[]; staff: boolean; role: RoleInProduct; develops: boolean }>(
  'own',
  (value) => sql`c.scopes, a.staff, ${roleJson('m')} as role,
    exists (select from ${developers} d where d.organization_id = ${value('organization')}) as develops`,
)

const whoOf = ({ actorId }: Rights): 'own' | 'actor' => (actorId === null ? 'own' : 'actor')

/**
 * Locks everything that decides what an account may do through a client until the transaction ends: the account, its roles in the
 * organization, the client, and the staff member who browses as the account. Waits for changes in progress. Tokens are not
 * locked, because revoking them takes other locks first.
 */
export const lockRights = async (transaction: Transaction, rights: Rights): Promise<void> => {
  await lockTogether(transaction, [ANY_RIGHTS[whoOf(rights)](rights, null)])
}

/**
 * As lockRights, for the caller of a token. True if the token is usable and all locked rows are unchanged since the token was found, so
 * that its rights are still valid. The same statement locks `also` after them.
 */
export const lockRightsOfToken = async (
  transaction: Transaction,
  rights: Rights,
  { hash, versions }: { hash: string; versions: readonly string[] },
  now: Date,
  also: readonly Locking[],
): Promise<boolean> => {
  const asked = RIGHTS_OF_TOKEN[whoOf(rights)](rights, { hash, now })
  const [locked] = await lockTogether(transaction, [asked, ...also])
  const [first] = locked
  if (!first?.usable) return false
  // Rows that were added by one transaction have equal versions.
  const present = [...locked.map(({ version }) => version), developing(first.develops)].toSorted()
  const before = versions.toSorted()
  return present.length === before.length && present.every((version, index) => version === before[index])
}

/** Like lockRights, with `also` after it. Returns what the account may do; null if it may do nothing any more. */
export const lockMember = async (
  transaction: Transaction,
  rights: Omit<Rights, 'actorId'>,
  also: readonly Locking[],
): Promise<RightsRecord | null> => {
  const { organizationId, accountId } = rights
  const [held] = await lockTogether(transaction, [RIGHTS_OF_MEMBER({ ...rights, actorId: null }, null), ...also])
  const [first] = held
  return first
    ? {
        scopes: first.scopes,
        account: { id: accountId, staff: first.staff },
        organization: { id: organizationId, develops: first.develops },
        roles: held.map(({ role }) => role),
      }
    : null
}
