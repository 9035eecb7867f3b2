import type { z } from 'zod'

/** How often a job runs by itself. */
export type Schedule = 'every minute' | 'every hour'

/** The declaration of a job. The senders and the worker share it. */
export type Job<Data extends object = object> = {
  /** Also the name of its queue; unique. A noun and a verb: `mail.send`. */
  name: string
  data: z.ZodType<Data>
  /** How often a job is run again after an error, or after its process was killed. Running it twice must do no harm. */
  retries: number
  /** Seconds after which a run counts as lost and is run again. */
  seconds: number
  /** Left out for a job that is only sent. One of all processes runs it each time. */
  schedule?: Schedule
}

/** What the queue knows of a job. */
export type QueuedJob = Omit<Job, 'data'>

export const declareJob = <Data extends object>(job: Job<Data>): Job<Data> => job

/** One run of a job. `id` stays the same when a job is run again; `signal` is aborted when the run counts as lost. */
export type Run = { id: string; signal: AbortSignal }

/** A job and the use case that it calls. */
export type Worker = { job: QueuedJob; work: (data: unknown, run: Run) => Promise<void> }

/** Pairs a job with its use case; the compiler checks that the use case takes the job's data. */
export const workerOf = <Data extends object>(job: Job<Data>, work: (data: Data, run: Run) => Promise<void>): Worker => ({
  job,
  work: (data, run) => work(job.data.parse(data), run),
})
