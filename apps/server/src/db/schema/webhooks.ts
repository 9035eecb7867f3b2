import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { applications } from './catalogue.ts'
import { instant } from './columns.ts'

/** `until` is an instant in UTC. */
export type PreviousSecret = { secret: string; until: string }

/** How events are sent to an application: docs/product/webhooks.md. The address is the application's webhook_url. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  applicationId: text('application_id')
    .primaryKey()
    .references(() => applications.id, { onDelete: 'cascade' }),
  /** 24 random bytes as base64. The server signs events with it, so it is not hashed. */
  secret: text().notNull(),
  /** The secrets before rotations, the newest first. Until its time, each of them also signs. */
  previousSecrets: jsonb('previous_secrets').$type<PreviousSecret[]>().notNull().default([]),
  /** The sequence number of the last event. */
  sequence: bigint({ mode: 'number' }).notNull().default(0),
  /** The time since which every attempt has failed; null after a success. */
  failingSince: instant('failing_since'),
  /** The number of mails that have warned the developer since then. */
  warnings: integer().notNull().default(0),
  disabledAt: instant('disabled_at'),
  createdAt: instant('created_at').notNull(),
})

/** An event of an application, sent or to be sent. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    /** The id, which is also sent in the webhook-id header, the same at each attempt. */
    id: text().primaryKey(),
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    sequence: bigint({ mode: 'number' }).notNull(),
    event: text().notNull(),
    /** The JSON that is sent and signed, byte for byte. */
    body: text().notNull(),
    createdAt: instant('created_at').notNull(),
    /** The time of the next attempt, unless the event was delivered or has failed. */
    dueAt: instant('due_at').notNull(),
    attempts: integer().notNull().default(0),
    /** The time of the last replay, and the number of attempts before it. After a replay there are ten attempts again. */
    replayedAt: instant('replayed_at'),
    attemptsBefore: integer('attempts_before').notNull().default(0),
    /** The run of the job that sends the event. Until `claimedUntil` no other run may send it. */
    claimedBy: text('claimed_by'),
    claimedUntil: instant('claimed_until'),
    deliveredAt: instant('delivered_at'),
    failedAt: instant('failed_at'),
  },
  (table) => [
    uniqueIndex('webhook_events_sequence').on(table.applicationId, table.sequence),
    index('webhook_events_waiting')
      .on(table.dueAt)
      .where(sql`${table.deliveredAt} is null and ${table.failedAt} is null`),
    index('webhook_events_created').on(table.createdAt),
  ],
)

/** The delivery log: each attempt at sending an event. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    attempt: integer().notNull(),
    at: instant('at').notNull(),
    /** The HTTP status; null without an answer. */
    status: integer(),
    milliseconds: integer(),
    /** The first characters of the answer; if there was none, the reason. */
    answer: text(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.attempt] })],
)
