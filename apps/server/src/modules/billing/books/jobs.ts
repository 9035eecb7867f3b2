import { z } from 'zod'
import { cancelLeft } from '../attempts/cancel-left.ts'
import { declareJob, type JobLog, type QueuedJob, type Worker, workerOf } from '../../jobs/index.ts'
import { mailDocuments, type MailDocumentsDependencies } from '../invoices/mail-documents.ts'
import { issueStatements } from '../payouts/issue-statements.ts'
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

const CANCEL_LEFT = declareJob({
  name: 'payments.cancel-left',
  data: z.object({}),
  retries: 0,
  seconds: 600,
  schedule: 'every minute',
})

const ISSUE_STATEMENTS = declareJob({
  name: 'statements.issue',
  data: z.object({}),
  retries: 3,
  seconds: 3_600,
  schedule: 'every hour',
})

const MAIL_DOCUMENTS = declareJob({
  name: 'invoices.mail',
  data: z.object({}),
  retries: 0,
  seconds: 300,
  schedule: 'every minute',
})

export const BOOKS_JOBS: readonly QueuedJob[] = [RESUME_REFUNDS, CANCEL_LEFT, MAIL_DOCUMENTS, ISSUE_STATEMENTS, RECONCILE]

export const booksWorkers = (dependencies: ReconcileDependencies & MailDocumentsDependencies & { log: JobLog }): Worker[] => [
  workerOf(RESUME_REFUNDS, (_, { signal }) => createRefundRunner(dependencies).resume(signal)),
  workerOf(MAIL_DOCUMENTS, (_, { signal }) => mailDocuments(dependencies, signal)),
  workerOf(CANCEL_LEFT, (_, { signal }) => cancelLeft(dependencies, signal)),
  workerOf(ISSUE_STATEMENTS, (_, { signal }) => issueStatements(dependencies, signal)),
  workerOf(RECONCILE, async () => {
    const { log } = dependencies
    const differences = await reconcile(dependencies)
    for (const difference of differences) log.error({ difference }, describeDifference(difference))
    const many = differences.length === 1 ? '1 difference' : `${differences.length} differences`
    log.info({ differences: differences.length }, `the books were compared with the payment provider: ${many}`)
  }),
]
