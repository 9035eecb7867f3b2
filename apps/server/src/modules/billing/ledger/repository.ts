import { and, eq, lte, sql } from 'drizzle-orm'
import type { Movement } from '@marketplace/domain/buying/entries'
import { availableFrom, entriesOf } from '@marketplace/domain/buying/entries'
import type { Queryable } from '../../../db/client.ts'
import { type Transaction, writeAtEnd } from '../../../db/transaction.ts'
import { ledgerEntries, sales } from '../../../db/schema.ts'

export type SaleRecord = typeof sales.$inferSelect

/** Stores sales, which never change from then on, before the transaction ends. */
export const insertSales = (transaction: Transaction, rows: readonly SaleRecord[]): Promise<void> =>
  writeAtEnd(transaction, transaction.insert(sales).values([...rows]))

/** A movement of money. The books have each pair of kind and id at most once. */
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
  writeAtEnd(transaction, transaction.insert(ledgerEntries).values(entriesFor(movements, at)))

/**
 * The entries of movements in the books. What moves after the sale is available with the sale and not before, so that a refund in the first days
 * takes nothing off what the developer can already be paid.
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

/** What a developer is owed in cents, and what of it can be paid now. Both are negative after refunds of what was already paid. */
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
