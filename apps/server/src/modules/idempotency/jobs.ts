import type { Database } from '../../db/client.ts'
import type { Clock } from '../../core/clock.ts'
import { declareSchedule, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { deleteExpiredKeys } from './repository.ts'

const FORGET_KEYS = declareSchedule('idempotency.forget-keys', 'every hour', { seconds: 60 })

export const IDEMPOTENCY_JOBS: readonly QueuedJob[] = [FORGET_KEYS]

export const idempotencyWorkers = ({ database, clock }: { database: Database; clock: Clock }): Worker[] => [
  workerOf(FORGET_KEYS, () => deleteExpiredKeys(database, clock.now())),
]
