import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import type { PaymentEvent } from '../../../ports/payments.ts'
import { findAttemptOfIntent, hasEnded, type PaymentRunner } from '../../billing/index.ts'
import { keepEvent, markHandled } from './repository.ts'

/** What an object of the provider concerns besides payments: each fetches the object again. */
export type EventHandlers = Partial<Record<PaymentEvent['about']['kind'], (id: string) => Promise<void>>>

export type ReceivingEvents = { database: Database; clock: Clock; runner: PaymentRunner; handlers: EventHandlers }

/**
 * Takes in what the provider tells of by itself, once. It is only a hint: whoever it concerns fetches the object again, and moves forward
 * only. An event that cannot be handled is delivered again by the provider.
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
