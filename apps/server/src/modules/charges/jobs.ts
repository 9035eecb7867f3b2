import { z } from 'zod'
import { vouchForOrganization } from '../../core/caller.ts'
import { CARD_SAVED } from '../billing/index.ts'
import { declareJob, declareSchedule, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { endAgreed } from './agreement/end-agreed.ts'
import { deleteShownOfEnded } from './agreement/repository.ts'
import type { RenewalDependencies } from './renewals/dependencies.ts'
import { renewDue, retryUnpaid } from './renewals/renew-due.ts'
import { tellEndingTrials } from './renewals/tell-ending-trials.ts'

const scheduled = { data: z.object({}), retries: 0, seconds: 300, schedule: 'every minute' } as const
const RENEW = declareJob({ name: 'charges.renew-due', ...scheduled })
const TELL_ENDING_TRIALS = declareJob({ name: 'charges.tell-ending-trials', ...scheduled })
const END_AGREED = declareSchedule('charges.end-agreed', 'every hour')
const FORGET_SHOWN = declareSchedule('charges.forget-shown', 'every night', { retries: 3 })

export const CHARGES_JOBS: readonly QueuedJob[] = [RENEW, TELL_ENDING_TRIALS, END_AGREED, FORGET_SHOWN, CARD_SAVED]

export const chargesWorkers = (dependencies: RenewalDependencies): Worker[] => [
  workerOf(RENEW, (_, { signal }) => renewDue(dependencies, signal)),
  workerOf(TELL_ENDING_TRIALS, (_, { signal }) => tellEndingTrials(dependencies, signal)),
  workerOf(END_AGREED, (_, { signal }) => endAgreed(dependencies, signal)),
  workerOf(FORGET_SHOWN, () => deleteShownOfEnded(dependencies.database)),
  // The job was sent with the card that the organization saved.
  workerOf(CARD_SAVED, ({ organizationId }) => retryUnpaid(dependencies, vouchForOrganization(organizationId))),
]
