import { z } from 'zod'
import { ACCOUNT, endpoint } from '../core/endpoint.ts'
import { limit, params, signedIn } from '../core/product-calls.ts'
import { MOST_EVENT_BYTES, MOST_EVENTS } from './events.ts'

const word = z.string().max(100)

/** Unknown names and words are accepted, because an older page may send them, but only declared ones are counted. */
const eventSchema = z.object({ event: word, application: word.optional(), detail: word.optional() })

export const countEvents = endpoint({
  id: 'countEvents',
  api: 'product',
  method: 'POST',
  path: '/events',
  access: { kind: 'ownPage' },
  summary: 'Counts what happened on a page, by day, without anything about the person',
  body: z.object({ variant: word, events: z.array(eventSchema).max(MOST_EVENTS) }),
  ok: {
    description: 'How many of the events were counted, and how many were not',
    body: z.object({ counted: z.int(), dropped: z.int() }),
  },
  errors: ['FORBIDDEN', 'INVALID_PARAMETERS', 'PAYLOAD_TOO_LARGE', 'TOO_MANY_REQUESTS'],
  limit,
  maxBytes: MOST_EVENT_BYTES,
})

const day = z.iso
  .date()
  .refine((date) => date >= '2000-01-01')
  .meta({ description: 'A day in UTC, not before 2000-01-01' })

const eventCountSchema = z.object({
  day: z.iso.date(),
  event: z.string(),
  variant: z.string(),
  detail: z.string().nullable(),
  count: z.int(),
})

export const listApplicationEvents = endpoint({
  id: 'listApplicationEvents',
  api: 'product',
  method: 'GET',
  path: '/applications/{id}/events',
  access: ACCOUNT,
  summary: 'How often what happened with an application of yours, by day; the last 30 days unless other ones are asked for',
  params,
  query: z.object({ from: day.optional(), to: day.optional() }),
  ok: { description: 'The counts, by day', body: z.array(eventCountSchema) },
  errors: [...signedIn, 'INVALID_PARAMETERS', 'APPLICATION_NOT_FOUND'],
})
