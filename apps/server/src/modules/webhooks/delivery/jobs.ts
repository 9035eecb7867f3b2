import { z } from 'zod'
import { declareJob, declareSchedule, type Jobs, type QueuedJob, type Worker, workerOf } from '../../jobs/index.ts'
import { type DeliverDependencies, deliverEvent, forgetOldEvents, sendDueEvents } from './deliver-event.ts'

export const SEND_EVENT = declareJob({ name: 'webhooks.send', data: z.object({ eventId: z.string() }), retries: 5, seconds: 60 })
const SEND_DUE = declareSchedule('webhooks.send-due', 'every minute', { seconds: 60 })
const FORGET = declareSchedule('webhooks.forget-old-events', 'every hour')

export const WEBHOOKS_JOBS: readonly QueuedJob[] = [SEND_EVENT, SEND_DUE, FORGET]

export const webhooksWorkers = (dependencies: DeliverDependencies & { jobs: Pick<Jobs, 'send' | 'countWaiting'> }): Worker[] => [
  workerOf(SEND_EVENT, ({ eventId }, { id }) => deliverEvent(dependencies, eventId, id)),
  workerOf(SEND_DUE, async () =>
    sendDueEvents(
      dependencies,
      (transaction, eventId) => dependencies.jobs.send(transaction, SEND_EVENT, { eventId }),
      await dependencies.jobs.countWaiting(SEND_EVENT),
    ),
  ),
  workerOf(FORGET, () => forgetOldEvents(dependencies)),
]
