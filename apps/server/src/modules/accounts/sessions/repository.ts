import { and, eq, gt, lt } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { sessions } from '../../../db/schema.ts'

export const insertSession = async (
  database: Queryable,
  session: { hash: string; accountId: string; createdAt: Date; expiresAt: Date },
): Promise<void> => {
  await database.insert(sessions).values(session)
}

/** Whose session it is; null for one that is none, or none any more. */
export const findSession = async (database: Queryable, hash: string, now: Date): Promise<{ accountId: string } | null> => {
  const [row] = await database
    .select({ accountId: sessions.accountId })
    .from(sessions)
    .where(and(eq(sessions.hash, hash), gt(sessions.expiresAt, now)))
  return row ?? null
}

/** Ends a session. Answers with whose it was. */
export const deleteSession = async (database: Queryable, hash: string): Promise<string | null> => {
  const [row] = await database.delete(sessions).where(eq(sessions.hash, hash)).returning({ accountId: sessions.accountId })
  return row?.accountId ?? null
}

export const deleteSessionsBefore = async (database: Queryable, before: Date): Promise<void> => {
  await database.delete(sessions).where(lt(sessions.expiresAt, before))
}
