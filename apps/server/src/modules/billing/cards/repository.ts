import { eq, isNull, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { lockFreeRows, lockRows } from '../../../db/locks.ts'
import { cards, organizations } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'

export type CardRecord = Omit<typeof cards.$inferSelect, 'organizationId'>

/** The organization's payment card. `providerCardId` is null for a card of the demo that the provider does not know yet. */
export const readCard = async (database: Queryable, organizationId: OrganizationId): Promise<CardRecord | null> => {
  const [found] = await database.select().from(cards).where(eq(cards.organizationId, organizationId))
  if (!found) return null
  const { organizationId: _, ...card } = found
  return card
}

export const insertCards = async (database: Queryable, rows: readonly (typeof cards.$inferInsert)[]): Promise<void> => {
  if (rows.length > 0) await database.insert(cards).values([...rows])
}

/** The organization's card, locked: a request that stores another card waits until the transaction ends. */
export const lockCard = async (transaction: Transaction, organizationId: OrganizationId): Promise<CardRecord | null> => {
  const organization = transaction
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  await lockRows('organization', organization, 'no key update')
  return readCard(transaction, organizationId)
}

/** Stores the card and returns the one that it replaces. Simultaneous calls wait for each other. */
export const replaceCard = async (
  transaction: Transaction,
  organizationId: OrganizationId,
  card: Omit<CardRecord, 'expiryToldAt'>,
): Promise<CardRecord | null> => {
  const before = await lockCard(transaction, organizationId)
  const set = { ...card, expiryToldAt: null }
  await transaction
    .insert(cards)
    .values({ organizationId, ...set })
    .onConflictDoUpdate({ target: cards.organizationId, set })
  return before
}

/** The organization that pays with this card; null if none does. */
export const findCardHolder = async (database: Queryable, providerCardId: string): Promise<OrganizationId | null> => {
  const [found] = await database
    .select({ organizationId: sql<OrganizationId>`${cards.organizationId}` })
    .from(cards)
    .where(eq(cards.providerCardId, providerCardId))
  return found?.organizationId ?? null
}

export type ExpiringCard = { organizationId: OrganizationId; lastFour: string; expiryMonth: number; expiryYear: number }

/** Locks cards that expire before this instant and whose organizations have not been told. Skips those that another process has locked. */
export const lockExpiringCards = async (transaction: Transaction, before: Date, limit: number): Promise<ExpiringCard[]> => {
  const expiring = transaction
    .select({
      organizationId: sql<OrganizationId>`${cards.organizationId}`,
      lastFour: cards.lastFour,
      expiryMonth: cards.expiryMonth,
      expiryYear: cards.expiryYear,
    })
    .from(cards)
    .where(
      // A card is valid until the end of its month.
      sql`${isNull(cards.expiryToldAt)} and
        make_timestamptz(${cards.expiryYear}, ${cards.expiryMonth}, 1, 0, 0, 0, 'UTC') + interval '1 month' <= ${before}`,
    )
    .orderBy(cards.organizationId)
    .limit(limit)
  return lockFreeRows('organization', expiring)
}

export const markExpiryTold = async (transaction: Transaction, organizationId: OrganizationId, now: Date): Promise<void> => {
  await transaction.update(cards).set({ expiryToldAt: now }).where(eq(cards.organizationId, organizationId))
}
