// Background work: the jobs that the modules declare, and their workers.
import { DEMO_JOBS, demoWorkers } from './demo/ensure-demo-cards.ts'
import { ACCOUNTS_JOBS, accountsWorkers } from './modules/accounts/index.ts'
import { CATALOGUE_JOBS, catalogueWorkers } from './modules/catalogue/index.ts'
import { BILLING_JOBS, billingWorkers, BOOKS_JOBS, booksWorkers, readDocumentAttachment } from './modules/billing/index.ts'
import { CARTS_JOBS, cartsWorkers } from './modules/carts/index.ts'
import { CHARGES_JOBS, chargesWorkers } from './modules/charges/index.ts'
import { IDEMPOTENCY_JOBS, idempotencyWorkers } from './modules/idempotency/index.ts'
import { INSTALLS_JOBS, installsWorkers } from './modules/installs/index.ts'
import { MAIL_JOBS, mailWorkers, type QueueMail } from './modules/mail/index.ts'
import type { QueuedJob, Worker } from './modules/jobs/index.ts'
import { PARTNERS_JOBS, partnersWorkers } from './modules/partners/index.ts'
import { RATINGS_JOBS, ratingsWorkers } from './modules/ratings/index.ts'
import { WEBHOOKS_JOBS, webhooksWorkers } from './modules/webhooks/index.ts'

type MailParts = Omit<Parameters<typeof mailWorkers>[0], 'readAttachment'>
/** In the order of modules, the mail module is below the module that draws attached documents, so its reader is passed in here. */
const mailWorkersWithDocuments = (parts: MailParts): Worker[] =>
  mailWorkers({ ...parts, readAttachment: readDocumentAttachment(parts.database) })

/** The jobs of each module with their workers, without those of accounts, whose mail is urgent. */
const WORK = [
  [MAIL_JOBS, mailWorkersWithDocuments],
  [CATALOGUE_JOBS, catalogueWorkers],
  [DEMO_JOBS, demoWorkers],
  [BILLING_JOBS, billingWorkers],
  [IDEMPOTENCY_JOBS, idempotencyWorkers],
  [RATINGS_JOBS, ratingsWorkers],
  [WEBHOOKS_JOBS, webhooksWorkers],
  [INSTALLS_JOBS, installsWorkers],
  [CHARGES_JOBS, chargesWorkers],
  [CARTS_JOBS, cartsWorkers],
  [PARTNERS_JOBS, partnersWorkers],
  [BOOKS_JOBS, booksWorkers],
] as const

/** Every job of the server. */
export const JOBS: readonly QueuedJob[] = [...ACCOUNTS_JOBS, ...WORK.flatMap(([jobs]) => jobs)]

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer Whole) => void
  ? Whole
  : never
/** The dependencies of all workers. Sign-in mail is sent before any other mail. */
export type WorkParts = Intersection<Parameters<(typeof WORK)[number][1]>[0]> & {
  queueSecurityMail: QueueMail
  accountsUrl: string
}

/** The workers of all jobs. */
export const workersOf = (parts: WorkParts): Worker[] => [
  ...accountsWorkers({ ...parts, queueMail: parts.queueSecurityMail }),
  ...WORK.flatMap(([, workers]) => workers(parts)),
]
