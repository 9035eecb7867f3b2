import { z } from 'zod'
import { accountWith, endpoint } from '../core/endpoint.ts'
import { instant } from '../core/fields.ts'
import { changes, idParameter, limit, params, signedIn } from '../core/product-calls.ts'
import { queryNumber } from '../core/query-number.ts'
import {
  MOST_REPLAYED,
  WEBHOOK_EVENT_STATES,
  webhookEndpointSchema,
  webhookEventLogSchema,
  webhookEventSchema,
  webhookSecretSchema,
} from './schemas.ts'

/** Members of the organization that develops the application. Staff may only read. */
const OF_DEVELOPER = accountWith('develop', { client: 'marketplace' })
const ofEvent = params.extend({ event: idParameter })

export const getWebhook = endpoint({
  id: 'getWebhook',
  api: 'product',
  method: 'GET',
  path: '/applications/{id}/webhook',
  access: OF_DEVELOPER,
  summary: 'Where an application’s events are sent, and whether they arrive',
  params,
  ok: { description: 'The address and its state', body: webhookEndpointSchema },
  errors: [...signedIn, 'FORBIDDEN', 'APPLICATION_NOT_FOUND'],
})

export const listWebhookEvents = endpoint({
  id: 'listWebhookEvents',
  api: 'product',
  method: 'GET',
  path: '/applications/{id}/webhook/events',
  access: OF_DEVELOPER,
  summary: 'The events of the last 90 days, the newest first, 20 at a time',
  params,
  query: z.object({
    state: z.enum(WEBHOOK_EVENT_STATES).optional(),
    before: queryNumber(1, Number.MAX_SAFE_INTEGER).optional().meta({ description: 'Only events with a lower number' }),
  }),
  ok: {
    description: 'Events',
    body: z.object({
      result: z.array(webhookEventSchema),
      next: z.int().nullable().meta({ description: 'What to send as `before` for the next ones; null at the end' }),
    }),
  },
  errors: [...signedIn, 'INVALID_PARAMETERS', 'FORBIDDEN', 'APPLICATION_NOT_FOUND'],
})

export const getWebhookEvent = endpoint({
  id: 'getWebhookEvent',
  api: 'product',
  method: 'GET',
  path: '/applications/{id}/webhook/events/{event}',
  access: OF_DEVELOPER,
  summary: 'An event with what is sent and what was answered',
  params: ofEvent,
  ok: { description: 'The event', body: webhookEventLogSchema },
  errors: [...signedIn, 'FORBIDDEN', 'APPLICATION_NOT_FOUND', 'WEBHOOK_EVENT_NOT_FOUND'],
})

export const rotateWebhookSecret = endpoint({
  id: 'rotateWebhookSecret',
  api: 'product',
  method: 'POST',
  path: '/applications/{id}/webhook/secret',
  access: OF_DEVELOPER,
  summary: 'Makes a new secret, which is shown once; the one before signs too for 24 hours',
  params,
  body: z.object({
    stop_previous: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether earlier secrets stop to sign at once, as for one that others have seen' }),
  }),
  ok: { description: 'The new secret', body: webhookSecretSchema },
  idempotent: true,
  errors: [
    ...changes,
    'INVALID_PARAMETERS',
    'FORBIDDEN',
    'APPLICATION_NOT_FOUND',
    'WEBHOOK_SECRETS_FULL',
    'IDEMPOTENCY_KEY_REUSED',
    'REQUEST_RUNNING',
  ],
  limit,
})

export const enableWebhook = endpoint({
  id: 'enableWebhook',
  api: 'product',
  method: 'PUT',
  path: '/applications/{id}/webhook/enable',
  access: OF_DEVELOPER,
  summary: 'Sends events to a disabled address again, from the next one on',
  params,
  ok: { description: 'The address and its state', body: webhookEndpointSchema },
  errors: [...changes, 'FORBIDDEN', 'APPLICATION_NOT_FOUND'],
  limit,
})

export const replayWebhookEvent = endpoint({
  id: 'replayWebhookEvent',
  api: 'product',
  method: 'POST',
  path: '/applications/{id}/webhook/events/{event}/replay',
  access: OF_DEVELOPER,
  summary: 'Sends an event again, with the same id; nothing happens to one that waits to be sent',
  params: ofEvent,
  ok: { description: 'The event', body: webhookEventSchema },
  errors: [
    ...changes,
    'FORBIDDEN',
    'APPLICATION_NOT_FOUND',
    'WEBHOOK_EVENT_NOT_FOUND',
    'WEBHOOK_DISABLED',
    'WEBHOOK_WITHOUT_ADDRESS',
  ],
  limit,
})

export const replayWebhookEvents = endpoint({
  id: 'replayWebhookEvents',
  api: 'product',
  method: 'POST',
  path: '/applications/{id}/webhook/replay',
  access: OF_DEVELOPER,
  summary: `Sends all events since an instant again, the oldest first, ${MOST_REPLAYED} in one call and a hundred a minute`,
  params,
  body: z.object({
    since: instant.max(40),
    events: z.enum(['all', 'failed']).default('all').meta({ description: 'failed: only those that did not arrive' }),
  }),
  ok: {
    description: 'How many are sent again. Those that wait to be sent are not counted',
    body: z.object({
      replayed: z.int(),
      next: instant.nullable().meta({ description: 'What to send as `since` for the rest; null if there is none' }),
    }),
  },
  idempotent: true,
  errors: [
    ...changes,
    'INVALID_PARAMETERS',
    'FORBIDDEN',
    'APPLICATION_NOT_FOUND',
    'WEBHOOK_DISABLED',
    'WEBHOOK_WITHOUT_ADDRESS',
    'IDEMPOTENCY_KEY_REUSED',
    'REQUEST_RUNNING',
  ],
  limit,
})
