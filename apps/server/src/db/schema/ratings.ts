import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { applications } from './catalogue.ts'
import { instant } from './columns.ts'

/**
 * An account's rating of an application. Ratings from a catalogue are stored in the application's row, and these are added to
 * them. `accountId` is null for ratings from before accounts existed.
 */
export const ratings = pgTable(
  'ratings',
  {
    id: text().primaryKey(),
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    accountId: text('account_id'),
    rate: integer().notNull(),
    name: text(),
    review: text(),
    /** When the operator approved the review's text for display. */
    verifiedAt: instant('verified_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('ratings_application_account').on(table.applicationId, table.accountId),
    index('ratings_application_created').on(table.applicationId, table.createdAt),
    check('ratings_rate', sql`${table.rate} between 1 and 5`),
  ],
)
