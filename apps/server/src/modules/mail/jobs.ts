import { z } from 'zod'
import { declareJob, type Jobs, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { type DeliverDependencies, deliverMail, sendDueMails } from './deliver-mail.ts'

export const SEND_MAIL = declareJob({ name: 'mail.send', data: z.object({ mailId: z.string() }), retries: 5, seconds: 90 })
const SEND_DUE = declareJob({
  name: 'mail.send-due',
  data: z.object({}),
  retries: 0,
  seconds: 60,
  schedule: 'every minute',
})

export const MAIL_JOBS: readonly QueuedJob[] = [SEND_MAIL, SEND_DUE]

export const mailWorkers = (dependencies: DeliverDependencies & { jobs: Pick<Jobs, 'send' | 'countWaiting'> }): Worker[] => [
  workerOf(SEND_MAIL, ({ mailId }, { id }) => deliverMail(dependencies, mailId, id)),
  workerOf(SEND_DUE, async () =>
    sendDueMails(
      dependencies,
      (transaction, mailId) => dependencies.jobs.send(transaction, SEND_MAIL, { mailId }),
      await dependencies.jobs.countWaiting(SEND_MAIL),
    ),
  ),
]
