import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import { declareJob, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { recountRatings } from './votes/recount-ratings.ts'

const RECOUNT = declareJob({
  name: 'ratings.recount',
  data: z.object({}),
  retries: 2,
  seconds: 3_600,
  schedule: 'every night',
})

export const RATINGS_JOBS: readonly QueuedJob[] = [RECOUNT]

export const ratingsWorkers = (dependencies: { database: Database; clock: Clock }): Worker[] => [
  workerOf(RECOUNT, async (_, { signal }) => {
    await recountRatings(dependencies, signal)
  }),
]
