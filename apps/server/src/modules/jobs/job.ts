import { z } from 'zod'

/** How often a job is scheduled. */
export type Schedule = 'every minute' | 'every hour' | 'every night'

/** The declaration of a job. Senders and the worker share it. */
export type Job<Data extends object = object> = {
  /** Unique, as noun.verb: `mail.send`. It is the queue's name too. */
  name: string
  data: z.ZodType<Data>
  /**
   * How often a job runs again after an error or after its process was killed. A job may run twice, so running it twice must do no harm.
   */
  retries: number
  /** After this many seconds a run counts as lost, and is repeated. */
  seconds: number
  /** Absent for a job that is only sent. A scheduled job runs in only one of all processes. */
  schedule?: Schedule
}

/** The part of a declaration that the queue needs. */
export type QueuedJob = Omit<Job, 'data'>

export const declareJob = <Data extends object>(job: Job<Data>): Job<Data> => job

const NOTHING = z.object({})

/**
 * Declares a scheduled job without data. A failed run is not repeated, because the next run does its work too. Set `retries` for a job
 * whose next run is too far away.
 */
export const declareSchedule = (
  name: string,
  schedule: Schedule,
  { seconds = 300, retries = 0 }: { seconds?: number; retries?: number } = {},
): Job<Record<string, never>> => ({ name, data: NOTHING, retries, seconds, schedule })

/** One run of a job. A repeated run has the same `id`. `signal` is aborted when the run counts as lost. */
export type Run = { id: string; signal: AbortSignal }

/** A job with the use case that runs it. */
export type Worker = { job: QueuedJob; work: (data: unknown, run: Run) => Promise<void> }

/** Pairs a job with its use case. The compiler checks that the use case takes the job's data. */
export const workerOf = <Data extends object>(job: Job<Data>, work: (data: Data, run: Run) => Promise<void>): Worker => ({
  job,
  work: (data, run) => work(job.data.parse(data), run),
})
