import type { Database } from '../../../db/client.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { addMs, type Clock } from '../../../core/clock.ts'
import { OutboundError, type OutboundHttp } from '../../../ports/outbound-http.ts'
import { recordAudit } from '../../audit/index.ts'
import type { QueueMail } from '../../mail/index.ts'
import {
  type AttemptRecord,
  claimEvent,
  deleteOldEvents,
  type EventRecord,
  findTarget,
  lockFailures,
  postponeDueEvents,
  recordDelivery,
  type Target,
} from './repository.ts'
import { webhookHeaders } from './sign.ts'
import { writeWarning } from './warn-developer.ts'

export type DeliverDependencies = {
  database: Database
  clock: Clock
  http: OutboundHttp
  queueMail: QueueMail
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The waits after the first failed attempt, the second, and so on, also for a replayed event: ten attempts in 75 hours. */
const RETRY_AFTER_MS = [MINUTE / 10, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 19 * HOUR, 24 * HOUR]
/**
 * The largest random addition to a wait, as a share of it. It prevents that a receiver that works again gets all events at the same moment.
 */
const JITTER = 0.1
const LONGEST_WAIT_MS = 24 * HOUR
/** The developer gets a warning when attempts have failed for these times (ms). */
const WARN_AFTER_MS = [24 * HOUR, 48 * HOUR]
const ANSWER_WITHIN_MS = 10_000
const CLAIMED_MS = 2 * MINUTE
const ANSWER_BYTES = 64 * 1024
const ANSWER_KEPT = 1_000
/** Events can be replayed for this long (ms). */
const KEPT_MS = 90 * 24 * HOUR
export const replayableSince = (now: Date): Date => addMs(now, -KEPT_MS)
const MOST_AT_ONCE = 500

/**
 * Sends one event and records the attempt. An event is sent at least once. It is sent twice only if the process ends between the receiver's
 * answer and the record of it, and then with the same id. Does nothing if the event was delivered, has failed, or is claimed by another
 * run.
 */
export const deliverEvent = async (dependencies: DeliverDependencies, eventId: string, run: string): Promise<void> => {
  const { database, clock } = dependencies
  const begun = clock.now()
  const event = await claimEvent(database, eventId, { run, now: begun, until: addMs(begun, CLAIMED_MS) })
  if (!event) return
  const target = await findTarget(database, event.applicationId)
  const sent = target?.url && !target.endpoint.disabledAt ? await send(dependencies, event, { ...target, url: target.url }) : null
  await inTransaction(database, (transaction) => recordOutcome(dependencies, transaction, event, target, sent))
}

type Sent = AttemptRecord & { retryAfterMs: number | null }

/** Sends the event once. Redirects are not followed. */
const send = async (
  { http, clock }: DeliverDependencies,
  event: EventRecord,
  { url, developerId, endpoint: { secret, previousSecrets } }: Target & { url: string },
): Promise<Sent> => {
  const at = clock.now()
  const previous = previousSecrets.filter(({ until }) => new Date(until) > at)
  const secrets = [secret, ...previous.map((each) => each.secret)]
  // All applications of a developer share a limit. One without a developer has its own.
  const owner = `developer ${developerId ?? event.applicationId}`
  const limits = { timeoutMs: ANSWER_WITHIN_MS, maxBytes: ANSWER_BYTES, maxRedirects: 0 }
  try {
    const headers = webhookHeaders({ id: event.id, at, body: event.body, sequence: event.sequence }, secrets)
    const answer = await http.fetch({ url, method: 'POST', headers, body: Buffer.from(event.body), ...limits, owner })
    const text = answer.body.toString('utf8').slice(0, ANSWER_KEPT).replaceAll('\0', '')
    const milliseconds = Math.round(answer.milliseconds)
    return { at, status: answer.status, milliseconds, answer: text, retryAfterMs: retryAfterOf(answer.headers, at) }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return {
      at,
      status: null,
      milliseconds: null,
      answer: `${error.reason}: ${error.message}`.slice(0, ANSWER_KEPT),
      retryAfterMs: null,
    }
  }
}

/** The wait (ms) that a receiver demands with Retry-After, in seconds or as a date; null without one. */
const retryAfterOf = (headers: Readonly<Record<string, string>>, now: Date): number | null => {
  const text = headers['retry-after']
  if (text === undefined || text.length > 40) return null
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), LONGEST_WAIT_MS)
}

const isSuccess = (status: number | null | undefined): boolean => typeof status === 'number' && status >= 200 && status < 300

const recordOutcome = async (
  { queueMail, clock }: DeliverDependencies,
  transaction: Transaction,
  event: EventRecord,
  target: Target | null,
  sent: Sent | null,
): Promise<void> => {
  const now = clock.now()
  if (!sent || !target) {
    const answer = target?.endpoint.disabledAt
      ? 'Not sent: the address is disabled.'
      : 'Not sent: the application has no address.'
    return recordDelivery(transaction, event, { at: now, answer }, { event: { failedAt: now }, endpoint: {} })
  }
  const { retryAfterMs, ...attempt } = sent
  if (isSuccess(sent.status)) {
    const endpoint = target.endpoint.failingSince ? { failingSince: null, warnings: 0 } : {}
    return recordDelivery(transaction, event, attempt, { event: { deliveredAt: now }, endpoint })
  }
  const wait = RETRY_AFTER_MS[event.attempts - event.attemptsBefore - 1]
  const isOver = wait === undefined || sent.status === 410
  const { failingSince = now, warnings: warned, isDisabled } = await lockFailures(transaction, event.applicationId)
  const warnings = WARN_AFTER_MS.filter((limit) => now.getTime() - failingSince.getTime() >= limit).length
  const warns = !isDisabled && (warnings > warned || isOver)
  if (warns && target.developerEmail) await queueMail(transaction, [writeWarning(target, target.developerEmail, isOver)], now)
  if (isOver && !isDisabled)
    await recordAudit(transaction, {
      action: 'webhook.disabled',
      at: now,
      who: { accountId: null, organizationId: target.developedBy },
      subject: event.applicationId,
      details: { event: event.id, status: sent.status ?? null },
    })
  const delay = Math.max(retryAfterMs ?? 0, (wait ?? 0) * (1 + Math.random() * JITTER))
  await recordDelivery(transaction, event, attempt, {
    event: isOver ? { failedAt: now } : { dueAt: addMs(now, delay) },
    endpoint: { failingSince, warnings: Math.max(warnings, warned), ...(isOver && { disabledAt: now }) },
  })
}

/**
 * Sends a job for each due event: for events to retry, and for events whose job was lost. `waiting` is the number of jobs in the queue. If
 * there are many, nothing is sent, because these events are due only because their jobs are still waiting.
 */
export const sendDueEvents = async (
  { database, clock }: DeliverDependencies,
  sendJob: (transaction: Transaction, eventId: string) => Promise<void>,
  waiting: number,
): Promise<void> => {
  const limit = MOST_AT_ONCE - waiting
  if (limit <= 0) return
  const now = clock.now()
  await inTransaction(database, async (transaction) => {
    const due = await postponeDueEvents(transaction, { now, again: addMs(now, 5 * MINUTE), limit })
    for (const eventId of due) await sendJob(transaction, eventId)
  })
}

/** Deletes events that can no longer be replayed. */
export const forgetOldEvents = ({ database, clock }: DeliverDependencies): Promise<void> =>
  deleteOldEvents(database, replayableSince(clock.now()))
