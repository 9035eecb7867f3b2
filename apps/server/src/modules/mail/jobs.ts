import { z } from 'zod'
import { declareJob, declareSchedule, type Jobs, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { type DeliverDependencies, deliverMail, sendDueMails } from './deliver-mail.ts'

export const SEND_MAIL = declareJob({ name: 'mail.send', data: z.object({ mailId: z.string() }), retries: 5, seconds: 90 })
const SEND_DUE = declareSchedule('mail.send-due', 'every minute', { seconds: 60 })

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
