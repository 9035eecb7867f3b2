import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Product } from '@marketplace/contracts/enumerations'
import { instant } from './columns.ts'

/**
 * Words that mean the same in a search: each of `words` finds the others, or, where `oneWayFrom` is set, that one finds each of
 * `words` and they do not find it. A word may be several, as in "live chat". The operator fills it.
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

/** What was looked for on a day and not found, and how often. Nothing says by whom. */
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
