import { and, eq, gt, lt } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { passwordResets } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'

export type ResetRecord = typeof passwordResets.$inferSelect

export const insertReset = async (database: Queryable, reset: typeof passwordResets.$inferInsert): Promise<void> => {
  await database.insert(passwordResets).values(reset)
}

export const findReset = async (database: Queryable, id: string): Promise<ResetRecord | null> => {
  const [row] = await database.select().from(passwordResets).where(eq(passwordResets.id, id))
  return row ?? null
}

/** The reset whose link holds the token with this hash. Null if it is unknown, used or expired. */
export const findResetByToken = async (database: Queryable, tokenHash: string, now: Date): Promise<ResetRecord | null> => {
  const [row] = await database
    .select()
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)))
  return row ?? null
}

/** Adds the mailed link to a requested reset. */
export const keepResetLink = async (
  transaction: Transaction,
  id: string,
  link: { accountId: string; tokenHash: string; passwordProof: string; mailId: string | null; expiresAt: Date },
): Promise<void> => {
  await transaction.update(passwordResets).set(link).where(eq(passwordResets.id, id))
}

/** Deletes every link of an account. */
export const deleteResetsOf = async (database: Queryable, accountId: string): Promise<void> => {
  await database.delete(passwordResets).where(eq(passwordResets.accountId, accountId))
}

export const deleteResetsBefore = async (database: Queryable, before: Date): Promise<void> => {
  await database.delete(passwordResets).where(lt(passwordResets.expiresAt, before))
}
