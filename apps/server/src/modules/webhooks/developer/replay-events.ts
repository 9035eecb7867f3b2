import { MOST_REPLAYED } from '@marketplace/contracts/webhooks/schemas'
import { ApiError } from '../../../core/api-error.ts'
import type { Caller } from '../../../core/caller.ts'
import { addMs } from '../../../core/clock.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import type { SendJob } from '../../jobs/index.ts'
import { SEND_EVENT } from '../delivery/jobs.ts'
import { LOST_AFTER_MS } from '../delivery/queue-event.ts'
import { replayableSince } from '../delivery/deliver-event.ts'
import type { OwnApplication } from './own-application.ts'
import { type EventState, findEndpoint, findEvent, reopenEvent, reopenEvents } from './repository.ts'

/** In a replay, events of one application are this far apart (ms), so that other applications need not wait for thousands of them. */
const GAP_MS = 600

const assertReceives = async (transaction: Transaction, { id, webhookUrl }: OwnApplication['application']): Promise<void> => {
  if (webhookUrl === null) throw new ApiError('WEBHOOK_WITHOUT_ADDRESS')
  if ((await findEndpoint(transaction, id))?.disabledAt) throw new ApiError('WEBHOOK_DISABLED')
}

/** Sends an event again, with the same id and ten more attempts. Does nothing if it is waiting to be sent already. */
export const replayEvent = async (
  transaction: Transaction,
  caller: Caller,
  application: OwnApplication['application'],
  eventId: string,
  { now, send }: { now: Date; send: SendJob },
): Promise<EventState> => {
  const after = replayableSince(now)
  if (!(await findEvent(transaction, application.id, eventId, after))) throw new ApiError('WEBHOOK_EVENT_NOT_FOUND')
  await assertReceives(transaction, application)
  if (await reopenEvent(transaction, application.id, eventId, { now, dueAt: addMs(now, LOST_AFTER_MS) })) {
    await send(transaction, SEND_EVENT, { eventId })
    const details = { event: eventId }
    await recordAudit(transaction, { action: 'webhook.event-replayed', at: now, who: caller, subject: application.id, details })
  }
  const event = await findEvent(transaction, application.id, eventId, after)
  if (!event) throw new ApiError('WEBHOOK_EVENT_NOT_FOUND')
  return event
}

/** Sends events since an instant again, as many as one call allows. The job that runs every minute sends each when it is due. */
export const replayEvents = async (
  transaction: Transaction,
  caller: Caller,
  application: OwnApplication['application'],
  { since: asked, onlyFailed }: { since: Date; onlyFailed: boolean },
  now: Date,
): Promise<{ replayed: number; next: Date | null }> => {
  await assertReceives(transaction, application)
  const kept = replayableSince(now)
  const since = asked > kept ? asked : kept
  const done = await reopenEvents(transaction, application.id, { since, onlyFailed, limit: MOST_REPLAYED, now, gapMs: GAP_MS })
  if (done.replayed > 0)
    await recordAudit(transaction, {
      action: 'webhook.events-replayed',
      at: now,
      who: caller,
      subject: application.id,
      details: { since: since.toISOString(), onlyFailed, replayed: done.replayed },
    })
  return done
}
