import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import type { PaymentEvent } from '../../../ports/payments.ts'
import { findAttemptOfIntent, hasEnded, type PaymentRunner } from '../../billing/index.ts'
import { keepEvent, markHandled } from './repository.ts'

/** Handlers for events that are not about payments. Each fetches the object again. */
export type EventHandlers = Partial<Record<PaymentEvent['about']['kind'], (id: string) => Promise<void>>>

export type ReceivingEvents = { database: Database; clock: Clock; runner: PaymentRunner; handlers: EventHandlers }

/**
 * Handles an event from the provider, once. An event is only a hint: its handler fetches the object again, and only moves the state
 * forward. The provider delivers an event again if it could not be handled.
 */
export const receiveEvent = async (
  { database, clock, runner, handlers }: ReceivingEvents,
  event: PaymentEvent,
): Promise<void> => {
  if (!(await keepEvent(database, event, clock.now()))) return
  const { kind, id } = event.about
  if (kind === 'intent') {
    const attempt = await findAttemptOfIntent(database, id)
    if (attempt && !hasEnded(attempt)) await runner.run(attempt.id)
  } else await handlers[kind]?.(id)
  await markHandled(database, event.id, clock.now())
}
