import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../../../db/client.ts'
import { providerEvents } from '../../../db/schema.ts'
import type { PaymentEvent } from '../../../ports/payments.ts'

/** Records an event of the provider. False if it was handled before, because the provider may deliver an event several times. */
export const keepEvent = async (database: Queryable, { id, type, about }: PaymentEvent, receivedAt: Date): Promise<boolean> => {
  const [kept] = await database
    .insert(providerEvents)
    .values({ id, type, aboutKind: about.kind, aboutId: about.id, receivedAt })
    .onConflictDoNothing()
    .returning({ id: providerEvents.id })
  if (kept) return true
  const [unhandled] = await database
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(eq(providerEvents.id, id), isNull(providerEvents.handledAt)))
  return unhandled !== undefined
}

export const markHandled = async (database: Queryable, id: string, handledAt: Date): Promise<void> => {
  await database.update(providerEvents).set({ handledAt }).where(eq(providerEvents.id, id))
}
