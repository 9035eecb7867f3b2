import { z } from 'zod'
import { declareJob, type JobLog, type QueuedJob, type Worker, workerOf } from '../../jobs/index.ts'
import { createRefundRunner } from '../refunds/runner.ts'
import { describeDifference, reconcile, type ReconcileDependencies } from './reconcile/reconcile.ts'

const RESUME_REFUNDS = declareJob({
  name: 'refunds.resume',
  data: z.object({}),
  // The next minute's run does what this one could not.
  retries: 0,
  seconds: 600,
  schedule: 'every minute',
})

const RECONCILE = declareJob({ name: 'books.reconcile', data: z.object({}), retries: 3, seconds: 3_600, schedule: 'every night' })

export const BOOKS_JOBS: readonly QueuedJob[] = [RESUME_REFUNDS, RECONCILE]

export const booksWorkers = (dependencies: ReconcileDependencies & { log: JobLog }): Worker[] => [
  workerOf(RESUME_REFUNDS, (_, { signal }) => createRefundRunner(dependencies).resume(signal)),
  workerOf(RECONCILE, async () => {
    const { log } = dependencies
    const differences = await reconcile(dependencies)
    for (const difference of differences) log.error({ difference }, describeDifference(difference))
    const many = differences.length === 1 ? '1 difference' : `${differences.length} differences`
    log.info({ differences: differences.length }, `the books were compared with the payment provider: ${many}`)
  }),
]
