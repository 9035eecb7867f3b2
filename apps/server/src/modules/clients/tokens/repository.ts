import { and, asc, eq, inArray, isNull, lt, ne, not, notInArray, or, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { lockFreeRows, lockName, lockRows } from '../../../db/locks.ts'
import { oauthClients, tokens } from '../../../db/schema.ts'

export type KeptToken = typeof tokens.$inferSelect
export type NewToken = typeof tokens.$inferInsert

export const insertTokens = async (database: Queryable, rows: readonly NewToken[]): Promise<void> => {
  if (rows.length > 0) await database.insert(tokens).values([...rows])
}

/** The family of a token, and the session that the family came from. */
export type Lineage = Pick<KeptToken, 'familyId' | 'sessionHash'>

/** The account and organization that a token acts for. */
type Holder = { organizationId: OrganizationId; accountId: string }

export const findLineage = async (
  database: Queryable,
  kind: KeptToken['kind'],
  hash: string,
): Promise<(Lineage & Holder) | null> => {
  const [row] = await database
    .select({
      familyId: tokens.familyId,
      sessionHash: tokens.sessionHash,
      organizationId: tokens.organizationId,
      accountId: tokens.accountId,
    })
    .from(tokens)
    .where(and(eq(tokens.hash, hash), eq(tokens.kind, kind)))
  return row ?? null
}

/**
 * Locks a family of tokens: until the transaction ends, no token is added to it or revoked, and its session does not end. Without the lock,
 * a revocation could miss the tokens of a simultaneous exchange.
 */
export const lockFamily = async (transaction: Transaction, { familyId, sessionHash }: Lineage): Promise<void> => {
  if (sessionHash !== null) await shareSessionLock(transaction, sessionHash)
  await lockName(transaction, 'family', familyId)
}

/** Prevents the session from ending until the transaction ends. */
export const shareSessionLock = async (transaction: Transaction, sessionHash: string): Promise<void> => {
  await lockName(transaction, 'session', sessionHash, { shared: true })
}

/** Waits for transactions that use the session, and blocks new ones until the transaction ends. */
export const lockSession = async (transaction: Transaction, sessionHash: string): Promise<void> => {
  await lockName(transaction, 'session', sessionHash)
}

/** Finds and locks a token until the transaction ends. A second request with the same token waits, and then finds that it was used. */
export const lockToken = async (transaction: Transaction, kind: KeptToken['kind'], hash: string): Promise<KeptToken | null> => {
  const token = transaction
    .select()
    .from(tokens)
    .where(and(eq(tokens.hash, hash), eq(tokens.kind, kind)))
  const [row] = await lockRows('token', token, 'update')
  return row ?? null
}

export const markUsed = async (database: Queryable, hash: string, now: Date): Promise<void> => {
  await database.update(tokens).set({ usedAt: now }).where(eq(tokens.hash, hash))
}

export const extendToken = async (database: Queryable, hash: string, expiresAt: Date): Promise<void> => {
  await database.update(tokens).set({ expiresAt }).where(eq(tokens.hash, hash))
}

/** Revokes all tokens of one authorization. Call lockFamily first. Returns how many were still valid. */
export const revokeFamily = async (database: Queryable, familyId: string, now: Date): Promise<number> => {
  const revoked = await database
    .update(tokens)
    .set({ revokedAt: now })
    .where(and(eq(tokens.familyId, familyId), isNull(tokens.revokedAt)))
    .returning({ hash: tokens.hash })
  return revoked.length
}

/**
 * Revokes the token that another product got at an install. Its family has the id of the install, and it is never exchanged. Call it in a
 * transaction. Returns how many tokens were still valid.
 */
export const revokeInstallToken = async (transaction: Transaction, installId: string, now: Date): Promise<number> => {
  const isUnrevoked = and(eq(tokens.familyId, installId), isNull(tokens.revokedAt))
  const unrevoked = transaction.select({ hash: tokens.hash }).from(tokens).where(isUnrevoked).orderBy(asc(tokens.hash))
  await lockRows('token', unrevoked, 'update')
  const revoked = await transaction
    .update(tokens)
    .set({ revokedAt: now })
    .where(isUnrevoked)
    .returning({ expiresAt: tokens.expiresAt })
  return revoked.filter(({ expiresAt }) => expiresAt > now).length
}

/** Revokes all tokens of a session. Call lockSession first. */
export const revokeSessionTokens = async (database: Queryable, sessionHash: string, now: Date): Promise<void> => {
  await database
    .update(tokens)
    .set({ revokedAt: now })
    .where(and(eq(tokens.sessionHash, sessionHash), isNull(tokens.revokedAt)))
}

/** The clients of the marketplace itself, whose tokens need no consent. */
const isTrusted = sql`exists (select from ${oauthClients} where ${oauthClients.id} = ${tokens.clientId} and ${oauthClients.trusted})`

/**
 * Selects an account's tokens: all, or all except those of a session; for `trusted`, the exception includes only the marketplace's own
 * clients.
 */
type AccountTokens = { accountId: string; keep: string | null; keptClients: 'all' | 'trusted' }

/** Revokes an account's tokens. Returns how many were not revoked before. */
export const revokeAccountTokens = async (
  transaction: Transaction,
  { accountId, keep, keptClients }: AccountTokens,
  now: Date,
): Promise<number> => {
  const isOfOther = keep === null ? undefined : or(isNull(tokens.sessionHash), ne(tokens.sessionHash, keep))
  const isOther = isOfOther && keptClients === 'trusted' ? or(isOfOther, not(isTrusted)) : isOfOther
  const isUnrevoked = and(eq(tokens.accountId, accountId), isNull(tokens.revokedAt), isOther)
  // An exchange in progress locks the token that it exchanges. After waiting for it, its new tokens exist and are revoked too.
  const unrevoked = transaction.select({ hash: tokens.hash }).from(tokens).where(isUnrevoked).orderBy(asc(tokens.hash))
  await lockRows('token', unrevoked, 'update')
  const revoked = await transaction.update(tokens).set({ revokedAt: now }).where(isUnrevoked).returning({ hash: tokens.hash })
  return revoked.length
}

/** Selects a client's tokens: of the whole organization, of one account in it, or of all accounts except some. */
export type ClientTokens = {
  organizationId: OrganizationId
  clientId: string
  accountId?: string
  keptAccounts?: readonly string[]
}

/**
 * Revokes a client's tokens for members of an organization. Trusted clients need no consent, so they keep theirs. Returns how many access
 * and refresh tokens were still valid.
 */
export const revokeClientTokens = async (
  transaction: Transaction,
  { organizationId, clientId, accountId, keptAccounts = [] }: ClientTokens,
  now: Date,
): Promise<number> => {
  const isUnrevoked = and(
    eq(tokens.organizationId, organizationId),
    eq(tokens.clientId, clientId),
    accountId === undefined ? undefined : eq(tokens.accountId, accountId),
    notInArray(tokens.accountId, [...keptAccounts]),
    isNull(tokens.revokedAt),
    not(isTrusted),
  )
  // An exchange in progress locks the token that it exchanges. After waiting for it, its new tokens exist and are revoked too.
  const unrevoked = transaction.select({ hash: tokens.hash }).from(tokens).where(isUnrevoked).orderBy(asc(tokens.hash))
  await lockRows('token', unrevoked, 'update')
  const revoked = await transaction
    .update(tokens)
    .set({ revokedAt: now })
    .where(isUnrevoked)
    .returning({ kind: tokens.kind, usedAt: tokens.usedAt, expiresAt: tokens.expiresAt })
  return revoked.filter(({ kind, usedAt, expiresAt }) => kind !== 'code' && usedAt === null && expiresAt > now).length
}

/** Assigns the tokens of a session to the session that replaces it. */
export const moveSessionTokens = async (database: Queryable, from: string, to: string): Promise<void> => {
  await database.update(tokens).set({ sessionHash: to }).where(eq(tokens.sessionHash, from))
}

/** Tokens are deleted in batches of this size, because one large statement would block other work for too long. */
const BATCH = 5_000

/**
 * Deletes tokens that expired before an instant. Used codes and refresh tokens stay until then, so that a second use is detected.
 */
export const deleteTokensBefore = async (database: Queryable, before: Date): Promise<number> => {
  const ended = database
    .select({ hash: tokens.hash })
    .from(tokens)
    .where(or(lt(tokens.expiresAt, before), lt(tokens.revokedAt, before)))
    .limit(BATCH)
  const deleted = await database
    .delete(tokens)
    .where(inArray(tokens.hash, lockFreeRows('token', ended)))
    .returning({ one: sql`1` })
  return deleted.length
}
