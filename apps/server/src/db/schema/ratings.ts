import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { applications } from './catalogue.ts'
import { instant } from './columns.ts'

/**
 * What one account thinks of an application. The rating that a catalogue brings along is in the application's own row, and these are
 * added to it. `accountId` is null for what was carried over from before there were accounts.
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
    /** Set when the operator has let the review's text be shown. */
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
