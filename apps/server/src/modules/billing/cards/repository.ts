import { eq } from 'drizzle-orm'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { cards } from '../../../db/schema.ts'

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
