import { eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../db/client.ts'
import { oauthClients } from '../../db/schema.ts'

export type OAuthClient = typeof oauthClients.$inferSelect
export type NewClient = typeof oauthClients.$inferInsert

export const findClient = async (database: Queryable, id: string): Promise<OAuthClient | null> => {
  const [found] = await database.select().from(oauthClients).where(eq(oauthClients.id, id))
  return found ?? null
}

/** Registers or updates clients. Their redirect addresses follow the settings. */
export const saveClients = async (database: Queryable, clients: readonly NewClient[]): Promise<void> => {
  for (const client of clients)
    await database.insert(oauthClients).values(client).onConflictDoUpdate({ target: oauthClients.id, set: client })
}

/** Deletes clients and all their tokens. */
export const removeClients = async (database: Queryable, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await database.delete(oauthClients).where(inArray(oauthClients.id, [...ids]))
}
