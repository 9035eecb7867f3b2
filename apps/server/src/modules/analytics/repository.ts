import { and, asc, between, eq, lt, sql, sum } from 'drizzle-orm'
import type { Database, Queryable } from '../../db/client.ts'
import { eventCounts } from '../../db/schema.ts'

/** The key of a count. `applicationId` and `detail` are '' if the event has none. */
export type CountKey = { event: string; applicationId: string; variant: string; detail: string }
export type Counted = CountKey & { count: number }
export type DayCount = Omit<Counted, 'applicationId'> & { day: string }

/**
 * Adds to the counts of a day, in one statement. Once a day has `most` rows, events that would need a new row are counted without
 * application and detail, so that the sums remain correct.
 */
export const addEventCounts = async (
  database: Database,
  day: string,
  counted: readonly Counted[],
  most: number,
): Promise<void> => {
  if (counted.length === 0) return
  const column = (of: (each: Counted) => string | number, type: 'text' | 'bigint') =>
    sql`${sql.param(counted.map(of))}::${sql.raw(type)}[]`
  await database.execute(sql`
    with room as (select greatest(0, ${most} - count(*)) as free from ${eventCounts} where day = ${day}),
    given (event, application_id, variant, detail, count) as (select * from unnest(
      ${column(({ event }) => event, 'text')}, ${column(({ applicationId }) => applicationId, 'text')},
      ${column(({ variant }) => variant, 'text')}, ${column(({ detail }) => detail, 'text')},
      ${column(({ count }) => count, 'bigint')})),
    ranked as (
      select given.*, known.day is not null as is_known, row_number() over (partition by known.day is null) as place
      from given left join ${eventCounts} known
        on known.day = ${day} and known.event = given.event and known.application_id = given.application_id
        and known.variant = given.variant and known.detail = given.detail
    ),
    placed as (
      select event, variant, count,
        case when is_known or place <= free then application_id else '' end as application_id,
        case when is_known or place <= free then detail else '' end as detail
      from ranked, room
    )
    insert into ${eventCounts} (day, event, application_id, variant, detail, count)
    select ${day}::date, event, application_id, variant, detail, sum(count) from placed
    group by event, application_id, variant, detail
    order by event, application_id, variant, detail
    on conflict (day, event, application_id, variant, detail) do update set count = event_counts.count + excluded.count`)
}

/** Deletes the counts of all days before this one. */
export const removeCountsBefore = async (database: Queryable, day: string): Promise<void> => {
  await database.delete(eventCounts).where(lt(eventCounts.day, day))
}

/** The most rows of one answer. */
const MOST_ROWS = 20_000

/** The counts of a range of days, including both ends: those of one application; for null, the sums over all applications. */
export const readEventCounts = (
  database: Queryable,
  { from, to, applicationId }: { from: string; to: string; applicationId: string | null },
): Promise<DayCount[]> => {
  const { day, event, variant, detail } = eventCounts
  return database
    .select({ day, event, variant, detail, count: sum(eventCounts.count).mapWith(Number) })
    .from(eventCounts)
    .where(and(between(day, from, to), ...(applicationId === null ? [] : [eq(eventCounts.applicationId, applicationId)])))
    .groupBy(day, event, variant, detail)
    .orderBy(asc(day), asc(event), asc(variant), asc(detail))
    .limit(MOST_ROWS)
}
