import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { Role, RoleInProduct } from '@marketplace/contracts/core/roles'
import type { Queryable } from '../../db/client.ts'
import { lockRows } from '../../db/locks.ts'
import { accounts, authenticatorApps, licenses, memberships, organizations, passkeys } from '../../db/schema.ts'
import type { OrganizationId } from '../../core/caller.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { LicenseRecord, MemberRecord } from './records.ts'

/** The name of a membership in a query: the table's name, or the alias that the query uses. */
type MembershipName = 'memberships' | 'm' | 'n'

/** Whether a membership is active: it gives no rights while it is suspended. */
export const sqlActiveMember = (name: MembershipName = 'memberships'): SQL => sql`not ${sql.raw(name)}.suspended`

/** A membership as JSON: RoleInProduct. */
export const roleJson = (name: MembershipName = 'memberships'): SQL =>
  sql.raw(`json_build_object('product', ${name}.product, 'role', ${name}.role, 'suspended', ${name}.suspended)`)

const findMembers = async (database: Queryable, where: SQL | undefined): Promise<MemberRecord[]> =>
  database
    .select({
      id: accounts.id,
      email: accounts.email,
      name: accounts.name,
      roles: sql<RoleInProduct[]>`json_agg(${roleJson()} order by ${memberships.product} desc)`,
    })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(where)
    .groupBy(accounts.id)
    .orderBy(sql`lower(${accounts.name})`, asc(accounts.id))

/** The members of an organization by name. With `only`: those with one of these roles in a product in which they are not suspended. */
export const findPeople = (
  database: Queryable,
  organizationId: OrganizationId,
  only?: { product: Product; roles: readonly Role[] },
): Promise<MemberRecord[]> =>
  findMembers(
    database,
    and(
      eq(memberships.organizationId, organizationId),
      only && eq(memberships.product, only.product),
      only && inArray(memberships.role, [...only.roles]),
      only && sqlActiveMember(),
    ),
  )

/** The number of these accounts that are members of the organization. */
export const countMembers = async (
  database: Queryable,
  organizationId: OrganizationId,
  accountIds: readonly string[],
): Promise<number> => {
  const [row] = await database
    .select({ count: sql<number>`count(distinct ${memberships.accountId})::int` })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        sql`${memberships.accountId} = any(${sql.param([...accountIds])}::text[])`,
      ),
    )
  return row?.count ?? 0
}

/** Whether an account has an authenticator app or a passkey. `account` is the expression of its id. */
export const sqlSecondFactor = (account: SQL): SQL<boolean> => sql<boolean>`(
  exists (select from ${authenticatorApps} f where f.account_id = ${account})
  or exists (select from ${passkeys} p where p.account_id = ${account}))`

export const hasSecondFactor = async (database: Queryable, accountId: string): Promise<boolean> => {
  const has = sqlSecondFactor(sql`${accounts}.id`)
  const [row] = await database.select({ has }).from(accounts).where(eq(accounts.id, accountId))
  return row?.has ?? false
}

/** Whether an organization requires a second factor. The rule is locked until the transaction ends. */
export const holdSecondFactorRule = async (transaction: Transaction, organizationId: OrganizationId): Promise<boolean> => {
  const { requiresSecondFactor: isRequired } = organizations
  const rule = transaction.select({ isRequired }).from(organizations).where(eq(organizations.id, organizationId))
  const [row] = await lockRows('organization', rule, 'share')
  return row?.isRequired ?? false
}

/**
 * Whether an account may get tokens of an organization: the organization requires no second factor, or the account has one. Locks the rule
 * until the transaction ends, so that a token is either issued before a change of the rule, or obeys it.
 */
export const meetsSecondFactorRule = async (
  transaction: Transaction,
  { organizationId, accountId }: { organizationId: OrganizationId; accountId: string },
): Promise<boolean> => !(await holdSecondFactorRule(transaction, organizationId)) || hasSecondFactor(transaction, accountId)

/** Sets whether an organization requires a second factor. False if that is not a change. */
export const setSecondFactorRule = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  isRequired: boolean,
): Promise<boolean> => {
  const changed = await transaction
    .update(organizations)
    .set({ requiresSecondFactor: isRequired })
    .where(and(eq(organizations.id, organizationId), ne(organizations.requiresSecondFactor, isRequired)))
    .returning({ id: organizations.id })
  return changed.length > 0
}

const licenseColumns = {
  id: licenses.id,
  product: licenses.product,
  plan: licenses.plan,
  seats: licenses.seats,
  active: licenses.active,
  trialEndsAt: licenses.trialEndsAt,
  subscribedAt: licenses.subscribedAt,
  cancelledAt: licenses.cancelledAt,
  partnerType: licenses.partnerType,
}

export const findLicense = async (
  database: Queryable,
  organizationId: OrganizationId,
  product: Product,
): Promise<LicenseRecord | null> => {
  const [found] = await database
    .select(licenseColumns)
    .from(licenses)
    .where(and(eq(licenses.organizationId, organizationId), eq(licenses.product, product)))
  return found ?? null
}

/** All licences of an organization. */
export const findLicenses = (database: Queryable, organizationId: OrganizationId): Promise<LicenseRecord[]> =>
  database.select(licenseColumns).from(licenses).where(eq(licenses.organizationId, organizationId))

export type NewOrganization = typeof organizations.$inferInsert
export type NewMembership = typeof memberships.$inferInsert
export type NewLicense = typeof licenses.$inferInsert

/** Memberships, and the licences of organizations. */
export type NewMembers = {
  memberships: readonly NewMembership[]
  licenses: readonly NewLicense[]
}

export const insertOrganizations = async (database: Queryable, rows: readonly NewOrganization[]): Promise<void> => {
  if (rows.length > 0) await database.insert(organizations).values([...rows])
}

/** Writes memberships and licences. Their organizations and accounts must exist. */
export const insertMembers = async (transaction: Transaction, members: NewMembers): Promise<void> => {
  if (members.memberships.length > 0) await transaction.insert(memberships).values([...members.memberships])
  if (members.licenses.length > 0) await transaction.insert(licenses).values([...members.licenses])
}

/** The name of an organization. Throws if the organization does not exist. */
export const findOrganizationName = async (database: Queryable, organizationId: OrganizationId): Promise<string> => {
  const [found] = await database
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (!found) throw new Error('there is no such organization')
  return found.name
}

export const hasOrganizations = async (database: Queryable): Promise<boolean> => {
  const found = await database.select({ id: organizations.id }).from(organizations).limit(1)
  return found.length > 0
}
