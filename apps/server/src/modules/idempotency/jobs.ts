import { z } from 'zod'
import type { Database } from '../../db/client.ts'
import type { Clock } from '../../core/clock.ts'
import { declareJob, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { deleteExpiredKeys } from './repository.ts'

const FORGET_KEYS = declareJob({
  name: 'idempotency.forget-keys',
  data: z.object({}),
  retries: 0,
  seconds: 60,
  schedule: 'every hour',
})

export const IDEMPOTENCY_JOBS: readonly QueuedJob[] = [FORGET_KEYS]

export const idempotencyWorkers = ({ database, clock }: { database: Database; clock: Clock }): Worker[] => [
  workerOf(FORGET_KEYS, () => deleteExpiredKeys(database, clock.now())),
]
