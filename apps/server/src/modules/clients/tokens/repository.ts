import { and, asc, eq, inArray, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { oauthClients, tokens } from '../../../db/schema.ts'

export type KeptToken = typeof tokens.$inferSelect
export type NewToken = typeof tokens.$inferInsert

export const insertTokens = async (database: Queryable, rows: readonly NewToken[]): Promise<void> => {
  if (rows.length > 0) await database.insert(tokens).values([...rows])
}

/** Which family a secret belongs to, and which session that came from. */
export type Lineage = Pick<KeptToken, 'familyId' | 'sessionHash'>

export const findLineage = async (database: Queryable, kind: KeptToken['kind'], hash: string): Promise<Lineage | null> => {
  const [row] = await database
    .select({ familyId: tokens.familyId, sessionHash: tokens.sessionHash })
    .from(tokens)
    .where(and(eq(tokens.hash, hash), eq(tokens.kind, kind)))
  return row ?? null
}

/**
 * Until the transaction ends nothing else is given to this family or revoked of it, and its session does not end. Without it a revocation
 * could miss what an exchange beside it has just made. Account and memberships before session, session before family, family before tokens, always.
 */
export const lockFamily = async (database: Queryable, { familyId, sessionHash }: Lineage): Promise<void> => {
  if (sessionHash !== null) await shareSession(database, sessionHash)
  await database.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`family ${familyId}`}, 0))`)
}

/** Until the transaction ends this session does not. */
export const shareSession = async (database: Queryable, sessionHash: string): Promise<void> => {
  await database.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${`session ${sessionHash}`}, 0))`)
}

/** Waits for all that is under way with a session, and holds up what would begin. */
export const lockSession = async (database: Queryable, sessionHash: string): Promise<void> => {
  await database.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`session ${sessionHash}`}, 0))`)
}

/** The token with this hash, held until the transaction ends: whoever else comes with it waits, and then sees what became of it. */
export const holdToken = async (database: Queryable, kind: KeptToken['kind'], hash: string): Promise<KeptToken | null> => {
  const [row] = await database
    .select()
    .from(tokens)
    .where(and(eq(tokens.hash, hash), eq(tokens.kind, kind)))
    .for('update')
  return row ?? null
}

export const markUsed = async (database: Queryable, hash: string, now: Date): Promise<void> => {
  await database.update(tokens).set({ usedAt: now }).where(eq(tokens.hash, hash))
}

export const extendToken = async (database: Queryable, hash: string, expiresAt: Date): Promise<void> => {
  await database.update(tokens).set({ expiresAt }).where(eq(tokens.hash, hash))
}

/** Revokes everything that came out of one authorization; with lockFamily before it. Answers with how much of it was still good. */
export const revokeFamily = async (database: Queryable, familyId: string, now: Date): Promise<number> => {
  const revoked = await database
    .update(tokens)
    .set({ revokedAt: now })
    .where(and(eq(tokens.familyId, familyId), isNull(tokens.revokedAt)))
    .returning({ hash: tokens.hash })
  return revoked.length
}

/** Revokes everything that came out of a session; with lockSession before it. */
export const revokeSessionTokens = async (database: Queryable, sessionHash: string, now: Date): Promise<void> => {
  await database
    .update(tokens)
    .set({ revokedAt: now })
    .where(and(eq(tokens.sessionHash, sessionHash), isNull(tokens.revokedAt)))
}

/** Revokes everything that an account has given to clients, but for what came out of one session. */
export const revokeAccountTokens = async (
  database: Queryable,
  { accountId, keep }: { accountId: string; keep: string | null },
  now: Date,
): Promise<void> => {
  const isOther = keep === null ? undefined : or(isNull(tokens.sessionHash), ne(tokens.sessionHash, keep))
  const standing = and(eq(tokens.accountId, accountId), isNull(tokens.revokedAt), isOther)
  // An exchange that is under way holds the token that it exchanges: after the wait what came out of it is there to be revoked too.
  await database.select({ hash: tokens.hash }).from(tokens).where(standing).orderBy(asc(tokens.hash)).for('update')
  await database.update(tokens).set({ revokedAt: now }).where(standing)
}

/** Whose tokens of a client: those of the whole organization, of one account in it, or of everybody but some. */
export type ClientTokens = { organizationId: string; clientId: string; accountId?: string; keptAccounts?: readonly string[] }

/** Revokes the tokens that a client has for people of an organization. Trusted clients keep theirs, since these need no consent. */
export const revokeClientTokens = async (
  database: Queryable,
  { organizationId, clientId, accountId, keptAccounts = [] }: ClientTokens,
  now: Date,
): Promise<void> => {
  const standing = and(
    eq(tokens.organizationId, organizationId),
    eq(tokens.clientId, clientId),
    accountId === undefined ? undefined : eq(tokens.accountId, accountId),
    notInArray(tokens.accountId, [...keptAccounts]),
    isNull(tokens.revokedAt),
    sql`not exists (select from ${oauthClients} where ${oauthClients.id} = ${tokens.clientId} and ${oauthClients.trusted})`,
  )
  // An exchange that is under way holds the token that it exchanges: after the wait what came out of it is there to be revoked too.
  await database.select({ hash: tokens.hash }).from(tokens).where(standing).orderBy(asc(tokens.hash)).for('update')
  await database.update(tokens).set({ revokedAt: now }).where(standing)
}

/** Says that tokens of a session belong to the one that took its place. */
export const moveSessionTokens = async (database: Queryable, from: string, to: string): Promise<void> => {
  await database.update(tokens).set({ sessionHash: to }).where(eq(tokens.sessionHash, from))
}

/** How many at once: a delete that takes long would hold up what is going on. */
const BATCH = 5_000

/** Deletes what ended before an instant. A code or refresh token that was used stays until then, so that a second use is noticed. */
export const deleteTokensBefore = async (database: Queryable, before: Date): Promise<number> => {
  const ended = database
    .select({ hash: tokens.hash })
    .from(tokens)
    .where(or(lt(tokens.expiresAt, before), lt(tokens.revokedAt, before)))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  const deleted = await database
    .delete(tokens)
    .where(inArray(tokens.hash, ended))
    .returning({ one: sql`1` })
  return deleted.length
}
