import { and, asc, eq, isNotNull, isNull, lt, lte, not, or, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../core/caller.ts'
import { newId } from '../../../core/ids.ts'
import { clientIdOfApplication } from '../../../db/client-of-application.ts'
import type { Database } from '../../../db/client.ts'
import type { Value } from '../../../db/compiled.ts'
import { lockFreeRows, lockRows } from '../../../db/locks.ts'
import { prepared } from '../../../db/prepared.ts'
import { applications, developers, licenses, webhookAttempts, webhookEndpoints, webhookEvents } from '../../../db/schema.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { newWebhookSecret } from './sign.ts'

/** The facts about the application and the customer in the body of an event. */
type Receiver = { name: string; clientId: string; licenseId: number | null }

const selectReceiver = prepared((database, value: Value<'application' | 'organization'>) =>
  database
    .select({
      name: applications.name,
      clientId: clientIdOfApplication,
      licenseId: licenses.id,
    })
    .from(applications)
    .leftJoin(licenses, and(eq(licenses.organizationId, value('organization')), eq(licenses.product, applications.product)))
    .where(and(eq(applications.id, value('application')), isNotNull(applications.webhookUrl))),
)

/** The application of an event; null if it has no address for events. */
export const findReceiver = async (
  transaction: Transaction,
  applicationId: string,
  organizationId: OrganizationId,
): Promise<Receiver | null> => {
  const [row] = await selectReceiver(transaction, { application: applicationId, organization: organizationId })
  return row ?? null
}

/**
 * The next sequence number of an application. Events of simultaneous transactions get their numbers in the order of the commits, so a
 * receiver notices every missing event.
 */
export const takeSequence = async (transaction: Transaction, applicationId: string, now: Date): Promise<number> => {
  const isOfApplication = eq(webhookEndpoints.applicationId, applicationId)
  const added = { applicationId, secret: newWebhookSecret(), createdAt: now }
  await transaction.insert(webhookEndpoints).values(added).onConflictDoNothing()
  const rows = transaction.select({ sequence: webhookEndpoints.sequence }).from(webhookEndpoints).where(isOfApplication)
  const [locked] = await lockRows('webhook', rows, 'no key update')
  if (!locked) throw new Error(`the webhook endpoint of ${applicationId} was deleted meanwhile`)
  const sequence = locked.sequence + 1
  await transaction.update(webhookEndpoints).set({ sequence }).where(isOfApplication)
  return sequence
}

type NewEvent = Pick<typeof webhookEvents.$inferInsert, 'applicationId' | 'sequence' | 'event' | 'body' | 'createdAt' | 'dueAt'>

/** Adds an event. Returns its id. */
export const insertEvent = async (transaction: Transaction, event: NewEvent): Promise<string> => {
  const id = `msg_${newId()}`
  await transaction.insert(webhookEvents).values({ id, ...event })
  return id
}

const isWaiting = sql`(${webhookEvents.deliveredAt} is null and ${webhookEvents.failedAt} is null)`

export type EventRecord = typeof webhookEvents.$inferSelect
export type EndpointRecord = typeof webhookEndpoints.$inferSelect
/** The destination of an event. `url` is null if the application has lost its address. */
export type Target = {
  url: string | null
  applicationName: string
  developerId: string | null
  developerEmail: string | null
  /** The organization that develops the application; null if none is known. */
  developedBy: OrganizationId | null
  endpoint: EndpointRecord
}

/** Claims an event for one run, and counts the attempt. Null if it was delivered, has failed, or is claimed by another run. */
export const claimEvent = async (
  database: Database,
  id: string,
  { run, now, until }: { run: string; now: Date; until: Date },
): Promise<EventRecord | null> => {
  const free = or(isNull(webhookEvents.claimedUntil), lte(webhookEvents.claimedUntil, now), eq(webhookEvents.claimedBy, run))
  const [claimed] = await database
    .update(webhookEvents)
    .set({ claimedBy: run, claimedUntil: until, attempts: sql`${webhookEvents.attempts} + 1` })
    .where(and(eq(webhookEvents.id, id), isWaiting, free))
    .returning()
  return claimed ?? null
}

export const findTarget = async (database: Database, applicationId: string): Promise<Target | null> => {
  const [row] = await database
    .select({
      url: applications.webhookUrl,
      applicationName: applications.name,
      developerId: applications.developerId,
      developerEmail: developers.email,
      developedBy: sql<OrganizationId | null>`${developers.organizationId}`,
      endpoint: webhookEndpoints,
    })
    .from(webhookEndpoints)
    .innerJoin(applications, eq(applications.id, webhookEndpoints.applicationId))
    .leftJoin(developers, eq(developers.id, applications.developerId))
    .where(eq(webhookEndpoints.applicationId, applicationId))
  return row ?? null
}

/** Reads the time since which an endpoint has failed. It is locked, so that only one of several events warns the developer. */
export const lockFailures = async (
  transaction: Transaction,
  applicationId: string,
): Promise<{ failingSince?: Date; warnings: number; isDisabled: boolean }> => {
  const { failingSince, warnings, disabledAt } = webhookEndpoints
  const rows = transaction
    .select({ failingSince, warnings, disabledAt })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.applicationId, applicationId))
  const [row] = await lockRows('webhook', rows, 'no key update')
  return {
    ...(row?.failingSince && { failingSince: row.failingSince }),
    warnings: row?.warnings ?? 0,
    isDisabled: Boolean(row?.disabledAt),
  }
}

/** The outcome of an attempt, for the delivery log. */
export type AttemptRecord = Pick<typeof webhookAttempts.$inferInsert, 'at' | 'status' | 'milliseconds' | 'answer'>
type EventChange = Partial<Pick<EventRecord, 'deliveredAt' | 'failedAt' | 'dueAt'>>
type EndpointChange = Partial<Pick<EndpointRecord, 'failingSince' | 'warnings' | 'disabledAt'>>

/** Records an attempt, and its effects on the event and the endpoint. */
export const recordDelivery = async (
  transaction: Transaction,
  event: EventRecord,
  attempt: AttemptRecord,
  { event: eventChange, endpoint: endpointChange }: { event: EventChange; endpoint: EndpointChange },
): Promise<void> => {
  const attempted = { eventId: event.id, attempt: event.attempts, ...attempt }
  await transaction.insert(webhookAttempts).values(attempted).onConflictDoNothing()
  const released = { ...eventChange, claimedBy: null, claimedUntil: null }
  await transaction.update(webhookEvents).set(released).where(eq(webhookEvents.id, event.id))
  if (Object.keys(endpointChange).length > 0)
    await transaction.update(webhookEndpoints).set(endpointChange).where(eq(webhookEndpoints.applicationId, event.applicationId))
}

/** Selects up to `limit` due events, and postpones each to `again`. */
export const postponeDueEvents = async (
  transaction: Transaction,
  { now, again, limit }: { now: Date; again: Date; limit: number },
): Promise<string[]> => {
  const found = transaction
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isWaiting, lte(webhookEvents.dueAt, now)))
    .orderBy(asc(webhookEvents.dueAt), asc(webhookEvents.sequence))
    .limit(limit)
  const ids = (await lockFreeRows('webhook', found)).map(({ id }) => id)
  if (ids.length > 0)
    await transaction
      .update(webhookEvents)
      .set({ dueAt: again })
      .where(sql`${webhookEvents.id} = any(${sql.param(ids)}::text[])`)
  return ids
}

/** Deletes events older than an instant, with their log. Events that were replayed after the instant are kept until they are sent. */
export const deleteOldEvents = async (database: Database, before: Date): Promise<void> => {
  const lastAsked = sql`coalesce(${webhookEvents.replayedAt}, ${webhookEvents.createdAt})`
  await database.delete(webhookEvents).where(and(lt(webhookEvents.createdAt, before), or(not(isWaiting), lt(lastAsked, before))))
}
