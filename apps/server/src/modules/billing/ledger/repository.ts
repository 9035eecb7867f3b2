import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Movement } from '@marketplace/domain/buying/entries'
import { availableFrom, entriesOf } from '@marketplace/domain/buying/entries'
import type { Queryable } from '../../../db/client.ts'
import { type Transaction, writeAtEnd } from '../../../db/transaction.ts'
import { declareInsert } from '../../../db/writes.ts'
import { ledgerEntries, refunds, sales } from '../../../db/schema.ts'

export type SaleRecord = typeof sales.$inferSelect

const newSales = declareInsert(sales)
const newEntries = declareInsert(ledgerEntries)

/** Stores sales before the transaction ends. They never change afterwards. */
export const insertSales = (transaction: Transaction, rows: readonly SaleRecord[]): Promise<void> =>
  writeAtEnd(transaction, newSales(rows))

/** The paid amounts of one-time charges, by the charge's id. */
export const findOneTimeSales = async (
  database: Queryable,
  chargeIds: readonly string[],
): Promise<(Pick<SaleRecord, 'chargeId' | 'taxRate' | 'tax' | 'total'> & { refunded: number })[]> => {
  const { chargeId, taxRate, tax, total } = sales
  const refunded = sql<number>`(select coalesce(sum(r.total), 0)::float8 from ${refunds} r
    where r.sale_id = ${sales}.id and r.state = 'succeeded')`
  return database
    .select({ chargeId, taxRate, tax, total, refunded })
    .from(sales)
    .where(and(eq(sales.chargeKind, 'direct_charge'), inArray(chargeId, [...chargeIds])))
}

/** A movement of money. Each pair of kind and id is in the books at most once. */
export type BookedMovement = {
  kind: (typeof ledgerEntries.$inferSelect)['movementKind']
  id: string
  sale: Pick<SaleRecord, 'developerId' | 'soldAt'>
  amounts: Movement
  direction: 'in' | 'out'
}

/** Adds movements to the books: see entriesFor. */
export const bookMovements = async (transaction: Transaction, movements: readonly BookedMovement[], at: Date): Promise<void> => {
  await transaction.insert(ledgerEntries).values(entriesFor(movements, at))
}

/** The same before the transaction ends. */
export const bookMovementsAtEnd = (transaction: Transaction, movements: readonly BookedMovement[], at: Date): Promise<void> =>
  writeAtEnd(transaction, newEntries(entriesFor(movements, at)))

/**
 * The ledger entries of movements. A later movement of a sale becomes available together with the sale, so that an early refund does not
 * reduce what can already be paid out.
 */
const entriesFor = (movements: readonly BookedMovement[], at: Date) =>
  movements.flatMap(({ kind, id, sale, amounts, direction }) => {
    const available = availableFrom(sale.soldAt)
    return entriesOf(amounts, direction).map(({ account, amount }) => ({
      movementKind: kind,
      movementId: id,
      account,
      developerId: account === 'developer' ? sale.developerId : null,
      amount,
      availableAt: available > at ? available : at,
      at,
    }))
  })

/**
 * The amount (cents) that is owed to a developer, and the part of it that can be paid out now. Both are negative after refunds of amounts
 * that were already paid out.
 */
export type Balance = { owed: number; available: number }

export const readBalance = async (database: Queryable, developerId: string, now: Date): Promise<Balance> => {
  const owed = (where?: ReturnType<typeof lte>) =>
    sql<string>`coalesce(-sum(${ledgerEntries.amount})${where ? sql` filter (where ${where})` : sql``}, 0)`
  const [row] = await database
    .select({ owed: owed(), available: owed(lte(ledgerEntries.availableAt, now)) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.account, 'developer'), eq(ledgerEntries.developerId, developerId)))
  return { owed: Number(row?.owed ?? 0), available: Number(row?.available ?? 0) }
}
