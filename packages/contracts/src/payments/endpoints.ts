import { z } from 'zod'
import { endpoint, rawBody } from '../core/endpoint.ts'

/** The events of the provider are only a few kB long. */
const MAX_EVENT_BYTES = 256 * 1024

export const receivePaymentEvent = endpoint({
  id: 'receivePaymentEvent',
  api: 'site',
  method: 'POST',
  path: '/webhooks/payments',
  access: { kind: 'webhook', signature: 'stripe-signature' },
  summary: 'What the payment provider reports, signed by it',
  body: rawBody(MAX_EVENT_BYTES),
  ok: { description: 'Taken in, or taken in before', body: z.object({ received: z.literal(true) }) },
  errors: ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'TOO_MANY_REQUESTS'],
  limit: { max: 1_200, windowSeconds: 60 },
})
