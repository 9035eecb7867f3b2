import { and, asc, count, eq, gt, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { lockRows } from '../../../db/locks.ts'
import { authenticatorApps, passkeys, recoveryCodes, signInSteps, usedChallenges } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { hashSecret } from '../../clients/index.ts'

export type AuthenticatorApp = typeof authenticatorApps.$inferSelect

export const findApp = async (database: Queryable, accountId: string): Promise<AuthenticatorApp | null> => {
  const [row] = await database.select().from(authenticatorApps).where(eq(authenticatorApps.accountId, accountId))
  return row ?? null
}

export const insertApp = async (transaction: Transaction, app: AuthenticatorApp): Promise<void> => {
  await transaction.insert(authenticatorApps).values(app)
}

/** Deletes the account's authenticator app. Returns whether the account had one. */
export const deleteApp = async (transaction: Transaction, accountId: string): Promise<boolean> => {
  const deleted = await transaction.delete(authenticatorApps).where(eq(authenticatorApps.accountId, accountId)).returning()
  return deleted.length > 0
}

/** Uses up the code of a time step. False if that code, or a newer one, was used before. */
export const claimAppStep = async (transaction: Transaction, accountId: string, step: number): Promise<boolean> => {
  const used = await transaction
    .update(authenticatorApps)
    .set({ lastStep: step })
    .where(and(eq(authenticatorApps.accountId, accountId), lt(authenticatorApps.lastStep, step)))
    .returning({ step: authenticatorApps.lastStep })
  return used.length > 0
}

export type Passkey = typeof passkeys.$inferSelect

/** The passkeys of an account, the oldest first. */
export const findPasskeys = (database: Queryable, accountId: string): Promise<Passkey[]> =>
  database.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id))

/** The account of a passkey; null if the passkey is unknown. */
export const findPasskeyOwner = async (transaction: Transaction, id: string): Promise<string | null> => {
  const [row] = await transaction.select({ accountId: passkeys.accountId }).from(passkeys).where(eq(passkeys.id, id))
  return row?.accountId ?? null
}

/** Locks a passkey until the transaction ends, so that simultaneous answers of it are checked one after another. */
export const findPasskey = async (transaction: Transaction, id: string): Promise<Passkey | null> => {
  const [row] = await lockRows('passkey', transaction.select().from(passkeys).where(eq(passkeys.id, id)), 'update')
  return row ?? null
}

/** False if any account has a passkey with this id. */
export const insertPasskey = async (transaction: Transaction, passkey: typeof passkeys.$inferInsert): Promise<boolean> => {
  const inserted = await transaction.insert(passkeys).values(passkey).onConflictDoNothing().returning({ id: passkeys.id })
  return inserted.length > 0
}

export const touchPasskey = async (
  transaction: Transaction,
  id: string,
  use: { counter: number; lastUsedAt: Date },
): Promise<void> => {
  await transaction.update(passkeys).set(use).where(eq(passkeys.id, id))
}

/** Records that a challenge was answered. False if it was answered before. */
export const claimChallenge = async (transaction: Transaction, challenge: string, expiresAt: Date): Promise<boolean> => {
  const claimed = await transaction
    .insert(usedChallenges)
    .values({ hash: hashSecret(challenge), expiresAt })
    .onConflictDoNothing()
    .returning({ hash: usedChallenges.hash })
  return claimed.length > 0
}

export const deleteChallengesBefore = async (database: Queryable, before: Date): Promise<void> => {
  await database.delete(usedChallenges).where(lt(usedChallenges.expiresAt, before))
}

/** Deletes a passkey of an account. Returns its name; null if the account has no such passkey. */
export const deletePasskey = async (transaction: Transaction, accountId: string, id: string): Promise<string | null> => {
  const [deleted] = await transaction
    .delete(passkeys)
    .where(and(eq(passkeys.accountId, accountId), eq(passkeys.id, id)))
    .returning({ name: passkeys.name })
  return deleted?.name ?? null
}

/** Replaces the recovery codes of an account. An empty list removes them. */
export const replaceRecoveryCodes = async (
  transaction: Transaction,
  accountId: string,
  hashes: readonly string[],
): Promise<void> => {
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  if (hashes.length > 0) await transaction.insert(recoveryCodes).values(hashes.map((hash) => ({ accountId, hash })))
}

/** Uses up a recovery code. False if the account has no such code. */
export const claimRecoveryCode = async (transaction: Transaction, accountId: string, hash: string): Promise<boolean> => {
  const used = await transaction
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.hash, hash)))
    .returning({ hash: recoveryCodes.hash })
  return used.length > 0
}

export const countRecoveryCodes = async (database: Queryable, accountId: string): Promise<number> => {
  const [row] = await database.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  return row?.left ?? 0
}

export type SignInStep = typeof signInSteps.$inferSelect

export const insertStep = async (database: Queryable, step: typeof signInSteps.$inferInsert): Promise<void> => {
  await database.insert(signInSteps).values(step)
}

/** Counts an attempt before it is checked. Null if the step is unknown or expired, or had `most` attempts. */
export const countAttempt = async (
  database: Queryable,
  hash: string,
  { most, now }: { most: number; now: Date },
): Promise<SignInStep | null> => {
  const [step] = await database
    .update(signInSteps)
    .set({ attempts: sql`${signInSteps.attempts} + 1` })
    .where(and(eq(signInSteps.hash, hash), gt(signInSteps.expiresAt, now), lt(signInSteps.attempts, most)))
    .returning()
  return step ?? null
}

/** The step, also after its last attempt. Null if it is unknown or expired. */
export const findStep = async (database: Queryable, hash: string, now: Date): Promise<SignInStep | null> => {
  const [step] = await database
    .select()
    .from(signInSteps)
    .where(and(eq(signInSteps.hash, hash), gt(signInSteps.expiresAt, now)))
  return step ?? null
}

/** Locks a step until the transaction ends. False if the step was deleted. */
export const lockStep = async (transaction: Transaction, hash: string): Promise<boolean> => {
  const step = transaction.select({ hash: signInSteps.hash }).from(signInSteps).where(eq(signInSteps.hash, hash))
  const held = await lockRows('sign-in step', step, 'update')
  return held.length > 0
}

export const deleteStep = async (transaction: Transaction, hash: string): Promise<void> => {
  await transaction.delete(signInSteps).where(eq(signInSteps.hash, hash))
}

export const deleteStepsBefore = async (database: Queryable, before: Date): Promise<void> => {
  await database.delete(signInSteps).where(lt(signInSteps.expiresAt, before))
}
