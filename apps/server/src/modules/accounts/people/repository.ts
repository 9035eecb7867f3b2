import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Region, RoleInProduct } from '@marketplace/contracts/core/roles'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { lockName, lockRows } from '../../../db/locks.ts'
import { accounts, developers, memberships, organizations } from '../../../db/schema.ts'
import {
  insertMembers,
  insertOrganizations,
  type NewMembers,
  type NewOrganization,
  roleJson,
  sqlSecondFactor,
} from '../../organizations/index.ts'

export type AccountRecord = typeof accounts.$inferSelect & { roles: RoleInProduct[]; secondFactor: boolean }

/** Whether an account has an authenticator app or a passkey. */
const secondFactor = sqlSecondFactor(sql`${accounts}.id`)

/** The roles of an account in an organization. */
const rolesIn = (organizationId: unknown) => sql<RoleInProduct[]>`(
  select coalesce(json_agg(${roleJson('m')} order by m.product desc), '[]')
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

/** An account of an organization. Null if it does not exist or belongs to another organization only. */
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

/** The data of an account that are needed to sign in to it. */
export type Credentials = {
  id: string
  name: string
  email: string
  passwordHash: string | null
  organizationId: OrganizationId
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

/** The account with an e-mail. Upper and lower case do not matter. */
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
 * Locks the password until the transaction ends, so that no sign-in or change of password can happen. Also locks the account's row, although
 * the row is written last: other transactions lock the row and then wait for a session or tokens. The order is always: password, account,
 * sessions.
 */
export const lockPassword = async (transaction: Transaction, accountId: string): Promise<void> => {
  await lockName(transaction, 'password', accountId)
  const account = transaction.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId))
  await lockRows('rights', account, 'no key update')
}

/** Takes a shared lock of the password until the transaction ends: the password cannot change. Several transactions can share the lock. */
export const sharePassword = async (transaction: Transaction, accountId: string): Promise<void> => {
  await lockName(transaction, 'password', accountId, { shared: true })
}

export const isAccount = async (database: Queryable, email: string): Promise<boolean> =>
  (await findCredentials(database, email)) !== null

/** An organization of an account, with the account's roles there. */
export type Membership = {
  organizationId: OrganizationId
  name: string
  region: Region
  develops: boolean
  requiresSecondFactor: boolean
  roles: RoleInProduct[]
}

/** An account with its organizations, its own one first. */
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
      roles: sql<RoleInProduct[]>`json_agg(${roleJson()} order by ${memberships.product} desc)`,
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

/** Takes a shared lock of an account and its roles in every organization until the transaction ends. */
export const holdAccount = async (transaction: Transaction, accountId: string): Promise<void> => {
  const rights = transaction
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(memberships, eq(memberships.accountId, accounts.id))
    .where(eq(accounts.id, accountId))
  await lockRows('rights', rights, 'share')
}

export type NewAccount = typeof accounts.$inferInsert

/** Organizations with their accounts, memberships and licences. */
export type NewPeople = NewMembers & { organizations: readonly NewOrganization[]; accounts: readonly NewAccount[] }

/** Inserts organizations and people. A row is inserted after the rows to which it refers. */
export const insertPeople = async (transaction: Transaction, people: NewPeople): Promise<void> => {
  await insertOrganizations(transaction, people.organizations)
  if (people.accounts.length > 0) await transaction.insert(accounts).values([...people.accounts])
  await insertMembers(transaction, people)
}
