import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { KeptOutcome } from '../../core/idempotency.ts'
import { instant } from './columns.ts'

/** Mail on its way out, and what went out. */
export const mails = pgTable(
  'mails',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    /** Where an answer goes; null for the marketplace itself. */
    replyTo: text('reply_to'),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When it is tried next, unless it was sent or given up. */
    dueAt: instant('due_at').notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    /** The run of the job that sends it just now, and until when nobody else may. */
    claimedBy: text('claimed_by'),
    claimedUntil: instant('claimed_until'),
    sentAt: instant('sent_at'),
    /** When it was given up. */
    failedAt: instant('failed_at'),
    /** What the mail server, or the way to it, answered last. */
    lastError: text('last_error'),
  },
  (table) => [
    index('mails_waiting')
      .on(table.dueAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
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

/** Requests that came under an Idempotency-Key, and how they ended. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: text('account_id').notNull(),
    endpoint: text().notNull(),
    key: text().notNull(),
    /** Of everything that the request asks for. */
    digest: text().notNull(),
    /** The run that holds the key. */
    run: text().notNull(),
    /** From when on a run without an outcome counts as lost. */
    runsUntil: instant('runs_until').notNull(),
    outcome: jsonb().$type<KeptOutcome>(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.endpoint, table.key] }),
    index('idempotency_keys_expires').on(table.expiresAt),
  ],
)
