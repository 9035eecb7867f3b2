import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { instant } from './columns.ts'

/**
 * Synonyms, which the operator maintains. A search for one of `words` also finds the others. If `oneWayFrom` is set, a search for that word
 * finds `words`, but not the other way round. An entry may consist of several words, such as "live chat".
 */
export const searchSynonyms = pgTable(
  'search_synonyms',
  {
    id: text()
      .primaryKey()
      .default(sql`gen_random_uuid()::text`),
    words: text().array().notNull(),
    oneWayFrom: text('one_way_from'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('search_synonyms_words', sql`cardinality(${table.words}) >= case when ${table.oneWayFrom} is null then 2 else 1 end`),
  ],
)

/** Searches without a result: query, day and count. Nothing is stored about the person. */
export const searchMisses = pgTable(
  'search_misses',
  {
    day: date({ mode: 'string' }).notNull(),
    /** In lower case, with single spaces. */
    query: text().notNull(),
    /** The product whose lists were searched. */
    product: text().$type<Product>().notNull(),
    count: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.day, table.query, table.product] })],
)
