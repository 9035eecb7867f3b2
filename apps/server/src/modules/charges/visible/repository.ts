import { and, asc, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { TaxRate } from '@marketplace/domain/buying/tax'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { Caller, OrganizationId } from '../../../core/caller.ts'
import { clientIdOfApplication } from '../../../db/client-of-application.ts'
import type { Queryable } from '../../../db/client.ts'
import { lockRows } from '../../../db/locks.ts'
import { applications, directCharges, licenses, organizations, paymentAttempts, recurrentCharges } from '../../../db/schema.ts'
import { isStorable } from '../../../db/storable.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { ChargeKind, ChargeRecord, DirectRecord, RecordOf, RecurrentRecord } from '../records/records.ts'
import { asDirect, asRecurrent } from '../records/repository.ts'

/** The caller who asks: an application's client sees its own charges only; the marketplace's client sees all charges of the organization. */
export type Asker = Pick<Caller, 'organizationId' | 'clientId' | 'trusted'>

type Owned = Record<'organizationId' | 'sellerClientId' | 'licenseId', PgColumn>

const isVisible = (table: Owned, { organizationId, clientId, trusted }: Asker, product: Product): SQL | undefined =>
  and(
    eq(table.organizationId, organizationId),
    trusted ? undefined : eq(table.sellerClientId, clientId),
    sql`exists (select from ${licenses} l where l.id = ${table.licenseId} and l.product = ${product})`,
  )

const recurrentWhere = (database: Queryable, where: SQL | undefined) => database.select().from(recurrentCharges).where(where)
const directWhere = (database: Queryable, where: SQL | undefined) => database.select().from(directCharges).where(where)

export type ChargeAddress<Kind extends ChargeKind> = { kind: Kind; product: Product; id: string }

/** A charge that the asker may see. Null otherwise, so that another organization's charge looks like one that does not exist. */
export const findVisible = async <Kind extends ChargeKind>(
  database: Queryable,
  asker: Asker,
  { kind, product, id }: ChargeAddress<Kind>,
): Promise<RecordOf<Kind> | null> => {
  if (!isStorable(id)) return null
  const [found] =
    kind === 'recurrent_charge'
      ? (await recurrentWhere(database, and(eq(recurrentCharges.id, id), isVisible(recurrentCharges, asker, product)))).map(
          asRecurrent,
        )
      : (await directWhere(database, and(eq(directCharges.id, id), isVisible(directCharges, asker, product)))).map(asDirect)
  return (found as RecordOf<Kind> | undefined) ?? null
}

/** As findVisible, and locks the charge until the transaction ends. */
export const lockVisible = async <Kind extends ChargeKind>(
  transaction: Transaction,
  asker: Asker,
  { kind, product, id }: ChargeAddress<Kind>,
): Promise<RecordOf<Kind> | null> => {
  if (!isStorable(id)) return null
  const recurrent = recurrentWhere(transaction, and(eq(recurrentCharges.id, id), isVisible(recurrentCharges, asker, product)))
  const direct = directWhere(transaction, and(eq(directCharges.id, id), isVisible(directCharges, asker, product)))
  const [found] =
    kind === 'recurrent_charge'
      ? (await lockRows('charge', recurrent, 'no key update')).map(asRecurrent)
      : (await lockRows('charge', direct, 'no key update')).map(asDirect)
  return (found as RecordOf<Kind> | undefined) ?? null
}

export type ChargeListQuery = {
  product: Product
  /** Counted from 1. */
  page: number
  orderClientId: string | null
}

const PAGE = 20

const pageOf = <T>(query: T & { limit: (rows: number) => { offset: (rows: number) => Promise<unknown> } }, page: number) =>
  query.limit(PAGE).offset((page - 1) * PAGE)

/** A page of recurrent charges, the oldest first. `states` null selects every state. */
export const listRecurrent = async (
  database: Queryable,
  asker: Asker,
  { product, page, orderClientId }: ChargeListQuery,
  states: readonly RecurrentRecord['state'][] | null,
): Promise<RecurrentRecord[]> => {
  const where = and(
    isVisible(recurrentCharges, asker, product),
    isNull(recurrentCharges.archivedAt),
    states === null ? undefined : inArray(recurrentCharges.state, [...states]),
    orderClientId === null ? undefined : eq(recurrentCharges.orderClientId, orderClientId),
  )
  const ordered = recurrentWhere(database, where).orderBy(asc(recurrentCharges.createdAt), asc(recurrentCharges.id))
  return ((await pageOf(ordered, page)) as (typeof recurrentCharges.$inferSelect)[]).map(asRecurrent)
}

/** A page of direct charges, the oldest first. */
export const listDirect = async (
  database: Queryable,
  asker: Asker,
  { product, page, orderClientId }: ChargeListQuery,
  state: DirectRecord['state'] | null,
): Promise<DirectRecord[]> => {
  const where = and(
    isVisible(directCharges, asker, product),
    isNull(directCharges.archivedAt),
    state === null ? undefined : eq(directCharges.state, state),
    orderClientId === null ? undefined : eq(directCharges.orderClientId, orderClientId),
  )
  const ordered = directWhere(database, where).orderBy(asc(directCharges.createdAt), asc(directCharges.id))
  return ((await pageOf(ordered, page)) as (typeof directCharges.$inferSelect)[]).map(asDirect)
}

/** The fields of sold applications that answers show. */
export const findSold = (database: Queryable, ids: readonly string[]) =>
  database
    .select({
      id: applications.id,
      slug: applications.slug,
      name: applications.name,
      iconId: applications.iconId,
      customProps: applications.customProps,
    })
    .from(applications)
    .where(inArray(applications.id, [...ids]))
export type SoldRecord = Awaited<ReturnType<typeof findSold>>[number]

/** The application of a client: the first published one by slug; without one, the first that names the client. */
export const findApplicationOfClient = async (
  database: Queryable,
  clientId: string,
): Promise<{ id: string; developerId: string | null } | null> => {
  const [found] = await database
    .select({ id: applications.id, developerId: applications.developerId })
    .from(applications)
    .where(eq(clientIdOfApplication, clientId))
    .orderBy(sql`${applications.publishedAt} is null`, asc(applications.slug))
    .limit(1)
  return found ?? null
}

/** The number of pending charges that a client has offered to an organization. */
export const countPending = async (
  database: Queryable,
  organizationId: OrganizationId,
  sellerClientId: string,
): Promise<number> => {
  let sum = 0
  for (const table of [recurrentCharges, directCharges] as const) {
    const [row] = await database
      .select({ pending: count() })
      .from(table as typeof recurrentCharges)
      .where(
        sql`${table.organizationId} = ${organizationId} and ${table.sellerClientId} = ${sellerClientId} and ${table.state} = 'pending'`,
      )
    sum += row?.pending ?? 0
  }
  return sum
}

/** Locks the organization until the transaction ends, so that simultaneous work for it waits. */
export const lockOrganization = async (transaction: Transaction, organizationId: OrganizationId): Promise<void> => {
  const held = transaction.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, organizationId))
  await lockRows('organization', held, 'no key update')
}

/** The charges of an organization for a plan that can still be withdrawn, without those in carts; locked. */
export const lockOpenForPlan = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  { applicationId, planId }: { applicationId: string; planId: string },
): Promise<ChargeRecord[]> => {
  if (!isStorable(applicationId) || !isStorable(planId)) return []
  const isOpen = (table: typeof recurrentCharges | typeof directCharges, states: readonly ChargeRecord['state'][]) =>
    and(
      eq(table.organizationId, organizationId),
      eq(table.applicationId, applicationId),
      eq(table.planId, planId),
      isNull(table.cartId),
      sql`${table.state} in ${states}`,
    )
  const recurrent = recurrentWhere(transaction, isOpen(recurrentCharges, ['pending', 'accepted'])).orderBy(
    asc(recurrentCharges.id),
  )
  const direct = directWhere(transaction, isOpen(directCharges, ['pending'])).orderBy(asc(directCharges.id))
  return [
    ...(await lockRows('charge', recurrent, 'no key update')).map(asRecurrent),
    ...(await lockRows('charge', direct, 'no key update')).map(asDirect),
  ]
}

/** Locks the row of an application until the transaction ends, so that it stays published. */
export const holdApplication = async (transaction: Transaction, applicationId: string): Promise<void> => {
  const sold = transaction.select({ id: applications.id }).from(applications).where(eq(applications.id, applicationId))
  await lockRows('application', sold, 'share')
}

/** The tax rates of the payments of these charges that are under way, their renewals included, by the ids of the charges. */
export const findPayingRates = async (database: Queryable, chargeIds: readonly string[]): Promise<Map<string, TaxRate>> => {
  const { subjectKind, subjectId, taxRate, endedAt } = paymentAttempts
  const chargeId = sql<string>`split_part(${subjectId}, ':', 1)`
  const found = await database
    .select({ chargeId, taxRate })
    .from(paymentAttempts)
    .where(
      and(
        isNull(endedAt),
        inArray(subjectKind, ['recurrent_charge', 'direct_charge', 'renewal']),
        inArray(chargeId, [...chargeIds]),
      ),
    )
  return new Map(found.flatMap((one) => (one.taxRate === null ? [] : [[one.chargeId, one.taxRate]])))
}
