import { cancelLeft } from '../attempts/cancel-left.ts'
import { declareSchedule, type JobLog, type QueuedJob, type Worker, workerOf } from '../../jobs/index.ts'
import { mailDocuments, type MailDocumentsDependencies } from '../invoices/mail-documents.ts'
import { issueStatements } from '../payouts/issue-statements.ts'
import { createRefundRunner } from '../refunds/runner.ts'
import { describeDifference, reconcile, type ReconcileDependencies } from './reconcile/reconcile.ts'

const RESUME_REFUNDS = declareSchedule('refunds.resume', 'every minute')

const RECONCILE = declareSchedule('books.reconcile', 'every night', { seconds: 3_600, retries: 3 })

const CANCEL_LEFT = declareSchedule('payments.cancel-left', 'every minute')

const ISSUE_STATEMENTS = declareSchedule('statements.issue', 'every hour', { seconds: 3_600, retries: 3 })

const MAIL_DOCUMENTS = declareSchedule('invoices.mail', 'every minute')

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
