import { type SQL, sql } from 'drizzle-orm'
import type { ReviewSort } from '@marketplace/contracts/ratings/schemas'
import type { Queryable } from '../../../db/client.ts'
import { applications, developers, ratings, reviewAnswers } from '../../../db/schema.ts'
import type { ReviewList, ReviewRecord } from './records.ts'

/** The name shown for a review without a name. */
const NAMELESS = 'Anonymous'

/** A review's text is shown after the operator has verified it. Its stars count at once (docs/product/ratings.md). */
const isShown = sql`r.verified_at is not null and btrim(r.review) <> ''`

const ORDERS: Readonly<Record<ReviewSort, SQL>> = {
  newest: sql`r.created_at desc, r.id`,
  oldest: sql`r.created_at, r.id`,
  highest: sql`r.rate desc, r.created_at desc, r.id`,
  lowest: sql`r.rate, r.created_at desc, r.id`,
}

export type ReviewQuery = { sort: ReviewSort; rate?: number | undefined; limit: number; offset: number }

type ReviewRow = Omit<ReviewRecord, 'createdAt' | 'installedSince' | 'answer'> & {
  createdAt: string
  installedSince: string | null
  answer: (Omit<NonNullable<ReviewRecord['answer']>, 'writtenAt'> & { writtenAt: string }) | null
}

/** A page of the shown reviews of an application, and how many there are with these stars. */
export const readReviews = async (
  database: Queryable,
  applicationId: string,
  { sort, rate, limit, offset }: ReviewQuery,
): Promise<ReviewList> => {
  const asked = sql`r.application_id = ${applicationId} and ${isShown}${rate === undefined ? sql`` : sql` and r.rate = ${rate}`}`
  const { rows } = await database.execute<{ total: number; reviews: ReviewRow[] }>(sql`
    select
      (select count(*)::int from ${ratings} r where ${asked}) as "total",
      coalesce(json_agg(json_build_object(
        'id', r.id, 'name', coalesce(nullif(btrim(r.name), ''), ${NAMELESS}), 'rate', r.rate, 'review', r.review,
        'createdAt', r.created_at, 'installedSince', r.installed_since, 'plan', r.plan,
        'answer', case when w.rating_id is not null then json_build_object(
          'developer', d.name, 'answer', w.answer, 'writtenAt', w.written_at) end
      ) order by ${ORDERS[sort]}), '[]') as "reviews"
    from (
      select r.* from ${ratings} r where ${asked} order by ${ORDERS[sort]} limit ${limit} offset ${offset}
    ) r
    join ${applications} a on a.id = r.application_id
    left join ${developers} d on d.id = a.developer_id
    left join ${reviewAnswers} w on w.rating_id = r.id and w.verified_at is not null`)
  const { total = 0, reviews = [] } = rows[0] ?? {}
  return {
    total,
    reviews: reviews.map(({ createdAt, installedSince, answer, ...review }) => ({
      ...review,
      createdAt: new Date(createdAt),
      installedSince: installedSince === null ? null : new Date(installedSince),
      answer: answer && { ...answer, writtenAt: new Date(answer.writtenAt) },
    })),
  }
}
