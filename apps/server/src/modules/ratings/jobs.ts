import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import { declareSchedule, type QueuedJob, type Worker, workerOf } from '../jobs/index.ts'
import { recountRatings } from './votes/recount-ratings.ts'

const RECOUNT = declareSchedule('ratings.recount', 'every night', { seconds: 3_600, retries: 2 })

export const RATINGS_JOBS: readonly QueuedJob[] = [RECOUNT]

export const ratingsWorkers = (dependencies: { database: Database; clock: Clock }): Worker[] => [
  workerOf(RECOUNT, async (_, { signal }) => {
    await recountRatings(dependencies, signal)
  }),
]
