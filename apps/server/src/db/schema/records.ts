import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { OrganizationId } from '../../core/caller.ts'
import type { KeptOutcome, KeptResult } from '../../core/idempotency.ts'
import { instant } from './columns.ts'

/** The outbox: mail to send, and mail that was sent. */
export const mails = pgTable(
  'mails',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    /** The Reply-To address; null for the marketplace. */
    replyTo: text('reply_to'),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** The name of the attached file, `document:ID`. Its module makes the file when the mail is sent. */
    attachment: text(),
    createdAt: instant('created_at').notNull(),
    /** The time of the next attempt, unless the mail was sent or has failed. */
    dueAt: instant('due_at').notNull(),
    attempts: integer().notNull().default(0),
    /** The run of the job that sends the mail. Until `claimedUntil` no other run may send it. */
    claimedBy: text('claimed_by'),
    claimedUntil: instant('claimed_until'),
    sentAt: instant('sent_at'),
    /** When the mail failed finally. */
    failedAt: instant('failed_at'),
    /** The last error of the mail server or the connection. */
    lastError: text('last_error'),
  },
  (table) => [
    index('mails_waiting')
      .on(table.dueAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
  ],
)

/** The audit trail. Rows are added, but never changed. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    /** The action, as noun.verb: session.started, application.installed. */
    action: text().notNull(),
    organizationId: text('organization_id').$type<OrganizationId>(),
    accountId: text('account_id'),
    /** The member of staff who browsed as the account; null if the account's owner acted. */
    actorId: text('actor_id'),
    /** What the action changed. */
    subject: text(),
    details: jsonb().$type<Record<string, string | number | boolean | null | string[]>>().notNull().default({}),
  },
  (table) => [index('audit_events_organization').on(table.organizationId, table.at), index('audit_events_at').on(table.at)],
)

/** Facts about this installation, such as whether the demo was seeded. */
export const facts = pgTable('facts', { key: text().notNull(), value: text().notNull() }, (table) => [
  primaryKey({ columns: [table.key] }),
])

/** Requests with an Idempotency-Key, and their outcomes. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: text('account_id').notNull(),
    endpoint: text().notNull(),
    key: text().notNull(),
    /** A digest of everything that determines the request. */
    digest: text().notNull(),
    /** The run that holds the key. */
    run: text().notNull(),
    /** A run without an answer counts as lost after this instant. */
    runsUntil: instant('runs_until').notNull(),
    /** Null until the transaction of the request has committed its data for this key. */
    outcome: jsonb().$type<KeptOutcome | KeptResult>(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.endpoint, table.key] }),
    index('idempotency_keys_expires').on(table.expiresAt),
  ],
)
