import { and, desc, eq, gt, lt, or } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { sessions } from '../../../db/schema.ts'
import { SESSION_IDLE_SECONDS } from './limits.ts'

export type SessionRecord = typeof sessions.$inferSelect

export const insertSession = async (database: Queryable, session: typeof sessions.$inferInsert): Promise<void> => {
  await database.insert(sessions).values(session)
}

const isOpen = (now: Date) =>
  and(gt(sessions.expiresAt, now), gt(sessions.lastUsedAt, new Date(now.getTime() - SESSION_IDLE_SECONDS * 1_000)))

/** The session with this hash. Null if it is unknown or expired, or was unused for too long. */
export const findSession = async (database: Queryable, hash: string, now: Date): Promise<SessionRecord | null> => {
  const [row] = await database
    .select()
    .from(sessions)
    .where(and(eq(sessions.hash, hash), isOpen(now)))
  return row ?? null
}

/** The open sessions of an account, the most recently used first. */
export const findSessions = (database: Queryable, accountId: string, now: Date): Promise<SessionRecord[]> =>
  database
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), isOpen(now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))

/** Records when a session was used, when its password or second factor was given, and the hash of its new secret. */
export const updateSession = async (
  database: Queryable,
  hash: string,
  change: { lastUsedAt?: Date; authenticatedAt?: Date; secondFactorAt?: Date; hash?: string },
): Promise<void> => {
  await database.update(sessions).set(change).where(eq(sessions.hash, hash))
}

/** Deletes a session. Returns its account. */
export const deleteSession = async (database: Queryable, hash: string): Promise<string | null> => {
  const [row] = await database.delete(sessions).where(eq(sessions.hash, hash)).returning({ accountId: sessions.accountId })
  return row?.accountId ?? null
}

/** The hashes of all open and expired sessions of an account, always in the same order. */
export const findSessionHashes = async (database: Queryable, accountId: string): Promise<string[]> => {
  const rows = await database
    .select({ hash: sessions.hash })
    .from(sessions)
    .where(eq(sessions.accountId, accountId))
    .orderBy(sessions.hash)
  return rows.map(({ hash }) => hash)
}

export const deleteSessionsBefore = async (database: Queryable, before: Date): Promise<void> => {
  const idleSince = new Date(before.getTime() - SESSION_IDLE_SECONDS * 1_000)
  await database.delete(sessions).where(or(lt(sessions.expiresAt, before), lt(sessions.lastUsedAt, idleSince)))
}
