import { bigint, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** How often each event happened on a day. Nothing is stored about who caused it. */
export const eventCounts = pgTable(
  'event_counts',
  {
    day: date({ mode: 'string' }).notNull(),
    event: text().notNull(),
    /** The application that it concerns; '' for none. An application may be gone. */
    applicationId: text('application_id').notNull(),
    variant: text().notNull(),
    /** One of the words that the event may carry; '' for none. */
    detail: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.event, table.applicationId, table.variant, table.detail] }),
    index('event_counts_by_application').on(table.applicationId, table.day),
  ],
)
