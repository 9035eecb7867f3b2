import { and, asc, inArray, lt, sql } from 'drizzle-orm'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { Queryable } from '../../db/client.ts'
import { applications, searchMisses, searchSynonyms } from '../../db/schema.ts'
import { LONGEST_HTML, type LongText } from './plain-long-text.ts'

/** Reads the searched part of long descriptions by application id. plainLongText turns them into plain text. */
export const readLongTexts = async (database: Queryable, ids: readonly string[]): Promise<Map<string, LongText>> => {
  const rows = await database
    .select({
      id: applications.id,
      html: sql<string | null>`left(${applications.longDescriptionHtml}, ${LONGEST_HTML})`,
      given: sql<
        string | null
      >`case when ${applications.longDescriptionHtml} is null then left(${applications.longDescription}, 2000) end`,
    })
    .from(applications)
    .where(inArray(applications.id, [...ids]))
  return new Map(rows.map(({ id, ...text }) => [id, text]))
}

export type SynonymRow = { words: string[]; oneWayFrom: string | null }

/** The most synonyms that are read. A longer table is a mistake. */
const MOST_SYNONYMS = 5_000

export const loadSynonyms = (database: Queryable): Promise<SynonymRow[]> =>
  database
    .select({ words: searchSynonyms.words, oneWayFrom: searchSynonyms.oneWayFrom })
    .from(searchSynonyms)
    .orderBy(asc(searchSynonyms.createdAt), asc(searchSynonyms.id))
    .limit(MOST_SYNONYMS)

export type Miss = { query: string; product: Product; count: number }

/** Counts searches without a match on a day. A day has at most `most` different ones; further ones are dropped. */
export const addMisses = async (database: Queryable, day: string, misses: readonly Miss[], most: number): Promise<void> => {
  const rows = sql.join(
    misses.map(({ query, product, count }) => sql`(${query}, ${product}, ${count}::int)`),
    sql`, `,
  )
  await database.execute(sql`
    with room as (select greatest(0, ${most} - count(*)) as free from ${searchMisses} where day = ${day}),
    given (query, product, count) as (values ${rows}),
    ranked as (
      select given.*, known.query is not null as is_known, row_number() over (partition by known.query is null) as place
      from given left join ${searchMisses} known
        on known.day = ${day} and known.query = given.query and known.product = given.product
    )
    insert into ${searchMisses} (day, query, product, count)
    select ${day}::date, query, product, count from ranked, room where is_known or place <= free
    on conflict (day, query, product) do update set count = search_misses.count + excluded.count`)
}

/** Deletes the counts of all days before this one. */
export const removeMissesBefore = async (database: Queryable, day: string): Promise<void> => {
  await database.delete(searchMisses).where(and(lt(searchMisses.day, day)))
}
