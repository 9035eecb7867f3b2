import { and, asc, desc, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { WebhookEventState } from '@marketplace/contracts/webhooks/schemas'
import type { Queryable } from '../../../db/client.ts'
import { lockRows } from '../../../db/locks.ts'
import { type PreviousSecret, webhookAttempts, webhookEndpoints, webhookEvents } from '../../../db/schema.ts'
import { isStorable } from '../../../db/storable.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { newWebhookSecret } from '../delivery/sign.ts'

export type EndpointState = Pick<
  typeof webhookEndpoints.$inferSelect,
  'previousSecrets' | 'sequence' | 'failingSince' | 'disabledAt'
>
type EndpointChange = Partial<
  Pick<typeof webhookEndpoints.$inferSelect, 'secret' | 'previousSecrets' | 'failingSince' | 'warnings' | 'disabledAt'>
>

const STATE = {
  previousSecrets: webhookEndpoints.previousSecrets,
  sequence: webhookEndpoints.sequence,
  failingSince: webhookEndpoints.failingSince,
  disabledAt: webhookEndpoints.disabledAt,
}

/** Null before the application's first event and the first rotation of its secret. */
export const findEndpoint = async (database: Queryable, applicationId: string): Promise<EndpointState | null> => {
  const [row] = await database.select(STATE).from(webhookEndpoints).where(eq(webhookEndpoints.applicationId, applicationId))
  return row ?? null
}

/** Locks the endpoint with the secrets of an application, and adds it if there is none. `isNew`: nothing was signed with its secret yet. */
export const lockEndpoint = async (
  transaction: Transaction,
  applicationId: string,
  now: Date,
): Promise<{ secret: string; previousSecrets: PreviousSecret[]; disabledAt: Date | null; isNew: boolean }> => {
  const added = await transaction
    .insert(webhookEndpoints)
    .values({ applicationId, secret: newWebhookSecret(), createdAt: now })
    .onConflictDoNothing()
    .returning({ applicationId: webhookEndpoints.applicationId })
  const { secret, previousSecrets, disabledAt } = webhookEndpoints
  const rows = transaction
    .select({ secret, previousSecrets, disabledAt })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.applicationId, applicationId))
  const [row] = await lockRows('webhook', rows, 'no key update')
  if (!row) throw new Error(`the webhook endpoint of ${applicationId} was deleted meanwhile`)
  return { ...row, isNew: added.length > 0 }
}

export const changeEndpoint = async (transaction: Transaction, applicationId: string, change: EndpointChange): Promise<void> => {
  await transaction.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.applicationId, applicationId))
}

const EVENT = {
  id: webhookEvents.id,
  sequence: webhookEvents.sequence,
  event: webhookEvents.event,
  createdAt: webhookEvents.createdAt,
  dueAt: webhookEvents.dueAt,
  attempts: webhookEvents.attempts,
  replayedAt: webhookEvents.replayedAt,
  deliveredAt: webhookEvents.deliveredAt,
  failedAt: webhookEvents.failedAt,
}
export type EventState = Pick<typeof webhookEvents.$inferSelect, keyof typeof EVENT>

const IN_STATE = {
  waiting: and(isNull(webhookEvents.deliveredAt), isNull(webhookEvents.failedAt)),
  delivered: isNotNull(webhookEvents.deliveredAt),
  failed: isNotNull(webhookEvents.failedAt),
} satisfies Record<WebhookEventState, unknown>
const hasEnded = or(IN_STATE.delivered, IN_STATE.failed)

/** Events that can still be replayed, the newest first. */
export const findEvents = (
  database: Queryable,
  applicationId: string,
  { state, before, after, limit }: { state: WebhookEventState | null; before: number | null; after: Date; limit: number },
): Promise<EventState[]> =>
  database
    .select(EVENT)
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.applicationId, applicationId),
        gte(webhookEvents.createdAt, after),
        ...(before === null ? [] : [lt(webhookEvents.sequence, before)]),
        ...(state === null ? [] : [IN_STATE[state]]),
      ),
    )
    .orderBy(desc(webhookEvents.sequence))
    .limit(limit)

const isEvent = (applicationId: string, id: string, after: Date) =>
  and(eq(webhookEvents.id, id), eq(webhookEvents.applicationId, applicationId), gte(webhookEvents.createdAt, after))

/** An event of this application that can still be replayed. */
export const findEvent = async (
  database: Queryable,
  applicationId: string,
  id: string,
  after: Date,
): Promise<(EventState & { body: string }) | null> => {
  if (!isStorable(id)) return null
  const rows = await database
    .select({ ...EVENT, body: webhookEvents.body })
    .from(webhookEvents)
    .where(isEvent(applicationId, id, after))
  return rows[0] ?? null
}

/** The attempts at sending an event, the newest first. */
export const findAttempts = (database: Queryable, eventId: string, limit: number) =>
  database
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.eventId, eventId))
    .orderBy(desc(webhookAttempts.attempt))
    .limit(limit)

/** Makes an event due again, with ten attempts. False if it is waiting to be sent already. */
export const reopenEvent = async (
  transaction: Transaction,
  applicationId: string,
  id: string,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<boolean> => {
  const again = { deliveredAt: null, failedAt: null, replayedAt: now, attemptsBefore: sql`${webhookEvents.attempts}`, dueAt }
  const reopened = await transaction
    .update(webhookEvents)
    .set(again)
    .where(and(eq(webhookEvents.id, id), eq(webhookEvents.applicationId, applicationId), hasEnded))
    .returning({ id: webhookEvents.id })
  return reopened.length > 0
}

/**
 * Makes up to `limit` events since an instant due again, the oldest first and `gapMs` apart. `next` is the instant of the first event
 * beyond the limit; null without one.
 */
export const reopenEvents = async (
  transaction: Transaction,
  applicationId: string,
  { since, onlyFailed, limit, now, gapMs }: { since: Date; onlyFailed: boolean; limit: number; now: Date; gapMs: number },
): Promise<{ replayed: number; next: Date | null }> => {
  const rows = transaction
    .select({ id: webhookEvents.id, createdAt: webhookEvents.createdAt })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.applicationId, applicationId),
        gte(webhookEvents.createdAt, since),
        onlyFailed ? IN_STATE.failed : hasEnded,
      ),
    )
    .orderBy(asc(webhookEvents.createdAt), asc(webhookEvents.sequence))
    .limit(limit + 1)
  const found = await lockRows('webhook', rows, 'no key update')
  const ids = found.slice(0, limit).map(({ id }) => id)
  if (ids.length > 0)
    await transaction.execute(sql`
      update ${webhookEvents} e set delivered_at = null, failed_at = null, replayed_at = ${now}, attempts_before = e.attempts,
        due_at = ${now}::timestamptz + (chosen.place - 1) * ${gapMs} * interval '1 millisecond'
      from unnest(${sql.param(ids)}::text[]) with ordinality chosen(id, place) where e.id = chosen.id`)
  return { replayed: ids.length, next: found[limit]?.createdAt ?? null }
}
