import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Mail on its way out, and what went out. */
export const mails = pgTable(
  'mails',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('mails_waiting')
      .on(table.createdAt)
      .where(sql`${table.sentAt} is null`),
  ],
)

/** Who did what that somebody may have to account for later. It is only ever added to. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** What happened, noun and verb: session.started, application.installed. */
    action: text().notNull(),
    organizationId: text('organization_id'),
    accountId: text('account_id'),
    /** Who really acted, where somebody browses as the account. */
    actorId: text('actor_id'),
    /** What it was done to. */
    subject: text(),
    details: jsonb().$type<Record<string, string | number | boolean | null | string[]>>().notNull().default({}),
  },
  (table) => [index('audit_events_organization').on(table.organizationId, table.at), index('audit_events_at').on(table.at)],
)

/** Facts about this installation itself, such as whether the demo was seeded. */
export const facts = pgTable('facts', { key: text().notNull(), value: text().notNull() }, (table) => [
  primaryKey({ columns: [table.key] }),
])
