import { eq, inArray, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/client.ts'
import { oauthClients } from '../../db/schema.ts'
import { inTransaction, type Transaction } from '../../db/transaction.ts'

export type OAuthClient = typeof oauthClients.$inferSelect
export type NewClient = typeof oauthClients.$inferInsert

export const findClient = async (database: Queryable, id: string): Promise<OAuthClient | null> => {
  const [found] = await database.select().from(oauthClients).where(eq(oauthClients.id, id))
  return found ?? null
}

/** Registers or updates clients. Their redirect addresses follow the settings. */
export const saveClients = (database: Database, clients: readonly NewClient[]): Promise<void> =>
  inTransaction(database, async (transaction) => {
    for (const client of clients)
      await transaction.insert(oauthClients).values(client).onConflictDoUpdate({ target: oauthClients.id, set: client })
  })

/**
 * Registers the client of an application that does not sign people in. Without a redirect address it can request no token. Its scopes
 * follow the catalogue; those of any other client stay as they were registered.
 */
export const ensureOwnClient = async (
  transaction: Transaction,
  { id, name, scopes }: { id: string; name: string; scopes: string[] },
): Promise<void> => {
  await transaction
    .insert(oauthClients)
    .values({ id, name, type: 'server_side_app', scopes, trusted: false })
    .onConflictDoUpdate({
      target: oauthClients.id,
      set: { scopes },
      setWhere: sql`not ${oauthClients.trusted} and ${oauthClients.redirectUris} = '{}'`,
    })
}

/** Deletes clients and all their tokens. */
export const removeClients = async (database: Queryable, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await database.delete(oauthClients).where(inArray(oauthClients.id, [...ids]))
}
