import type { Registry } from '@prometheus-io/client'
import type { PgBoss } from 'pg-boss'
import type { DatabaseClient } from '../../db/client.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Job, QueuedJob, Schedule, Worker } from './job.ts'
import { countJobs } from './metrics.ts'
import { countWaitingJobs, createBoss, throughTransaction } from './repository.ts'

export type JobLog = { info: (details: object, message: string) => void; error: (details: object, message: string) => void }

/**
 * Sends a job as part of a transaction: it runs after the commit, and a rollback cancels it. An urgent job runs before the others of its
 * queue.
 */
export type SendJob = <Data extends object>(
  transaction: Transaction,
  job: Job<Data>,
  data: Data,
  options?: { urgent?: boolean },
) => Promise<void>

export type Jobs = {
  send: SendJob
  /** Starts to run jobs in this process. Throws if a declared job has no worker. */
  start: (workers: readonly Worker[]) => Promise<void>
  /** Waits up to two seconds for jobs that have started. Those that take longer run again, in another process or after the next start. */
  stop: () => Promise<void>
  /** The number of jobs in a queue that wait to run. */
  countWaiting: (job: QueuedJob) => Promise<number>
  countIn: (registry: Registry) => void
}

export type JobsOptions = {
  client: DatabaseClient
  /** All jobs. Their queues are created at once, so that jobs can be sent before any process runs them. */
  declared: readonly QueuedJob[]
  log: JobLog
}

const CRON: Record<Schedule, string> = { 'every minute': '* * * * *', 'every hour': '7 * * * *', 'every night': '23 3 * * *' }

/**
 * Another process repeats the job of a killed process within 30 s: the heartbeat expires after 10 s (pg-boss's minimum), the next
 * check notices it within 8 s, and a worker fetches the job within 1 s.
 */
const HEARTBEAT_SECONDS = 10
const CHECK_SECONDS = 8
const POLL_SECONDS = 1
const STOP_WITHIN_MS = 2_000
/** Ended jobs are kept for a week, for the operator. */
const KEPT_SECONDS = 7 * 86_400

const queueOptions = ({ retries, seconds }: QueuedJob) => ({
  retryLimit: retries,
  expireInSeconds: seconds,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: KEPT_SECONDS,
})

/** Opens the job queue, which is stored in the same PostgreSQL. Jobs can be sent at once, but run only after `start`. */
export const openJobs = async ({ client, declared, log }: JobsOptions): Promise<Jobs> => {
  const logError = (err: unknown) => log.error({ err }, 'the job queue reported an error')
  const sender = createBoss(client, { works: false })
  sender.on('error', logError)
  await sender.start()
  for (const job of declared) {
    await sender.createQueue(job.name, queueOptions(job))
    // An existing queue keeps the options of an earlier version until they are updated.
    await sender.updateQueue(job.name, queueOptions(job))
  }
  let runner: PgBoss | undefined

  const startWorker = async (boss: PgBoss, { job: { name, schedule }, work }: Worker): Promise<void> => {
    // The first job may arrive before its worker has an id.
    let worker = ''
    worker = await boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, async (batch) => {
      // More jobs may be waiting. The poll interval is for empty queues only.
      boss.notifyWorker(worker)
      for (const { id, data, signal } of batch) {
        try {
          await work(data ?? {}, { id, signal })
        } catch (err) {
          log.error({ err, job: name, jobId: id }, 'a job failed')
          throw err
        }
      }
    })
    if (schedule) await boss.schedule(name, CRON[schedule], {}, { missed: 'once' })
  }

  return {
    send: async (transaction, { name, data: schema }, data, { urgent = false } = {}) => {
      await sender.send(name, schema.parse(data), { db: throughTransaction(transaction), priority: urgent ? 1 : 0 })
    },
    start: async (workers) => {
      const idle = declared.filter((job) => !workers.some((worker) => worker.job.name === job.name))
      if (idle.length > 0) throw new Error(`jobs without a worker: ${idle.map(({ name }) => name).join(', ')}`)
      runner = createBoss(client, { works: true, checkSeconds: CHECK_SECONDS })
      runner.on('error', logError)
      await runner.start()
      for (const worker of workers) await startWorker(runner, worker)
      log.info({ jobs: workers.length }, 'the job workers have started')
    },
    stop: async () => {
      await runner?.stop({ graceful: true, timeout: STOP_WITHIN_MS, close: false })
      await sender.stop({ graceful: false, close: false })
    },
    countWaiting: ({ name }) => countWaitingJobs(client, name),
    countIn: (registry) => countJobs(registry, () => sender.getQueues(declared.map(({ name }) => name))),
  }
}
