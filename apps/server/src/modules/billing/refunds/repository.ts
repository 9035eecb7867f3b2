import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../core/caller.ts'
import { lockRows } from '../../../db/locks.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { invoices, organizations, paymentAttempts, refunds, sales } from '../../../db/schema.ts'
import type { SaleRecord } from '../ledger/repository.ts'

export type RefundRecord = typeof refunds.$inferSelect

/** The states in which a refund counts against its sale, so that the amount cannot be refunded twice. */
const TAKEN = ['requested', 'pending', 'succeeded'] as const

/** Locks sales, ordered by id, so that their remaining amounts cannot change. */
export const lockSales = (
  transaction: Transaction,
  by: { id: string } | { captureId: string } | { intentId: string },
): Promise<SaleRecord[]> => {
  const ofIntent = (intentId: string) =>
    inArray(
      sales.attemptId,
      transaction.select({ id: paymentAttempts.id }).from(paymentAttempts).where(eq(paymentAttempts.intentId, intentId)),
    )
  const where = 'id' in by ? eq(sales.id, by.id) : 'captureId' in by ? eq(sales.captureId, by.captureId) : ofIntent(by.intentId)
  return lockRows('sale', transaction.select().from(sales).where(where).orderBy(asc(sales.id)), 'no key update')
}

/** The refunds that count against these sales. */
export const findTaken = (transaction: Transaction, saleIds: readonly string[]): Promise<RefundRecord[]> =>
  transaction
    .select()
    .from(refunds)
    .where(and(inArray(refunds.saleId, [...saleIds]), inArray(refunds.state, [...TAKEN])))

export const insertRefunds = async (transaction: Transaction, rows: readonly RefundRecord[]): Promise<void> => {
  if (rows.length > 0) await transaction.insert(refunds).values([...rows])
}

export const findRefund = async (database: Queryable, id: string): Promise<RefundRecord | null> =>
  (await database.select().from(refunds).where(eq(refunds.id, id)))[0] ?? null

/** Our rows for one refund or dispute at the provider. */
export const findByProviderId = (transaction: Transaction, providerRefundId: string): Promise<RefundRecord[]> =>
  transaction.select().from(refunds).where(eq(refunds.providerRefundId, providerRefundId)).orderBy(asc(refunds.saleId))

export const changeRefund = async (database: Queryable, id: string, changes: Partial<RefundRecord>): Promise<void> => {
  await database.update(refunds).set(changes).where(eq(refunds.id, id))
}

/** Takes the lease of a refund until `until`. Null if another process has it, or if the refund is not due. */
export const claimRefund = async (database: Queryable, id: string, now: Date, until: Date): Promise<RefundRecord | null> => {
  const open = inArray(refunds.state, ['requested', 'pending'])
  const [claimed] = await database
    .update(refunds)
    .set({ leaseUntil: until })
    .where(and(eq(refunds.id, id), open, lte(refunds.leaseUntil, now)))
    .returning()
  return claimed ?? null
}

/** Counts up the generation of a refund's key, unless another process has. */
export const startGeneration = async (database: Queryable, { id, generation }: RefundRecord, now: Date): Promise<void> => {
  await database
    .update(refunds)
    .set({ generation: generation + 1, leaseUntil: now, updatedAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.generation, generation)))
}

/** The due refunds, the longest waiting first. */
export const findDueRefunds = async (database: Queryable, now: Date, limit: number): Promise<string[]> => {
  const rows = await database
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(inArray(refunds.state, ['requested', 'pending']), lte(refunds.leaseUntil, now)))
    .orderBy(asc(refunds.leaseUntil))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export type ListedSale = Pick<SaleRecord, 'id' | 'organizationId' | 'developerId' | 'description' | 'total' | 'soldAt'> & {
  organization: string
  invoice: string | null
  /** The amount of the sale's refunds. */
  refunded: number
}

/** A page of sales, the newest first, and their number. Undefined filters do not apply. */
export const findSales = async (
  database: Queryable,
  by: { organizationId: OrganizationId | undefined } & Readonly<Record<'developerId' | 'invoice', string | undefined>>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; sales: ListedSale[] }> => {
  const number = by.invoice === undefined ? undefined : Number(by.invoice.slice('INV-'.length))
  const where = and(
    by.organizationId === undefined ? undefined : eq(sales.organizationId, by.organizationId),
    by.developerId === undefined ? undefined : eq(sales.developerId, by.developerId),
    number === undefined ? undefined : and(eq(invoices.series, 'invoice'), eq(invoices.number, number)),
  )
  const ofSales = database
    .select({
      id: sales.id,
      organizationId: sales.organizationId,
      organization: organizations.name,
      developerId: sales.developerId,
      invoice: sql<string | null>`${invoices.document} ->> 'number'`,
      description: sales.description,
      total: sales.total,
      refunded: sql<number>`(select coalesce(sum(r.total), 0)::float8 from ${refunds} r
        where r.sale_id = ${sales.id} and r.state in ('requested', 'pending', 'succeeded'))`,
      soldAt: sales.soldAt,
      count: sql<number>`count(*) over ()::int`,
    })
    .from(sales)
    .innerJoin(organizations, eq(organizations.id, sales.organizationId))
    .leftJoin(invoices, eq(invoices.attemptId, sales.attemptId))
    .where(where)
    .orderBy(desc(sales.soldAt), desc(sales.id))
  const rows = await ofSales.limit(limit).offset(offset)
  return { total: rows[0]?.count ?? 0, sales: rows.map(({ count: _, ...sale }) => sale) }
}

/** The provider's intent that paid for a sale; null if the sale was free. */
export const findIntentOfSale = async (database: Queryable, saleId: string): Promise<string | null> => {
  const [row] = await database
    .select({ intentId: paymentAttempts.intentId })
    .from(sales)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, sales.attemptId))
    .where(eq(sales.id, saleId))
  return row?.intentId ?? null
}
