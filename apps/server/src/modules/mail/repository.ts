import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { newId } from '../../core/ids.ts'
import type { Database, Queryable } from '../../db/client.ts'
import { lockFreeRows } from '../../db/locks.ts'
import { mails } from '../../db/schema.ts'
import type { Transaction } from '../../db/transaction.ts'

export type NewMail = {
  recipient: string
  /** The Reply-To address; absent for the marketplace's own mail. */
  replyTo?: string
  subject: string
  text: string
  html: string
  /** The attached file: see ReadAttachment. */
  attachment?: string
}

export type MailRecord = typeof mails.$inferSelect

/** Mails that were neither sent nor have failed. */
const isWaiting = and(isNull(mails.sentAt), isNull(mails.failedAt))

/** Adds mails to the outbox. The ids are in the order of the messages. */
export const insertMails = async (
  transaction: Transaction,
  messages: readonly NewMail[],
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<string[]> => {
  const rows = messages.map((mail) => ({ id: newId(), ...mail, createdAt: now, dueAt }))
  if (rows.length > 0) await transaction.insert(mails).values(rows)
  return rows.map(({ id }) => id)
}

/** A mail of the outbox, sent or not. Null if the id is unknown. */
export const findMail = async (database: Queryable, id: string): Promise<MailRecord | null> => {
  const [row] = await database.select().from(mails).where(eq(mails.id, id))
  return row ?? null
}

/** Deletes mails, sent or not, and with them the texts of visitors that they contain. */
export const deleteMails = async (transaction: Transaction, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await transaction.delete(mails).where(inArray(mails.id, [...ids]))
}

/**
 * Claims a mail for one run until `until`, and counts the attempt. Null if the mail was sent, has failed, or is claimed by
 * another run. The same run may claim it again, because a killed job is repeated with the same id.
 */
export const claimMail = async (
  database: Database,
  id: string,
  { run, now, until }: { run: string; now: Date; until: Date },
): Promise<MailRecord | null> => {
  const [claimed] = await database
    .update(mails)
    .set({ claimedBy: run, claimedUntil: until, attempts: sql`${mails.attempts} + 1` })
    .where(
      and(eq(mails.id, id), isWaiting, or(isNull(mails.claimedUntil), lte(mails.claimedUntil, now), eq(mails.claimedBy, run))),
    )
    .returning()
  return claimed ?? null
}

/**
 * The result of an attempt, and the content that is kept if there are no further attempts. A mail with neither `sentAt` nor `failedAt` is
 * tried again at `dueAt`.
 */
export type AttemptResult =
  | ({ sentAt: Date } & Pick<MailRecord, 'text' | 'html'>)
  | ({ failedAt: Date; lastError: string } & Pick<MailRecord, 'text' | 'html'>)
  | { dueAt: Date; lastError: string }

export const recordAttempt = async (database: Queryable, id: string, result: AttemptResult): Promise<void> => {
  await database
    .update(mails)
    .set({ ...result, claimedBy: null, claimedUntil: null, ...('sentAt' in result && { lastError: null }) })
    .where(eq(mails.id, id))
}

/** Locks up to `limit` waiting mails that were put into the outbox before `since`, except those that are being sent. */
export const lockOldMails = (
  transaction: Transaction,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<MailRecord[]> => {
  const isFree = or(isNull(mails.claimedUntil), lte(mails.claimedUntil, now))
  const found = transaction
    .select()
    .from(mails)
    .where(and(isWaiting, isFree, lte(mails.createdAt, since)))
    .orderBy(asc(mails.id))
    .limit(limit)
  return lockFreeRows('mail', found)
}

/** Selects up to `limit` due mails that are not older than `since`, and postpones each to `again`. */
export const postponeDueMails = async (
  transaction: Transaction,
  { now, since, again, limit }: { now: Date; since: Date; again: Date; limit: number },
): Promise<string[]> => {
  const found = transaction
    .select({ id: mails.id })
    .from(mails)
    .where(and(isWaiting, lte(mails.dueAt, now), gt(mails.createdAt, since)))
    .orderBy(asc(mails.dueAt))
    .limit(limit)
  const due = await lockFreeRows('mail', found)
  const ids = due.map(({ id }) => id)
  if (ids.length > 0)
    await transaction
      .update(mails)
      .set({ dueAt: again })
      .where(sql`${mails.id} = any(${sql.param(ids)}::text[])`)
  return ids
}
