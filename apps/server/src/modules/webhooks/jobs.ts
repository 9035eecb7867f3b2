import { z } from 'zod'
import { declareJob, type Jobs, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { type DeliverDependencies, deliverEvent, forgetOldEvents, sendDueEvents } from './deliver-event.ts'

export const SEND_EVENT = declareJob({ name: 'webhooks.send', data: z.object({ eventId: z.string() }), retries: 5, seconds: 60 })
const SEND_DUE = declareJob({
  name: 'webhooks.send-due',
  data: z.object({}),
  retries: 0,
  seconds: 60,
  schedule: 'every minute',
})
const FORGET = declareJob({
  name: 'webhooks.forget-old-events',
  data: z.object({}),
  retries: 0,
  seconds: 300,
  schedule: 'every hour',
})

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
