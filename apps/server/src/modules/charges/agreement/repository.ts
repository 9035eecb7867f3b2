import { and, asc, count, desc, eq, inArray, lte, notExists, sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { lockFreeRows } from '../../../db/locks.ts'
import { directCharges, recurrentCharges, shownCharges } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { ChargeKind, ChargeRecord } from '../records/records.ts'
import { asDirect, asRecurrent } from '../records/repository.ts'

export type NewShown = typeof shownCharges.$inferInsert

/**
 * How many charges are remembered for an account. Of more, those that were shown first are forgotten. From then on the account stays at this
 * number, by which one knows that something was forgotten.
 */
export const MOST_SHOWN = 1_000

/** What is remembered is written again after this time (ms) although it is the same, so that it counts among the newest. */
const STILL_SHOWN_MS = 86_400_000

/**
 * Notes what an account is shown of some charges: each charge once, all for one account. Writes only what is news. Returns how many charges
 * were remembered for the account before, or 0 if nothing was news.
 */
export const writeShown = async (database: Queryable, rows: readonly [NewShown, ...NewShown[]]): Promise<number> => {
  const [{ accountId, shownAt }] = rows
  // Two lists of an account that are answered at once write their rows in one order.
  const ordered = rows.toSorted((one, other) => (one.chargeId < other.chargeId ? -1 : 1))
  const isNews = sql`(${shownCharges.total}, ${shownCharges.terms}, ${shownCharges.listed}) is distinct from
    (excluded.total, excluded.terms, excluded.listed)
    or ${shownCharges.shownAt} < ${new Date(shownAt.getTime() - STILL_SHOWN_MS).toISOString()}`
  const [written] = await database
    .insert(shownCharges)
    .values(ordered)
    .onConflictDoUpdate({
      target: [shownCharges.accountId, shownCharges.chargeId],
      set: {
        total: sql`excluded.total`,
        terms: sql`excluded.terms`,
        listed: sql`excluded.listed`,
        shownAt: sql`excluded.shown_at`,
      },
      setWhere: sql`(${shownCharges.listed} or not excluded.listed) and (${isNews})`,
    })
    .returning({ before: sql<number>`(select count(*)::int from ${shownCharges} s where s.account_id = ${accountId})` })
  return written?.before ?? 0
}

/** Deletes what was shown to an account first, and keeps the newest MOST_SHOWN. */
export const deleteOldestShown = async (database: Queryable, accountId: string): Promise<void> => {
  const oldest = database
    .select({ chargeId: shownCharges.chargeId })
    .from(shownCharges)
    .where(eq(shownCharges.accountId, accountId))
    .orderBy(desc(shownCharges.shownAt), shownCharges.chargeId)
    .offset(MOST_SHOWN)
  await database.delete(shownCharges).where(and(eq(shownCharges.accountId, accountId), inArray(shownCharges.chargeId, oldest)))
}

/** What an account was shown of a charge, null if nothing is remembered. */
export const findShown = async (
  database: Queryable,
  accountId: string,
  chargeId: string,
): Promise<{ total: number; terms: string } | null> => {
  const [found] = await database
    .select({ total: shownCharges.total, terms: shownCharges.terms })
    .from(shownCharges)
    .where(and(eq(shownCharges.accountId, accountId), eq(shownCharges.chargeId, chargeId)))
  return found ?? null
}

export const countShown = async (database: Queryable, accountId: string): Promise<number> => {
  const [found] = await database.select({ shown: count() }).from(shownCharges).where(eq(shownCharges.accountId, accountId))
  return found?.shown ?? 0
}

/** Deletes the rows of charges that have ended. Accounts with MOST_SHOWN rows keep theirs, because their number has a meaning. */
export const deleteShownOfEnded = async (database: Queryable): Promise<void> => {
  const full = sql`select account_id from ${shownCharges} group by account_id having count(*) >= ${MOST_SHOWN}`
  const { chargeId } = shownCharges
  const one = { one: sql`1` }
  const unended = (table: typeof recurrentCharges | typeof directCharges, ended: readonly string[]) =>
    and(eq(table.id, chargeId), sql`${table.state} not in ${ended}`)
  await database.delete(shownCharges).where(
    and(
      sql`${shownCharges.accountId} not in (${full})`,
      notExists(
        database
          .select(one)
          .from(recurrentCharges)
          .where(unended(recurrentCharges, ['declined', 'cancelled'])),
      ),
      notExists(
        database
          .select(one)
          .from(directCharges)
          .where(unended(directCharges, ['success', 'failed', 'declined'])),
      ),
    ),
  )
}

const isAgreedUntil = (table: typeof recurrentCharges | typeof directCharges, until: Date) =>
  and(eq(sql`${table.state}`, 'accepted'), lte(table.acceptedAt, until))

/** The charges that were agreed to at this instant or before, and were not activated since: the oldest 1,000 of each kind. */
export const findAgreedUntil = async (database: Queryable, until: Date): Promise<{ kind: ChargeKind; id: string }[]> => {
  const found: { kind: ChargeKind; id: string }[] = []
  for (const [kind, table] of [
    ['recurrent_charge', recurrentCharges],
    ['direct_charge', directCharges],
  ] as const) {
    const rows = await database
      .select({ id: table.id })
      .from(table as typeof recurrentCharges)
      .where(isAgreedUntil(table, until))
      .orderBy(asc(table.acceptedAt), asc(table.id))
      .limit(1_000)
    found.push(...rows.map(({ id }) => ({ kind, id })))
  }
  return found
}

/** Locks such a charge. Null if another process has locked it, or if it was activated or agreed to again. */
export const lockAgreedUntil = async (
  transaction: Transaction,
  { kind, id }: { kind: ChargeKind; id: string },
  until: Date,
): Promise<ChargeRecord | null> => {
  if (kind === 'recurrent_charge') {
    const agreed = and(eq(recurrentCharges.id, id), isAgreedUntil(recurrentCharges, until))
    const rows = await lockFreeRows('charge', transaction.select().from(recurrentCharges).where(agreed))
    return rows.map(asRecurrent)[0] ?? null
  }
  const agreed = and(eq(directCharges.id, id), isAgreedUntil(directCharges, until))
  return (await lockFreeRows('charge', transaction.select().from(directCharges).where(agreed))).map(asDirect)[0] ?? null
}
