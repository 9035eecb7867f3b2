import type { FastifyInstance } from 'fastify'
import type { WebhookEndpoint, WebhookEvent } from '@marketplace/contracts/webhooks/schemas'
import {
  enableWebhook,
  getWebhook,
  getWebhookEvent,
  listWebhookEvents,
  replayWebhookEvent,
  replayWebhookEvents,
  rotateWebhookSecret,
} from '@marketplace/contracts/webhooks/endpoints'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { registerEndpoint } from '../../../http/register-endpoint.ts'
import type { LockCaller } from '../../clients/index.ts'
import { registerKeyedEndpoint } from '../../idempotency/index.ts'
import type { SendJob } from '../../jobs/index.ts'
import { replayableSince } from '../delivery/deliver-event.ts'
import { enableEndpoint, rotateSecret } from './change-endpoint.ts'
import { findChangeable, findWebhookApplication } from './own-application.ts'
import { replayEvent, replayEvents } from './replay-events.ts'
import { type EventState, findAttempts, findEndpoint, findEvent, findEvents } from './repository.ts'

const PAGE = 20
const MOST_ATTEMPTS_SHOWN = 50

const presentEvent = ({ createdAt, replayedAt, dueAt, deliveredAt, failedAt, ...event }: EventState): WebhookEvent => {
  const state = deliveredAt ? 'delivered' : failedAt ? 'failed' : 'waiting'
  return {
    id: event.id,
    sequence: event.sequence,
    event: event.event,
    state,
    attempts: event.attempts,
    created_at: createdAt.toISOString(),
    replayed_at: replayedAt?.toISOString() ?? null,
    next_attempt_at: state === 'waiting' ? dueAt.toISOString() : null,
  }
}

export type WebhookRoutesOptions = { database: Database; clock: Clock; lockCaller: LockCaller; send: SendJob }

/** Endpoints for developers about the webhooks of their applications. */
export const registerWebhookRoutes = (
  app: FastifyInstance,
  { database, clock, lockCaller, send }: WebhookRoutesOptions,
): void => {
  const presentEndpoint = async (caller: Caller, id: string): Promise<WebhookEndpoint> => {
    const { application, mayChange } = await findWebhookApplication(database, caller, id)
    const endpoint = await findEndpoint(database, id)
    const now = clock.now()
    const { disabledAt = null, failingSince = null, previousSecrets = [], sequence = 0 } = endpoint ?? {}
    return {
      url: application.webhookUrl,
      state: disabledAt ? 'disabled' : failingSince ? 'failing' : 'working',
      failing_since: failingSince?.toISOString() ?? null,
      disabled_at: disabledAt?.toISOString() ?? null,
      last_sequence: sequence,
      previous_secrets: previousSecrets.filter(({ until }) => new Date(until) > now).map(({ until }) => ({ until })),
      can: { change: mayChange },
    }
  }

  registerEndpoint(app, getWebhook, ({ caller, params: { id } }) => presentEndpoint(caller, id))

  registerEndpoint(app, listWebhookEvents, async ({ caller, params: { id }, query: { state = null, before = null } }) => {
    await findWebhookApplication(database, caller, id)
    const asked = { state, before, after: replayableSince(clock.now()), limit: PAGE + 1 }
    const events = await findEvents(database, id, asked)
    const shown = events.slice(0, PAGE)
    return { result: shown.map(presentEvent), next: events.length > PAGE ? (shown.at(-1)?.sequence ?? null) : null }
  })

  registerEndpoint(app, getWebhookEvent, async ({ caller, params: { id, event: eventId } }) => {
    await findWebhookApplication(database, caller, id)
    const event = await findEvent(database, id, eventId, replayableSince(clock.now()))
    if (!event) throw new ApiError('WEBHOOK_EVENT_NOT_FOUND')
    const attempts = await findAttempts(database, eventId, MOST_ATTEMPTS_SHOWN)
    return {
      ...presentEvent(event),
      body: event.body,
      log: attempts.map(({ attempt, at, status, milliseconds, answer }) => ({
        attempt,
        at: at.toISOString(),
        status,
        milliseconds,
        answer: answer ?? '',
      })),
    }
  })

  registerKeyedEndpoint(app, { database, clock }, rotateWebhookSecret, {
    write: async (transaction, { caller: asking, params: { id }, body: { stop_previous: stopPrevious } }) => {
      const caller = await lockCaller(transaction, asking)
      await findChangeable(transaction, caller, id)
      const { secret, previousUntil } = await rotateSecret(transaction, caller, id, stopPrevious, clock.now())
      return { secret: `whsec_${secret}`, previous_until: previousUntil?.toISOString() ?? null }
    },
    keeps: (rotated) => rotated,
    answer: async (rotated) => rotated,
  })

  registerEndpoint(app, enableWebhook, async ({ caller: asking, params: { id } }) => {
    await inTransaction(database, async (transaction) => {
      const caller = await lockCaller(transaction, asking)
      await findChangeable(transaction, caller, id)
      await enableEndpoint(transaction, caller, id, clock.now())
    })
    return presentEndpoint(asking, id)
  })

  registerEndpoint(app, replayWebhookEvent, ({ caller: asking, params: { id, event } }) =>
    inTransaction(database, async (transaction) => {
      const caller = await lockCaller(transaction, asking)
      const application = await findChangeable(transaction, caller, id)
      return presentEvent(await replayEvent(transaction, caller, application, event, { now: clock.now(), send }))
    }),
  )

  registerKeyedEndpoint(app, { database, clock }, replayWebhookEvents, {
    write: async (transaction, { caller: asking, params: { id }, body: { since, events } }) => {
      const caller = await lockCaller(transaction, asking)
      const application = await findChangeable(transaction, caller, id)
      const asked = { since: new Date(since), onlyFailed: events === 'failed' }
      const { replayed, next } = await replayEvents(transaction, caller, application, asked, clock.now())
      return { replayed, next: next?.toISOString() ?? null }
    },
    keeps: (done) => done,
    answer: async (done) => done,
  })
}
