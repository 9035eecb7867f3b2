import { bigint, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** The number of each event on a day. Nothing is stored about the people who caused them. */
export const eventCounts = pgTable(
  'event_counts',
  {
    day: date({ mode: 'string' }).notNull(),
    event: text().notNull(),
    /** The application of the event; '' if it has none. The application may be deleted. */
    applicationId: text('application_id').notNull(),
    variant: text().notNull(),
    /** One of the event's declared words; '' if it has none. */
    detail: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.event, table.applicationId, table.variant, table.detail] }),
    index('event_counts_by_application').on(table.applicationId, table.day),
  ],
)
