import { z } from 'zod'
import type { Payments } from '../../../ports/payments.ts'
import { declareJob, declareSchedule, type QueuedJob, type Worker, workerOf } from '../../jobs/index.ts'
import { detachReplaced } from './detach-replaced.ts'
import { tellExpiringCards, type TellExpiringDependencies } from './tell-expiring.ts'

export const DETACH_CARD = declareJob({
  name: 'billing.detach-card',
  data: z.object({ cardId: z.string() }),
  retries: 20,
  seconds: 60,
})
/** Sent when an organization has a new card: its overdue payments are tried at once. */
export const CARD_SAVED = declareJob({
  name: 'billing.card-saved',
  data: z.object({ organizationId: z.string() }),
  retries: 20,
  seconds: 60,
})
const TELL_EXPIRING = declareSchedule('billing.tell-expiring-cards', 'every hour')

export const BILLING_JOBS: readonly QueuedJob[] = [DETACH_CARD, TELL_EXPIRING]

export const billingWorkers = (dependencies: TellExpiringDependencies & { payments: Payments }): Worker[] => [
  workerOf(DETACH_CARD, ({ cardId }, { id }) => detachReplaced(dependencies, cardId, id)),
  workerOf(TELL_EXPIRING, (_, { signal }) => tellExpiringCards(dependencies, signal)),
]
