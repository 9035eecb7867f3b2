import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Region, RoleInProduct } from '@marketplace/contracts/core/roles'
import type { Queryable } from '../../../db/client.ts'
import { accounts, authenticatorApps, developers, memberships, organizations, passkeys } from '../../../db/schema.ts'
import type { OrganizationId } from '../../../core/caller.ts'
import { insertMembers, insertOrganizations, type NewMembers, type NewOrganization } from '../../organizations/index.ts'

export type AccountRecord = typeof accounts.$inferSelect & { roles: RoleInProduct[]; secondFactor: boolean }

/** Whether an account has an authenticator app or a passkey. */
const secondFactor = sql<boolean>`(
  exists (select from ${authenticatorApps} f where f.account_id = ${accounts}.id)
  or exists (select from ${passkeys} p where p.account_id = ${accounts}.id))`

/** What an account is in an organization. */
const rolesIn = (organizationId: unknown) => sql<RoleInProduct[]>`(
  select coalesce(json_agg(json_build_object('product', m.product, 'role', m.role, 'suspended', m.suspended)
    order by m.product desc), '[]')
  from ${memberships} m where m.organization_id = ${organizationId} and m.account_id = ${accounts.id})`

const columns = { account: accounts, secondFactor, roles: sql<RoleInProduct[]>`null` }
const isMember = (organizationId: OrganizationId) =>
  sql`exists (select from ${memberships} m where m.organization_id = ${organizationId} and m.account_id = ${accounts.id})`

/** The accounts of an organization, by name. */
export const findAccounts = async (database: Queryable, organizationId: OrganizationId): Promise<AccountRecord[]> => {
  const rows = await database
    .select({ ...columns, roles: rolesIn(organizationId) })
    .from(accounts)
    .where(isMember(organizationId))
    .orderBy(asc(sql`lower(${accounts.name})`), asc(accounts.id))
  return rows.map(({ account, ...more }) => ({ ...account, ...more }))
}

/** One account of an organization; null for one that does not belong to it, or is none. */
export const findAccount = async (
  database: Queryable,
  organizationId: OrganizationId,
  id: string,
): Promise<AccountRecord | null> => {
  const [row] = await database
    .select({ ...columns, roles: rolesIn(organizationId) })
    .from(accounts)
    .where(sql`${accounts.id} = ${id} and ${isMember(organizationId)}`)
  if (!row) return null
  const { account, ...more } = row
  return { ...account, ...more }
}

/** What somebody signs in to. */
export type Credentials = {
  id: string
  name: string
  email: string
  passwordHash: string | null
  organizationId: string
  secondFactor: boolean
}

const findOneCredentials = async (database: Queryable, where: SQL): Promise<Credentials | null> => {
  const [row] = await database
    .select({
      id: accounts.id,
      name: accounts.name,
      email: accounts.email,
      passwordHash: accounts.passwordHash,
      organizationId: accounts.defaultOrganizationId,
      secondFactor,
    })
    .from(accounts)
    .where(where)
  return row ?? null
}

/** Who has an address, however it is written. */
export const findCredentials = (database: Queryable, email: string): Promise<Credentials | null> =>
  findOneCredentials(database, sql`lower(${accounts.email}) = lower(${email})`)

export const findCredentialsOf = (database: Queryable, accountId: string): Promise<Credentials | null> =>
  findOneCredentials(database, eq(accounts.id, accountId))

export const findPasswordHash = async (database: Queryable, accountId: string): Promise<string | null> => {
  const [row] = await database.select({ hash: accounts.passwordHash }).from(accounts).where(eq(accounts.id, accountId))
  return row?.hash ?? null
}

export const updatePasswordHash = async (
  database: Queryable,
  accountId: string,
  passwordHash: string,
  now: Date,
): Promise<void> => {
  await database.update(accounts).set({ passwordHash, updatedAt: now }).where(eq(accounts.id, accountId))
}

/**
 * Until the transaction ends nobody is signed in to the account, and its password stays. The account's row is held at once, though it is
 * written last: others hold it and then wait for a session or tokens. Password and account before sessions, always.
 */
export const lockPassword = async (database: Queryable, accountId: string): Promise<void> => {
  await database.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`password ${accountId}`}, 0))`)
  await database.execute(sql`select 1 from ${accounts} where ${accounts.id} = ${accountId} for no key update`)
}

/** Until the transaction ends the account's password stays. */
export const sharePassword = async (database: Queryable, accountId: string): Promise<void> => {
  await database.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${`password ${accountId}`}, 0))`)
}

export const isAccount = async (database: Queryable, email: string): Promise<boolean> =>
  (await findCredentials(database, email)) !== null

/** An organization that an account belongs to, and what it is there. */
export type Membership = {
  organizationId: string
  name: string
  region: Region
  develops: boolean
  requiresSecondFactor: boolean
  roles: RoleInProduct[]
}

/** Who is at the door: an account and everything that it belongs to, its own organization first. */
export type Identity = {
  id: string
  name: string
  email: string
  staff: boolean
  secondFactor: boolean
  memberships: Membership[]
}

export const findIdentity = async (database: Queryable, accountId: string): Promise<Identity | null> => {
  const [account] = await database
    .select({
      id: accounts.id,
      name: accounts.name,
      email: accounts.email,
      staff: accounts.staff,
      secondFactor,
      organizationId: accounts.defaultOrganizationId,
    })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  if (!account) return null
  const found = await database
    .select({
      organizationId: organizations.id,
      name: organizations.name,
      region: organizations.region,
      requiresSecondFactor: organizations.requiresSecondFactor,
      develops: sql<boolean>`exists (select from ${developers} d where d.organization_id = ${organizations.id})`,
      roles: sql<RoleInProduct[]>`json_agg(json_build_object(
        'product', ${memberships.product}, 'role', ${memberships.role}, 'suspended', ${memberships.suspended})
        order by ${memberships.product} desc)`,
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(memberships.accountId, accountId))
    .groupBy(organizations.id)
    .orderBy(asc(sql`lower(${organizations.name})`), asc(organizations.id))
  const isOwn = (membership: Membership) => membership.organizationId === account.organizationId
  const { organizationId: _, ...identity } = account
  return { ...identity, memberships: [...found.filter(isOwn), ...found.filter((each) => !isOwn(each))] }
}

/** Until the transaction ends, nobody changes what an account is, in any organization. */
export const holdAccount = async (database: Queryable, accountId: string): Promise<void> => {
  await database.execute(sql`
    select 1 from ${accounts} a, ${memberships} m where a.id = ${accountId} and m.account_id = a.id for share`)
}

export type NewAccount = typeof accounts.$inferInsert

/** Organizations, and everything that belongs to them. */
export type NewPeople = NewMembers & { organizations: readonly NewOrganization[]; accounts: readonly NewAccount[] }

/** Writes people in the order in which their rows refer to each other. */
export const insertPeople = async (database: Queryable, people: NewPeople): Promise<void> => {
  await insertOrganizations(database, people.organizations)
  if (people.accounts.length > 0) await database.insert(accounts).values([...people.accounts])
  await insertMembers(database, people)
}
