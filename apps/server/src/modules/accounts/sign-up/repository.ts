import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { lockRows } from '../../../db/locks.ts'
import { signUps } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { foldEmail } from '../people/limits.ts'

export type SignUp = typeof signUps.$inferSelect

export const insertSignUp = async (transaction: Transaction, signUp: typeof signUps.$inferInsert): Promise<void> => {
  await transaction.insert(signUps).values(signUp)
}

export const findSignUp = async (database: Queryable, id: string): Promise<SignUp | null> => {
  const [row] = await database.select().from(signUps).where(eq(signUps.id, id))
  return row ?? null
}

/** The same, locked until the transaction ends. */
export const holdSignUp = async (transaction: Transaction, id: string): Promise<SignUp | null> => {
  const [row] = await lockRows('sign-up', transaction.select().from(signUps).where(eq(signUps.id, id)), 'update')
  return row ?? null
}

/** The sign-up whose link holds the token with this hash. Null if it is unknown, used or expired. */
export const findSignUpByToken = async (database: Queryable, tokenHash: string, now: Date): Promise<SignUp | null> => {
  const [row] = await database
    .select()
    .from(signUps)
    .where(and(eq(signUps.tokenHash, tokenHash), gt(signUps.expiresAt, now)))
  return row ?? null
}

/** Records the mail. Without a token the sign-up leads to no account. */
export const keepSignUpMail = async (
  transaction: Transaction,
  id: string,
  mail: { mailId: string | null; tokenHash: string | null },
): Promise<void> => {
  await transaction.update(signUps).set(mail).where(eq(signUps.id, id))
}

/** Deletes every sign-up with an e-mail, in whichever case it is written. */
export const deleteSignUpsOf = async (transaction: Transaction, email: string): Promise<void> => {
  await transaction.delete(signUps).where(sql`lower(${signUps.email}) = ${foldEmail(email)}`)
}

export const deleteSignUpsBefore = async (database: Queryable, before: Date): Promise<void> => {
  await database.delete(signUps).where(lt(signUps.expiresAt, before))
}
