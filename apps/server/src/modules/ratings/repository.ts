import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client.ts'
import { ratings } from '../../db/schema.ts'
import type { ApplicationRatings, ReviewRecord } from './records.ts'

/** A text may come without a name. */
const NAMELESS = 'Anonymous'

type ReviewRow = Omit<ReviewRecord, 'createdAt'> & { createdAt: string }
type Row = { counts: [number, number, number, number, number]; reviewCount: number; reviews: ReviewRow[] }

/** A text is shown once the operator has verified it; its stars count at once (decisions, Ratings). */
const isShown = sql`verified_at is not null and btrim(review) <> ''`

/** What accounts think of an application, with at most `limit` of the texts that are shown, the newest first. */
export const readRatings = async (database: Queryable, applicationId: string, limit: number): Promise<ApplicationRatings> => {
  const { rows } = await database.execute<Row>(sql`
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

/** Far below what one statement can take. */
const CHUNK = 500

/** Adds ratings; one whose id is there already is left as it is. */
export const insertRatings = async (database: Queryable, rows: readonly NewRating[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += CHUNK)
    await database
      .insert(ratings)
      .values(rows.slice(start, start + CHUNK))
      .onConflictDoNothing({ target: ratings.id })
}
