import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client.ts'
import { ratings } from '../../db/schema.ts'
import type { ApplicationRatings, ReviewRecord } from './records.ts'

/** The name of a review without one. */
const NAMELESS = 'Anonymous'

type ReviewRow = Omit<ReviewRecord, 'createdAt'> & { createdAt: string }
type RatingsRow = { counts: [number, number, number, number, number]; reviewCount: number; reviews: ReviewRow[] }

/** A review's text is shown after the operator has verified it. Its stars count at once (docs/product/ratings.md). */
const isShown = sql`verified_at is not null and btrim(review) <> ''`

/** The ratings of an application with up to `limit` shown reviews, newest first. */
export const readRatings = async (database: Queryable, applicationId: string, limit: number): Promise<ApplicationRatings> => {
  const { rows } = await database.execute<RatingsRow>(sql`
    select
      array[
        count(*) filter (where rate = 1), count(*) filter (where rate = 2), count(*) filter (where rate = 3),
        count(*) filter (where rate = 4), count(*) filter (where rate = 5)
      ]::int[] as "counts",
      (count(*) filter (where ${isShown}))::int as "reviewCount",
      (
        select coalesce(json_agg(json_build_object(
          'id', id, 'name', coalesce(nullif(btrim(name), ''), ${NAMELESS}), 'rate', rate, 'review', review,
          'createdAt', created_at) order by created_at desc, id), '[]')
        from (
          select * from ${ratings} where application_id = ${applicationId} and ${isShown}
          order by created_at desc, id limit ${limit}
        ) shown
      ) as "reviews"
    from ${ratings} where application_id = ${applicationId}`)
  const [row] = rows
  return {
    counts: row?.counts ?? [0, 0, 0, 0, 0],
    reviewCount: row?.reviewCount ?? 0,
    reviews: (row?.reviews ?? []).map((review) => ({ ...review, createdAt: new Date(review.createdAt) })),
  }
}

export type NewRating = typeof ratings.$inferInsert

/** Far below the number of parameters that one statement can have. */
const CHUNK = 500

/** Inserts ratings. Rows whose id exists are skipped. */
export const insertRatings = async (database: Queryable, rows: readonly NewRating[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += CHUNK)
    await database
      .insert(ratings)
      .values(rows.slice(start, start + CHUNK))
      .onConflictDoNothing({ target: ratings.id })
}
