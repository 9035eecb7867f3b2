// The webhooks of an application, for its developer: docs/product/webhooks.md.
import { z } from 'zod'
import { id, instant } from '../core/fields.ts'

export const WEBHOOK_EVENT_STATES = ['waiting', 'delivered', 'failed'] as const
export type WebhookEventState = (typeof WEBHOOK_EVENT_STATES)[number]

/** The most events that one call sends again. */
export const MOST_REPLAYED = 10_000
/** The most secrets from before a rotation that may sign at the same time. */
export const MOST_PREVIOUS_SECRETS = 3

export const webhookEndpointSchema = z
  .object({
    url: z.string().nullable().meta({ description: 'Null if the application has no address for events' }),
    state: z.enum(['working', 'failing', 'disabled']),
    failing_since: instant.nullable().meta({ description: 'Since when no attempt has succeeded' }),
    disabled_at: instant.nullable(),
    last_sequence: z.int().meta({ description: 'The number of the newest event' }),
    previous_secrets: z
      .array(z.object({ until: instant }))
      .meta({ description: 'Secrets that were replaced, the newest first, and until when each signs too' }),
    can: z.object({ change: z.boolean().meta({ description: 'Whether the caller may rotate, enable and replay' }) }),
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.output<typeof webhookEndpointSchema>

export const webhookSecretSchema = z
  .object({
    secret: z.string().meta({ description: 'The new secret, whsec_…. It is shown in this answer only' }),
    previous_until: instant.nullable().meta({ description: 'Until when the secret before it signs too; null if none does' }),
  })
  .meta({ id: 'WebhookSecret' })
export type WebhookSecret = z.output<typeof webhookSecretSchema>

const attempt = z.object({
  attempt: z.int(),
  at: instant,
  status: z.int().nullable().meta({ description: 'The HTTP status; null without an answer' }),
  milliseconds: z.int().nullable(),
  answer: z.string().meta({ description: 'The first 1,000 characters of the answer, or why there was none' }),
})

const event = z.object({
  id: id.meta({ description: 'Also the webhook-id header' }),
  sequence: z.int(),
  event: z.string(),
  state: z.enum(WEBHOOK_EVENT_STATES),
  attempts: z.int(),
  created_at: instant,
  replayed_at: instant.nullable(),
  next_attempt_at: instant.nullable().meta({ description: 'Null unless it waits' }),
})

export const webhookEventSchema = event.meta({ id: 'WebhookEvent' })
export type WebhookEvent = z.output<typeof webhookEventSchema>

export const webhookEventLogSchema = event
  .extend({
    body: z.string().meta({ description: 'The JSON that is sent and signed, to the byte' }),
    log: z.array(attempt).meta({ description: 'The last 50 attempts, the newest first' }),
  })
  .meta({ id: 'WebhookEventLog' })
export type WebhookEventLog = z.output<typeof webhookEventLogSchema>
