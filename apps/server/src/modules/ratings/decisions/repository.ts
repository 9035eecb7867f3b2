import { and, eq, isNull, sql } from 'drizzle-orm'
import type { QueuedReview } from '@marketplace/contracts/ratings/schemas'
import { addUtcDays } from '@marketplace/domain/dates'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { lockRows } from '../../../db/locks.ts'
import { accounts, applications, developers, ratings, reviewAnswers, reviewReports } from '../../../db/schema.ts'
import { isStorable } from '../../../db/storable.ts'
import type { Transaction } from '../../../db/transaction.ts'

/** Locks a rating with a text until the transaction ends. Null if there is none. */
export const lockReview = async (transaction: Transaction, id: string) => {
  if (!isStorable(id)) return null
  const { applicationId, accountId, rate, review, name, wantsMail, writtenAt, createdAt, verifiedAt, rejectedAt } = ratings
  const asked = transaction
    .select({
      id: ratings.id,
      applicationId,
      accountId,
      rate,
      review,
      name,
      wantsMail,
      writtenAt,
      createdAt,
      verifiedAt,
      rejectedAt,
    })
    .from(ratings)
    .where(and(eq(ratings.id, id), sql`btrim(${review}) <> ''`))
  const [row] = await lockRows('rating', asked, 'no key update')
  return row ?? null
}
export type LockedReview = NonNullable<Awaited<ReturnType<typeof lockReview>>>

/** The facts for a mail about a review: the application, its developer's organization, and the author. */
export const findAbout = async (database: Queryable, id: string) => {
  const [row] = await database
    .select({
      application: {
        id: applications.id,
        slug: applications.slug,
        name: applications.name,
        product: applications.product,
        customProps: applications.customProps,
      },
      developer: { name: developers.name, organizationId: sql<OrganizationId | null>`${developers.organizationId}` },
      author: { email: accounts.email },
    })
    .from(ratings)
    .innerJoin(applications, eq(applications.id, ratings.applicationId))
    .leftJoin(developers, eq(developers.id, applications.developerId))
    .leftJoin(accounts, eq(accounts.id, ratings.accountId))
    .where(eq(ratings.id, id))
  if (!row) throw new Error('a locked review is gone')
  return row
}
export type ReviewAbout = Awaited<ReturnType<typeof findAbout>>

export type Decided = { verifiedAt: Date | null; rejectedAt: Date | null; rejection: string | null }

export const saveReviewDecision = async (transaction: Transaction, id: string, decided: Decided): Promise<void> => {
  await transaction.update(ratings).set(decided).where(eq(ratings.id, id))
}

export const findAnswer = async (database: Queryable, ratingId: string) => {
  const [row] = await database.select().from(reviewAnswers).where(eq(reviewAnswers.ratingId, ratingId))
  return row ?? null
}
export const saveAnswer = async (transaction: Transaction, answer: typeof reviewAnswers.$inferInsert): Promise<void> => {
  const { ratingId: _rating, ...changed } = answer
  await transaction.insert(reviewAnswers).values(answer).onConflictDoUpdate({ target: reviewAnswers.ratingId, set: changed })
}

export const saveAnswerDecision = async (transaction: Transaction, ratingId: string, decided: Decided): Promise<void> => {
  await transaction.update(reviewAnswers).set(decided).where(eq(reviewAnswers.ratingId, ratingId))
}

/** False if there was no answer. */
export const deleteAnswerRow = async (transaction: Transaction, ratingId: string): Promise<boolean> => {
  const deleted = await transaction
    .delete(reviewAnswers)
    .where(eq(reviewAnswers.ratingId, ratingId))
    .returning({ id: reviewAnswers.ratingId })
  return deleted.length > 0
}

/** False if this account has reported the review before. */
export const insertReport = async (transaction: Transaction, report: typeof reviewReports.$inferInsert): Promise<boolean> => {
  const added = await transaction
    .insert(reviewReports)
    .values(report)
    .onConflictDoNothing()
    .returning({ id: reviewReports.ratingId })
  return added.length > 0
}

export const closeReports = async (transaction: Transaction, ratingId: string, closedAt: Date): Promise<void> => {
  await transaction
    .update(reviewReports)
    .set({ closedAt })
    .where(and(eq(reviewReports.ratingId, ratingId), isNull(reviewReports.closedAt)))
}

type QueueRow = Omit<QueuedReview, 'writtenAt' | 'reports'> & {
  writtenAt: string
  reports: (Omit<QueuedReview['reports'][number], 'createdAt'> & { createdAt: string })[]
}

const WAITING = sql`
  select 'review' as "of", r.id, r.written_at as at from ${ratings} r
  where r.review is not null and r.verified_at is null and r.rejected_at is null and r.written_at is not null
  union all
  select 'answer', w.rating_id, w.written_at from ${reviewAnswers} w where w.verified_at is null and w.rejected_at is null`
const REPORTED = sql`
  select 'review' as "of", p.rating_id as id, min(p.created_at) as at from ${reviewReports} p
  where p.closed_at is null group by p.rating_id`

/** The texts that wait for the operator, the oldest first. */
export const readQueue = async (
  database: Queryable,
  { queue, limit, offset }: { queue: 'waiting' | 'reported'; limit: number; offset: number },
): Promise<{ total: number; result: QueuedReview[] }> => {
  const queued = queue === 'waiting' ? WAITING : REPORTED
  const { rows: counted } = await database.execute<{ total: number }>(sql`select count(*)::int as total from (${queued}) q`)
  const { rows } = await database.execute<QueueRow>(sql`
    select q."of", r.id, json_build_object('id', a.id, 'slug', a.slug, 'name', a.name) as application,
      r.rate, r.name, r.review, w.answer,
      case when q."of" = 'answer' then case when w.verified_at is not null then 'shown' when w.rejected_at is not null then 'rejected' else 'waiting' end
        else case when r.verified_at is not null then 'shown' when r.rejected_at is not null then 'rejected' else 'waiting' end end as state,
      case when q."of" = 'answer' then w.written_at else coalesce(r.written_at, r.created_at) end as "writtenAt",
      (select coalesce(json_agg(json_build_object('reason', p.reason, 'note', p.note, 'createdAt', p.created_at) order by p.created_at), '[]')
        from (select * from ${reviewReports} p where p.rating_id = r.id and p.closed_at is null order by p.created_at limit 50) p) as reports
    from (select * from (${queued}) all_queued order by at, id, "of" limit ${limit} offset ${offset}) q
    join ${ratings} r on r.id = q.id
    join ${applications} a on a.id = r.application_id
    left join ${reviewAnswers} w on w.rating_id = r.id
    order by q.at, q.id, q."of"`)
  const iso = (text: string) => new Date(text).toISOString()
  return {
    total: counted[0]?.total ?? 0,
    result: rows.map(({ writtenAt, reports, ...row }) => ({
      ...row,
      writtenAt: iso(writtenAt),
      reports: reports.map((report) => ({ ...report, createdAt: iso(report.createdAt) })),
    })),
  }
}

/** Adds evidence and a verified answer to a review that was inserted directly. */
export const setReviewTalk = async (
  transaction: Transaction,
  { slug, name }: { slug: string; name: string },
  { installedSince, plan, answer, days }: { installedSince: Date; plan: string | null; answer?: string; days?: number },
): Promise<void> => {
  const found = await transaction
    .update(ratings)
    .set({ installedSince, plan })
    .from(applications)
    .where(and(eq(applications.id, ratings.applicationId), eq(applications.slug, slug), eq(ratings.name, name)))
    .returning({ id: ratings.id, createdAt: ratings.createdAt })
  for (const { id, createdAt } of answer === undefined ? [] : found) {
    const writtenAt = addUtcDays(createdAt, days ?? 1)
    await saveAnswer(transaction, { ratingId: id, answer: answer ?? '', writtenAt, verifiedAt: writtenAt })
  }
}
